import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type Replacement, translatePage } from '#tests/support/screens/page-translator.ts';
import { openBooks } from './books.ts';
import { installFastMotion } from './fast-motion.ts';
import { expect, test, watchConsole } from './fixtures.ts';
import { comment, hear, uploadAs } from './listening-acts.ts';
import { chooseDestination, payerSettings } from './payout-steps.ts';
import { joinAs } from './people.ts';

test.use({ world: 'translated', settings: { PAYOUT_METHODS: 'bank', ...payerSettings } });

const music = join(import.meta.dirname, '../../samples/music/war-of-freedom.mp3');

/** A page that the browser translates from the start on. */
async function translated(page: Page): Promise<Page> {
  await page.addInitScript<Replacement>(translatePage, 'elements');
  return page;
}

test('on a translated page a listener sees the button count down, sends a review, and reads what this sitting earned', async ({
  browser,
  earshot,
}) => {
  await uploadAs(await browser.newPage(), earshot, 'ann', 'First Served', 'metal-madness.mp3');
  await uploadAs(await browser.newPage(), earshot, 'bob', 'Second Served', 'war-of-freedom.mp3');
  const page = await translated(await browser.newPage());
  const quiet = watchConsole(page);
  await installFastMotion(page);
  await joinAs(page, earshot, { email: 'kay@example.org', displayName: 'Kay', type: 'Listener' });
  await page.goto('/app/review');
  await expect(page.getByRole('button', { name: 'Need 45 more words' })).toBeDisabled();
  const text = page.getByRole('textbox', { name: 'Your review' });
  await text.fill('Five words of a review');
  await expect(page.getByRole('button', { name: 'Need 40 more words' })).toBeDisabled();
  await text.fill(comment);
  await expect(page.getByRole('button', { name: 'Listen for 60s more to submit' })).toBeDisabled();
  await hear(page, earshot, () => page.getByRole('button', { name: 'Play', exact: true }).click());
  await page.getByRole('radio', { name: /4/ }).first().check({ force: true });
  await page.getByRole('button', { name: 'Submit Review (Pending Approval)' }).click();
  await expect(page.getByRole('heading', { name: 'Second Served' })).toBeVisible();
  await page.clock.resume();
  await expect(page.getByText('Approved: +$0.15 · $0.15 this sitting')).toBeVisible();
  quiet();
  await page.close();
});

test('on a translated page an artist chooses a genre, uploads, and opens the analytics', async ({
  page,
  earshot,
}) => {
  await translated(page);
  const quiet = watchConsole(page);
  await joinAs(page, earshot, { email: 'cleo@example.org', displayName: 'Cleo', type: 'Artist' });
  await page.goto('/app/upload');
  await page.locator('input[accept*=audio]').setInputFiles(music);
  await page.getByLabel('Title').fill('Said Otherwise');
  await page.getByRole('button', { name: /Genre/ }).click();
  await page.getByRole('option', { name: 'Metal' }).click();
  await expect(page.getByRole('button', { name: /Genre/ })).toContainText('Metal');
  await expect(page.getByRole('button', { name: /Genre/ })).not.toContainText('Select genre');
  await page.getByRole('button', { name: 'Upload Track' }).click();
  await expect(page.getByText('Upload successful!')).toBeVisible();
  await page.waitForURL('**/app/tracks');
  await page.goto('/app/analytics');
  await page
    .getByRole('link', { name: /Said Otherwise/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: 'Said Otherwise', level: 1 })).toBeVisible();
  quiet();
});

test('on translated pages a first payout destination is saved, and an admin approves and takes back', async ({
  browser,
  earshot,
}) => {
  const books = await openBooks(earshot);
  const listener = await translated(await browser.newPage());
  const admin = await translated(await (await browser.newContext()).newPage());
  const quiet = [listener, admin].map(watchConsole);
  await joinAs(listener, earshot, { email: 'pia@example.org', displayName: 'Pia', type: 'Listener' });
  await books.earn('pia@example.org', 34);
  await listener.goto('/app/wallet');
  await chooseDestination(listener, earshot, {
    way: 'Bank account',
    fields: { IBAN: 'DE89370400440532013000' },
    mailedTo: 'pia@example.org',
  });
  await listener.getByRole('button', { name: 'Request Payout' }).click();
  const history = listener.getByRole('table', { name: 'Payout History' });
  await expect(history.getByText('pending').first()).toBeVisible();

  await joinAs(admin, earshot, { email: 'otto@example.org', displayName: 'Otto', type: 'Listener' });
  await books.makeAdmin('otto@example.org');
  await admin.goto('/app/admin');
  await admin.getByRole('button', { name: /^Read/ }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await admin.getByRole('button', { name: 'Undo Pia, $5.10' }).click();
  await expect(admin.getByText('Approval undone')).toBeVisible();
  await admin.getByRole('button', { name: /^Reject/ }).click();
  await admin.getByLabel('Reason').fill('Please tell us where to send it.');
  await admin.getByRole('button', { name: 'Reject payout' }).click();
  await expect(admin.getByText('Payout rejected')).toBeVisible();
  await expect(history.getByText('rejected').first()).toBeVisible();
  await expect(history.getByText('pending')).toHaveCount(0);
  for (const check of quiet) check();
  await books.close();
});
