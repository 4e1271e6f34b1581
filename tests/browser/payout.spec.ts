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
  await expect(listener.getByRole('row').filter({ hasText: '$5.10' })).toHaveCount(1);

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

  await expect(listener.getByText('Please tell us where to send it.')).toBeVisible();
  await listener.getByRole('button', { name: 'Request Payout' }).click();
  await expect(listener.getByText('Payout requested')).toBeVisible();

  await admin.getByRole('button', { name: /^Approve/ }).click();
  await expect(admin.getByText('Payout approved')).toBeVisible();
  await expect(listener.getByText('completed')).toBeVisible();
  expect(await books.alarms()).toBe(0);
  quiet();
});
