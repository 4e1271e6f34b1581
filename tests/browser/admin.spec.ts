import type { Page } from '@playwright/test';
import { type Books, openBooks } from './books.ts';
import { expect, test, watchConsole } from './fixtures.ts';
import { joinAs } from './people.ts';

test.use({ world: 'admin' });

let books: Books;
test.beforeAll(async ({ earshot }) => {
  books = await openBooks(earshot);
});
test.afterAll(() => books.close());

const row = (page: Page, comment: string) => page.getByRole('article').filter({ hasText: comment });

/** Tab until the control has the focus: nothing in this journey is clicked. */
async function tabTo(
  page: Page,
  name: string | RegExp,
  role: 'tab' | 'link' | 'button' | 'searchbox',
): Promise<void> {
  const control = page.getByRole(role, { name }).first();
  await expect(control).toBeVisible();
  for (let steps = 0; steps < 60; steps += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The Tab key does not reach ${name}.`);
}

test('an admin decides reviews, answers an appeal and suspends a user by keyboard alone', async ({
  browser,
  earshot,
}) => {
  const listener = await browser.newPage();
  await joinAs(listener, earshot, { email: 'pia@example.org', displayName: 'Pia', type: 'Listener' });
  await books.pendingReview('pia@example.org', 'The bass carries it and the voice stays close.');
  await books.pendingReview('pia@example.org', 'good song nice song good song.');

  const admin = await (await browser.newContext()).newPage();
  const quiet = watchConsole(admin);
  await joinAs(admin, earshot, { email: 'otto@example.org', displayName: 'Otto', type: 'Listener' });
  await books.makeAdmin('otto@example.org');
  await admin.goto('/app/admin');
  const keys = admin.keyboard;
  await tabTo(admin, 'Payouts', 'tab');
  await keys.press('ArrowRight');
  await expect(row(admin, 'The bass carries it')).toBeVisible();

  await keys.press('j');
  await expect(row(admin, 'The bass carries it')).toBeFocused();
  await keys.press('a');
  await expect(admin.getByText('1 review approved').first()).toBeVisible();
  await expect(row(admin, 'The bass carries it')).toHaveCount(0);

  await keys.press('j');
  await keys.press('r');
  // The doubt of the rules fills in the reason and the sentence.
  const confirm = admin.getByRole('button', { name: 'Reject review' });
  await expect(confirm).toBeFocused();
  await keys.press('Enter');
  await expect(admin.getByText('No reviews waiting')).toBeVisible();
  await keys.press('u');
  await expect(row(admin, 'good song')).toBeVisible();
  await keys.press('j');
  await keys.press('r');
  await expect(confirm).toBeFocused();
  await keys.press('Shift+Tab');
  await keys.press('Shift+Tab');
  await expect(admin.getByLabel('A sentence for the listener')).toBeFocused();
  await keys.press('Control+a');
  await keys.type('ajar: please write about the music.');
  await keys.press('Tab');
  await keys.press('Tab');
  await keys.press('Enter');
  await expect(admin.getByText('No reviews waiting')).toBeVisible();

  await listener.goto('/app/my-reviews');
  await expect(listener.getByText('It says too little about the music')).toBeVisible();
  await listener.getByRole('button', { name: 'Appeal' }).click();
  await listener.getByLabel('Why should this review be approved?').fill('I meant every word of it.');
  await listener.getByRole('button', { name: 'Send appeal' }).click();

  // The appeal reaches the open page by itself.
  await expect(admin.getByText('I meant every word of it.')).toBeVisible();
  await keys.press('j');
  await keys.press('a');
  await expect(admin.getByLabel('A sentence for the listener')).toBeFocused();
  await keys.type('Heard again, it counts.');
  await keys.press('Tab');
  await keys.press('Tab');
  await keys.press('Enter');
  await expect(admin.getByText('Appeal granted').first()).toBeVisible();
  await expect(listener.getByText('Your appeal was granted. Heard again, it counts.')).toBeVisible();
  expect(await books.alarms()).toBe(0);

  await tabTo(admin, /^Reviews/, 'tab');
  // Over Reports to Users.
  await keys.press('ArrowRight');
  await keys.press('ArrowRight');
  await tabTo(admin, 'Search name or email', 'searchbox');
  await keys.type('pia');
  await expect(admin.getByRole('row').filter({ hasText: 'Otto' })).toHaveCount(0);
  await tabTo(admin, 'Pia', 'link');
  await keys.press('Enter');
  await tabTo(admin, 'Suspend', 'button');
  await keys.press('Enter');
  await expect(admin.getByLabel('Reason, for the record')).toBeFocused();
  await keys.type('Two accounts of one person.');
  await keys.press('Tab');
  await keys.press('Tab');
  await keys.press('Enter');
  await expect(admin.getByText('Two accounts of one person.')).toBeVisible();
  await listener.waitForURL('**/auth**');

  await tabTo(admin, 'Activity of this user', 'link');
  await keys.press('Enter');
  await tabTo(admin, /Everything/, 'button');
  await keys.press('Enter');
  await keys.type('User sus');
  await keys.press('Enter');
  const entries = admin.getByRole('table', { name: 'Activity' }).getByRole('row');
  await expect(entries.filter({ hasText: 'User suspended' })).toHaveCount(1);
  await expect(entries).toHaveCount(2);
  quiet();
});
