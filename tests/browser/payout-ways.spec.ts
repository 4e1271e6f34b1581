import type { Browser, Page } from '@playwright/test';
import { type Books, openBooks } from './books.ts';
import { expect, type RunningEarshot, test, watchConsole } from './fixtures.ts';
import { joinByApi } from './joining-by-api.ts';
import { chooseDestination, holdSeconds, payerSettings } from './payout-steps.ts';
import { signIn } from './people.ts';

test.use({ world: 'payout ways', settings: { PAYOUT_METHODS: 'paypal,bank', ...payerSettings } });

const undoSeconds = 10;

/** Somebody with $5.10 on the page of the wallet. */
async function aListener(
  browser: Browser,
  earshot: RunningEarshot,
  books: Books,
  name: string,
): Promise<Page> {
  const page = await browser.newPage({ baseURL: earshot.url });
  await joinByApi(page, earshot, name, 'listener');
  await books.earn(`${name.toLowerCase()}@example.org`, 34);
  await signIn(page, `${name.toLowerCase()}@example.org`);
  await page.goto('/app/wallet');
  return page;
}

async function anAdmin(browser: Browser, earshot: RunningEarshot, books: Books): Promise<Page> {
  const page = await browser.newPage({ baseURL: earshot.url });
  await joinByApi(page, earshot, 'Otto', 'listener');
  await books.makeAdmin('otto@example.org');
  await signIn(page, 'otto@example.org');
  return page;
}

const history = (page: Page) => page.getByRole('table', { name: 'Payout History' });
const request = async (page: Page) => {
  await page.getByRole('button', { name: 'Request Payout' }).click();
  await expect(history(page).getByText('pending').first()).toBeVisible();
};

/** Lets the time to undo pass, and what the server does then happen at once. */
async function complete(earshot: RunningEarshot, books: Books): Promise<void> {
  earshot.clock.leap(undoSeconds);
  await books.runJob('complete-payouts');
}

/** An admin's session does not last through a hold. */
async function leapOverHold(earshot: RunningEarshot, admin: Page): Promise<void> {
  earshot.clock.leap(holdSeconds);
  await signIn(admin, 'otto@example.org');
}

test('PayPal and bank payouts are held for 72 hours and exported; one arrives and one is returned', async ({
  browser,
  earshot,
}) => {
  const books = await openBooks(earshot);
  const pia = await aListener(browser, earshot, books, 'Pia');
  const ben = await aListener(browser, earshot, books, 'Ben');
  const admin = await anAdmin(browser, earshot, books);
  const quiet = [pia, ben, admin].map(watchConsole);

  // PayPal's link goes to the PayPal address; the bank account's to the listener's own.
  const payPal = { way: 'PayPal', fields: { 'PayPal email': 'pay.pia@example.net' } };
  await chooseDestination(pia, earshot, { ...payPal, mailedTo: 'pay.pia@example.net' });
  const bank = (iban: string) => ({
    way: 'Bank account',
    fields: { IBAN: iban },
    mailedTo: 'ben@example.org',
  });
  await chooseDestination(ben, earshot, bank('DE89370400440532013000'));
  await request(pia);
  await request(ben);
  // Another account changes what comes later, not what was asked for.
  await chooseDestination(ben, earshot, bank('DE02120300000000202051'));
  await expect(ben.getByText('DE •••• 2051')).toBeVisible();
  await expect(history(ben).getByText('Goes to DE •••• 3000')).toBeVisible();

  await admin.goto('/app/admin?tab=payouts');
  // Both are first payouts, so the admin reads some of their reviews.
  for (const row of [0, 1]) {
    await admin.getByRole('button', { name: /^Read/ }).nth(row).click();
    await expect(admin.getByText('chosen by chance')).toBeVisible();
    await admin.getByRole('button', { name: 'Close' }).click();
  }
  await admin.getByText('Due first').click();
  await admin.getByRole('button', { name: 'Select all shown' }).click();
  await admin.getByRole('button', { name: 'Approve selected' }).click();
  await admin.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(admin.getByRole('button', { name: /^Undo/ })).toHaveCount(2);
  await complete(earshot, books);
  await expect(history(pia).getByText('completed')).toBeVisible();

  await admin.goto('/app/admin?tab=books');
  const onTheirWay = admin.getByRole('table', { name: 'Payouts on their way' });
  await expect(onTheirWay.getByText('held for 72 hours after a change')).toHaveCount(2);
  await expect(admin.getByText('No approved payouts are waiting for a file.')).toBeVisible();
  await leapOverHold(earshot, admin);
  await admin.goto('/app/admin?tab=books');
  await expect(onTheirWay.getByText('waiting for a file')).toHaveCount(2);

  const files = admin.getByRole('table', { name: 'Files for the bank' });
  const lines = admin.getByRole('table', { name: 'Lines of this file' });
  await admin.getByRole('button', { name: 'Make the PayPal file' }).click();
  await files
    .getByRole('row')
    .filter({ hasText: 'PayPal' })
    .getByRole('button', { name: /^Lines/ })
    .click();
  await lines.getByRole('button', { name: /^Arrived/ }).click();
  await expect(history(pia).getByText(/^Arrived: /)).toBeVisible();

  await admin.getByLabel('Dollars per euro').fill('1.0850');
  await admin.getByRole('button', { name: 'Make the bank file' }).click();
  await files
    .getByRole('row')
    .filter({ hasText: 'bank' })
    .getByRole('button', { name: /^Lines/ })
    .click();
  await lines
    .getByRole('row')
    .filter({ hasText: 'Ben' })
    .getByRole('button', { name: /^Returned/ })
    .click();
  await admin.getByLabel('Reason').fill('The bank says that this account is closed.');
  await admin.getByRole('button', { name: 'Reverse payout' }).click();
  await expect(history(ben).getByText('The bank says that this account is closed.')).toBeVisible();
  await expect(history(ben).getByText('Did not arrive')).toBeVisible();
  // What came back can be requested again, and goes to the newer account.
  await request(ben);
  await expect(history(ben).getByText('Goes to DE •••• 2051')).toBeVisible();

  expect(await books.alarms()).toBe(0);
  for (const check of quiet) check();
  await books.close();
});
