import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { type Books, openBooks } from './books.ts';
import { expect, test, watchConsole } from './fixtures.ts';
import { joinAs } from './people.ts';

test.use({ world: 'payout' });

let books: Books;
test.beforeAll(async ({ earshot }) => {
  books = await openBooks(earshot);
});
test.afterAll(() => books.close());

test('a listener asks for a payout, is rejected with a reason, asks again and is paid', async ({
  browser,
  earshot,
}) => {
  const listener = await browser.newPage();
  const quiet = watchConsole(listener);
  await joinAs(listener, earshot, { email: 'pia@example.org', displayName: 'Pia', type: 'Listener' });
  await books.earn('pia@example.org', 33);
  await listener.goto('/app/wallet');
  await expect(listener.getByText('$4.95').first()).toBeVisible();
  await expect(listener.getByRole('button', { name: 'Request Payout' })).toBeDisabled();
  await expect(listener.getByText('Minimum $5.00 required for payout')).toBeVisible();

  await books.earn('pia@example.org', 1);
  await expect(listener.getByText('$5.10').first()).toBeVisible();
  await listener.getByRole('button', { name: 'Request Payout' }).dblclick();
  await expect(
    listener.getByText(
      'Your payout request has been submitted and will be processed within 3-5 business days.',
    ),
  ).toBeVisible();
  const history = listener.getByRole('table', { name: 'Payout History' });
  await expect(history.getByRole('row').filter({ hasText: '$5.10' })).toHaveCount(1);

  const admin = await (await browser.newContext()).newPage();
  await joinAs(admin, earshot, { email: 'otto@example.org', displayName: 'Otto', type: 'Listener' });
  await admin.goto('/app/admin');
  await expect(admin.getByText("You don't have permission to access the admin panel.")).toBeVisible();
  await books.makeAdmin('otto@example.org');
  await admin.reload();
  await admin.getByRole('button', { name: /^Reject/ }).click();
  await admin.getByLabel('Reason').fill('Please tell us where to send it.');
  await admin.getByRole('button', { name: 'Reject payout' }).click();
  await expect(admin.getByText('Payout rejected')).toBeVisible();

  await expect(history.getByText('Please tell us where to send it.')).toBeVisible();
  const request = listener.getByRole('button', { name: 'Request Payout' });
  await request.click();
  await expect(history.getByText(/^Next in the queue, decided by /)).toBeVisible();
  await history.getByRole('button', { name: 'Take back' }).click();
  await listener.getByRole('button', { name: 'Take it back' }).click();
  await expect(history.getByText('canceled', { exact: true })).toBeVisible();
  await request.click();
  await expect(history.getByText('pending')).toBeVisible();

  await admin.getByRole('button', { name: /^Approve/ }).click();
  await expect(admin.getByText('Payout approved')).toBeVisible();
  await expect(history.getByText('completed')).toBeVisible();
  expect(await books.alarms()).toBe(0);

  const statement = listener.getByRole('table', { name: 'Statement' });
  await expect(statement.getByRole('row', { name: /Payout sent/ })).toContainText('-$5.10');
  await expect(statement.getByRole('row', { name: /Payout rejected/ })).toContainText(
    'Please tell us where to send it.',
  );
  expect(await savedBy(listener, 'Export as CSV')).toContain('"Payout sent","",0.00,-5.10,0.00,0.00');

  await admin.getByRole('tab', { name: 'Books' }).click();
  expect(await savedBy(admin, 'Export for the bank')).toContain(',"pia@example.org",5.10,"USD",');
  await expect(admin.getByText('Every approved payout has been exported.')).toBeVisible();
  await admin.getByRole('button', { name: /^Came back/ }).click();
  await admin.getByLabel('Reason').fill('too short');
  await admin.getByRole('button', { name: 'Book it back' }).click();
  await admin.getByLabel('Reason').fill('The bank does not know this account.');
  await admin.getByRole('button', { name: 'Book it back' }).click();
  await expect(admin.getByText('Payout booked back')).toBeVisible();
  await expect(history.getByText('The bank does not know this account.')).toBeVisible();
  await admin.getByRole('button', { name: 'Audit now' }).click();
  await expect(admin.getByText('The books are clean')).toBeVisible();
  quiet();
});

/** The text of the file that this button saves. */
async function savedBy(page: Page, button: string): Promise<string> {
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  return readFile(await (await saving).path(), 'utf8');
}
