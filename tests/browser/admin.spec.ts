import { type Books, openBooks } from './books.ts';
import { expect, test, watchConsole } from './fixtures.ts';
import { joinAs } from './people.ts';

test.use({ world: 'admin' });

let books: Books;
test.beforeAll(async ({ earshot }) => {
  books = await openBooks(earshot);
});
test.afterAll(() => books.close());

test('an appeal reaches the admin’s open page, its answer the listener’s, and a suspension signs them out', async ({
  browser,
  earshot,
}) => {
  const listener = await browser.newPage();
  await joinAs(listener, earshot, { email: 'pia@example.org', displayName: 'Pia', type: 'Listener' });
  await books.pendingReview('pia@example.org', 'good song nice song good song.');

  const admin = await (await browser.newContext()).newPage();
  const quiet = watchConsole(admin);
  await joinAs(admin, earshot, { email: 'otto@example.org', displayName: 'Otto', type: 'Listener' });
  await books.makeAdmin('otto@example.org');
  await admin.goto('/app/admin?tab=reviews');
  await expect(admin.getByRole('article').filter({ hasText: 'good song' })).toBeVisible();
  await admin.getByRole('button', { name: /^Reject the review/ }).click();
  await admin.getByRole('button', { name: 'Reject review' }).click();
  await expect(admin.getByText('No reviews waiting')).toBeVisible();

  await listener.goto('/app/my-reviews');
  await expect(listener.getByText('It says too little about the music')).toBeVisible();
  await listener.getByRole('button', { name: 'Appeal' }).click();
  await listener.getByLabel('Why should this review be approved?').fill('I meant every word of it.');
  await listener.getByRole('button', { name: 'Send appeal' }).click();

  await expect(admin.getByText('I meant every word of it.')).toBeVisible();
  await admin.getByRole('button', { name: /^Grant/ }).click();
  await admin.getByLabel('A sentence for the listener').fill('Heard again, it counts.');
  await admin
    .getByRole('dialog')
    .getByRole('button', { name: /^Grant/ })
    .click();
  await expect(admin.getByText('Appeal granted').first()).toBeVisible();
  await expect(listener.getByText('Your appeal was granted. Heard again, it counts.')).toBeVisible();
  expect(await books.alarms()).toBe(0);

  await admin.getByRole('tab', { name: 'Users' }).click();
  await admin.getByRole('link', { name: 'Pia' }).click();
  await admin.getByRole('button', { name: 'Suspend' }).click();
  await admin.getByLabel('Reason, emailed to them').fill('Two accounts of one person.');
  await admin.getByRole('button', { name: 'Suspend user' }).click();
  await expect(admin.getByText('Two accounts of one person.')).toBeVisible();
  await listener.waitForURL('**/auth**');
  await admin.getByRole('link', { name: 'Activity of this user' }).click();
  await expect(admin.getByRole('row', { name: 'User suspended' })).toHaveCount(1);
  quiet();
});

test('an artist asks a person to read a review and takes it back, the listener is told, and an admin reads it and a spot check', async ({
  browser,
  page,
  earshot,
}) => {
  const listener = await (await browser.newContext()).newPage();
  await joinAs(listener, earshot, { email: 'lee@example.org', displayName: 'Lee', type: 'Listener' });
  await joinAs(page, earshot, { email: 'ada@example.org', displayName: 'Ada', type: 'Artist' });
  await books.earn('lee@example.org', 1);
  await books.publish('ada@example.org', 'Kitchen Metal', 'lee@example.org');

  await page.goto('/app/analytics');
  await page.getByRole('link', { name: 'Kitchen Metal' }).first().click();
  await page.getByRole('heading', { name: 'Details' }).click();
  const press = page.getByRole('button', { name: /^This says nothing about my track/ });
  await press.click();
  await expect(page.getByText('A person reads this review within 24 hours.')).toBeVisible();
  await listener.goto('/app/my-reviews');
  const told = listener.getByText(/^A person reads this by /);
  await expect(told).toBeVisible();
  await page.getByRole('button', { name: /^Undo.*the review by Lee/ }).click();
  await expect(press).toBeVisible();
  await listener.reload();
  await expect(listener.getByText('Kitchen Metal').first()).toBeVisible();
  await expect(told).toHaveCount(0);
  await press.click();
  await expect(page.getByText('A person reads this review within 24 hours.')).toBeVisible();

  await books.runJob('choose-spot-checks');
  const admin = await (await browser.newContext()).newPage();
  await joinAs(admin, earshot, { email: 'ute@example.org', displayName: 'Ute', type: 'Listener' });
  await books.makeAdmin('ute@example.org');
  await admin.goto('/app/admin?tab=reviews&view=read');
  await expect(admin.getByText('The artist asked')).toBeVisible();
  await expect(admin.getByText('Spot check', { exact: true })).toBeVisible();
  await admin.keyboard.press('j');
  await admin.keyboard.press('a');
  await expect(admin.getByText('Review of “Kitchen Metal” approved.')).toBeVisible();
  await expect(page.getByText('A person read this review.')).toBeVisible();
  await admin.getByRole('button', { name: /^It says nothing/ }).click();
  await expect(admin.getByText('Nothing to read')).toBeVisible();
  await admin.keyboard.press('u');
  await expect(admin.getByText('Spot check', { exact: true })).toBeVisible();
});
