import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { type Books, openBooks } from './books.ts';
import { expect, test, watchConsole } from './fixtures.ts';
import { chooseDestination, holdSeconds } from './payout-steps.ts';
import { joinAs, signIn } from './people.ts';

test.use({ world: 'payout' });

let books: Books;
test.beforeAll(async ({ earshot }) => {
  books = await openBooks(earshot);
});
test.afterAll(() => books.close());

test('a listener sets a destination, is rejected with a reason, requests again, is approved and is paid', async ({
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
  await chooseDestination(listener, earshot, {
    way: 'Test mode',
    conduct: 'Doesn’t respond at first',
    mailedTo: 'pia@example.org',
    // A stolen link alone confirms nothing.
    openElsewhere: async (link) => {
      const stranger = await (await browser.newContext()).newPage();
      await stranger.goto(link);
      await expect(stranger.getByText(/^Enter the Earshot password of pia@example.org/)).toBeVisible();
      await stranger.getByLabel('Password', { exact: true }).fill('guessed by somebody');
      await stranger.getByRole('button', { name: 'Confirm this destination' }).click();
      await expect(stranger.getByText('That’s not your account password.').first()).toBeVisible();
      await stranger.context().close();
    },
  });
  await expect(listener.getByText(destination)).toBeVisible();

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
  await expect(history.getByText(`Goes to ${destination}`)).toBeVisible();

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
  await history.getByRole('button', { name: 'Cancel request' }).click();
  await listener.getByRole('alertdialog').getByRole('button', { name: 'Cancel request' }).click();
  await expect(history.getByText('canceled', { exact: true })).toBeVisible();
  await request.click();
  await expect(history.getByText('pending')).toBeVisible();

  // Approved, taken back, and approved again: until ten seconds have passed nothing is completed.
  // A first payout is read first: three of its reviews, beside their tracks.
  await expect(admin.getByRole('button', { name: /^Approve/ })).toHaveCount(0);
  await admin.getByRole('button', { name: /^Read/ }).click();
  await expect(admin.getByText('3 of the 34 reviews it pays, chosen by chance.')).toBeVisible();
  await admin.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(admin.getByText('Payout approved')).toBeVisible();
  await admin.getByRole('button', { name: 'Undo Pia, $5.10' }).click();
  await expect(admin.getByText('Approval undone')).toBeVisible();
  expect(await books.completedPayouts()).toBe(0);
  await admin.getByRole('button', { name: /^Approve/ }).click();
  await expect(admin.getByRole('button', { name: 'Undo Pia, $5.10' })).toBeVisible();
  await expect(history.getByText('completed')).toBeVisible();
  await expect(admin.getByRole('button', { name: /^Undo/ })).toHaveCount(0);

  // The destination is new: the money leaves when its hold is over.
  await expect(history.getByText(`Waiting to be sent: ${destination}`)).toBeVisible();
  earshot.clock.leap(holdSeconds);
  await books.runJob('send-payouts');
  await expect(history.getByText(/^We’re checking with the payment service/)).toBeVisible();
  earshot.clock.leap(120);
  await books.runJob('ask-payouts');
  await expect(history.getByText(`Arrived: ${destination}`)).toBeVisible();
  expect(await books.alarms()).toBe(0);

  const statement = listener.getByRole('table', { name: 'Statement' });
  await expect(statement.getByRole('row', { name: /Payout approved/ })).toContainText('−$5.10');
  await expect(statement.getByRole('row', { name: /Payout rejected/ })).toContainText(
    'Please tell us where to send it.',
  );
  expect(await savedBy(listener, 'Export as CSV')).toContain('"Payout approved","",0.00,-5.10,0.00,0.00');

  // An admin's session does not last through the hold.
  await signIn(admin, 'otto@example.org');
  await admin.goto('/app/admin?tab=books');
  await expect(admin.getByText('No approved payouts are waiting for a file.')).toBeVisible();
  await admin.locator('summary').filter({ hasText: 'Payout approved' }).click();
  await admin.getByRole('button', { name: /^Returned/ }).click();
  await admin.getByLabel('Reason').fill('too short');
  await admin.getByRole('button', { name: 'Reverse payout' }).click();
  await admin.getByLabel('Reason').fill('The bank does not know this account.');
  await admin.getByRole('button', { name: 'Reverse payout' }).click();
  await expect(admin.getByText('Payout reversed')).toBeVisible();
  await expect(history.getByText('The bank does not know this account.')).toBeVisible();
  await expect(history.getByText('Did not arrive')).toBeVisible();
  await expect(listener.getByText('$5.10').first()).toBeVisible();
  await admin.getByRole('button', { name: 'Audit now' }).click();
  await expect(admin.getByText('The books are clean')).toBeVisible();
  quiet();
});

const destination = 'Test account that pays, but loses the answer';

/** The text of the file that this button saves. */
async function savedBy(page: Page, button: string): Promise<string> {
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  return readFile(await (await saving).path(), 'utf8');
}
