import { readFile } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';
import { type Books, openBooks } from './books.ts';
import { expect, test, watchConsole } from './fixtures.ts';
import { joinAs, password } from './people.ts';

test.use({ world: 'settings' });

let books: Books;
test.beforeAll(async ({ earshot }) => {
  books = await openBooks(earshot);
});
test.afterAll(() => books.close());

test('a listener turns off a notice, exports the data and deletes the account', async ({ page, earshot }) => {
  const quiet = watchConsole(page);
  await joinAs(page, earshot, { email: 'nia@example.org', displayName: 'Nia', type: 'Listener' });
  await books.earn('nia@example.org', 2);
  await page.goto('/app/settings');
  const notice = page.getByRole('switch', { name: 'Review decided' });
  await expect(notice).toBeChecked();
  await page.getByText('Review decided', { exact: true }).click();
  await expect(notice).not.toBeChecked();
  await page.getByText('Play the next track automatically').click();
  await page.reload();
  await expect(page.getByRole('switch', { name: 'Review decided' })).not.toBeChecked();
  await expect(page.getByRole('switch', { name: 'New track' })).toBeChecked();
  // A listener has no tracks that anybody could review, and no public page.
  await expect(page.getByRole('switch', { name: 'Review received' })).toHaveCount(0);
  await expect(page.getByRole('switch', { name: 'Private profile' })).toHaveCount(0);
  await expect(page.getByRole('switch', { name: 'Play the next track automatically' })).toBeChecked();
  await expect(page.getByRole('link', { name: 'support@earshot.invalid' })).toHaveAttribute(
    'href',
    'mailto:support@earshot.invalid',
  );

  await page.getByRole('button', { name: 'Export my data' }).click();
  await page.locator('form').getByLabel('Password', { exact: true }).fill(password);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export my data' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('earshot-data.zip');
  const zip = unzipSync(new Uint8Array(await readFile(await download.path())));
  expect(JSON.parse(strFromU8(zip['account.json'] ?? new Uint8Array()))).toMatchObject({
    displayName: 'Nia',
  });

  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByText('You lose the $0.30 in your wallet.')).toBeVisible();
  const confirm = dialog.getByRole('button', { name: 'Delete my account' });
  await dialog.getByLabel('Type DELETE to confirm').fill('DELETE');
  await dialog.getByLabel('Your password').fill('not the password');
  await expect(confirm).toBeDisabled();
  await dialog.getByText('I give up the $0.30 in my wallet').click();
  await confirm.click();
  await expect(dialog.getByText('Your current password is wrong.').first()).toBeVisible();
  await dialog.getByLabel('Your password').fill(password);
  await dialog.getByText('I give up the $0.30 in my wallet').click();
  await confirm.click();
  await expect(page.getByText('Your account was deleted')).toBeVisible();
  await page.waitForURL('**/auth**');

  await page.getByLabel('Email').fill('nia@example.org');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Email or password is wrong.')).toBeVisible();
  expect(await books.alarms()).toBe(0);
  quiet();
});

test('an admin tries the product with the Test Kit', async ({ page, earshot }) => {
  const quiet = watchConsole(page);
  await joinAs(page, earshot, { email: 'tom@example.org', displayName: 'Tom', type: 'Artist' });
  await page.goto('/app/admin/test-kit');
  await expect(
    page.getByText("You don't have permission to access this page. Administrator privileges are required."),
  ).toBeVisible();
  await books.makeAdmin('tom@example.org');
  await page.goto('/app/admin');
  await page.getByRole('link', { name: 'Test Kit' }).click();
  await expect(page.getByText('founder mode')).toBeVisible();
  await expect(page.getByText('Tom, admin')).toBeVisible();

  await page.getByRole('button', { name: 'Grant Icon trial' }).click();
  await expect(page.getByText('Icon Trial granted! 90 days active with 50 uploads/month')).toBeVisible();
  await page.getByRole('button', { name: 'Add upload credits' }).click();
  await expect(page.getByText('Added 1000 upload credits!')).toBeVisible();
  await page.getByText('Demo mode', { exact: true }).first().click();
  await expect(page.getByText('Demo Mode disabled')).toBeVisible();
  await page.getByText('Matrix background').click();
  await expect(page.getByRole('switch', { name: 'Matrix background' })).toBeChecked();
  await expect(page.getByRole('switch', { name: 'Demo mode' })).not.toBeChecked();

  await page.getByRole('button', { name: 'Create test listener' }).click();
  await expect(page.getByText('Password, shown once')).toBeVisible();
  const secret = await page.locator('dd:below(:text("Password, shown once"))').first().innerText();
  await page.getByRole('button', { name: 'Sign in as the test listener' }).click();
  await page.waitForURL('**/auth?email=**');
  await expect(page.getByLabel('Email')).toHaveValue(/^test-listener-/);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/app/discover');
  await page.goto('/app/wallet');
  await expect(page.getByText('$15.00').first()).toBeVisible();
  quiet();
});
