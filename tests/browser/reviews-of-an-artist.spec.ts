import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { connectDatabase } from '#server/adapters/database/connections/postgres-database.ts';
import { sql } from '#tests/support/world/sql.ts';
import { openBooks } from './books.ts';
import { expect, type RunningEarshot, test, watchConsole } from './fixtures.ts';
import { joinByApi } from './joining-by-api.ts';
import { comment } from './listening-acts.ts';
import { joinAs, signIn } from './people.ts';
import { reviewNext } from './reviewers.ts';

test.use({ world: 'reviews-of-an-artist' });

const day = 24 * 3600;
const music = join(import.meta.dirname, '../../samples/music/metal-madness.mp3');

/** Enough listeners for dates: as if a hundred had sent twenty reviews in the last 14 days, so that ten take a week. */
async function manyListeners({ database: address }: RunningEarshot): Promise<void> {
  const owner = await connectDatabase({ address, role: 'earshot_owner', poolSize: 1, throwAway: true });
  await sql(owner.database, 'update queue_supply set approved = 20, active_listeners = 100');
  await owner.pool.end();
}

const track = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });

/** Buys a pack on the test checkout's own page, which opens in a tab. */
async function buyPack(page: Page, reviews: number): Promise<void> {
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: `Buy ${reviews} reviews` }).click();
  const tab = await opening;
  await tab.getByRole('button', { name: 'Pay with a test card' }).click();
  await expect(tab.getByText(`${reviews} reviews to give`).first()).toBeVisible();
  await tab.close();
}

async function upload(page: Page, title: string, reviews: number): Promise<void> {
  await page.goto('/app/upload');
  await page.locator('input[accept*=audio]').setInputFiles(music);
  await page.getByLabel('Title').fill(title);
  const number = page.getByRole('spinbutton', { name: 'Reviews' });
  await number.fill(String(reviews));
  await number.blur();
  await page.getByRole('button', { name: 'Upload Track' }).click();
  await page.waitForURL('**/app/tracks');
}

test('a new artist buys ten reviews without a plan, gives some, adds, takes back, and is given more for a missed date', async ({
  page,
  earshot,
}) => {
  const expectQuietConsole = watchConsole(page);
  await manyListeners(earshot);
  await joinAs(page, earshot, { email: 'ann@example.org', displayName: 'Ann', type: 'Artist' });

  await test.step('a date in four screens and three minutes', async () => {
    const started = Date.now();
    await page.goto('/app/subscription');
    await expect(page.getByText(/^10 reviews by \w{3}, \w{3} \d/)).toBeVisible();
    await buyPack(page, 10);
    await upload(page, 'Low Tide', 10);
    await expect(track(page, 'Low Tide')).toContainText(/0 of 10 reviews, by \w{3}, \w{3} \d/);
    expect(Date.now() - started).toBeLessThan(180_000);
  });

  await test.step('five more a week later, and three taken back', async () => {
    earshot.clock.leap(7 * day);
    await page.reload();
    await track(page, 'Low Tide').getByRole('button', { name: 'Add reviews' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('spinbutton', { name: 'Reviews' }).fill('5');
    await dialog.getByRole('button', { name: 'Add reviews' }).click();
    await expect(page.getByText('5 reviews added')).toBeVisible();
    await expect(track(page, 'Low Tide')).toContainText('0 of 15 reviews');
    await track(page, 'Low Tide').getByRole('button', { name: 'Take back' }).click();
    await dialog.getByRole('spinbutton', { name: 'Reviews' }).fill('3');
    await dialog.getByRole('button', { name: 'Take back' }).click();
    await expect(page.getByText('3 reviews taken back')).toBeVisible();
    await expect(track(page, 'Low Tide')).toContainText('0 of 12 reviews');
  });

  await test.step('a missed date', async () => {
    await reviewNext(page, earshot, { name: 'Lee', rating: 4, comment });
    earshot.clock.leap(14 * day);
    const books = await openBooks(earshot);
    await books.runJob('keep-dates');
    await books.close();
    await expect(track(page, 'Low Tide')).toContainText('We missed its date', { timeout: 30_000 });
  });
  expectQuietConsole();
});

test('an admin refunds a pack of which nothing was used, and no other', async ({
  page,
  browser,
  earshot,
}) => {
  await joinAs(page, earshot, { email: 'bea@example.org', displayName: 'Bea', type: 'Artist' });
  await page.goto('/app/subscription');
  await buyPack(page, 20);
  await upload(page, 'High Tide', 2);

  const other = await (await browser.newContext()).newPage();
  await joinAs(other, earshot, { email: 'cyd@example.org', displayName: 'Cyd', type: 'Artist' });
  await other.goto('/app/subscription');
  await buyPack(other, 10);

  const admin = await (await browser.newContext()).newPage();
  await joinByApi(admin, earshot, 'Ari', 'listener');
  const books = await openBooks(earshot);
  await books.makeAdmin('ari@example.org');
  await books.close();
  await signIn(admin, 'ari@example.org');
  await admin.goto('/app/admin?tab=subscriptions');
  const refund = async (name: string) => {
    await admin.getByRole('button', { name: `Refund ${name}` }).click();
    await admin.getByRole('alertdialog').getByRole('button', { name: 'Refund' }).click();
  };
  await refund('Bea');
  await expect(admin.getByText('Not refunded')).toBeVisible();
  await refund('Cyd');
  await expect(admin.getByText('$9.00 refunded here')).toBeVisible();
  await other.reload();
  await expect(other.getByText('It was refunded.')).toBeVisible();
  await expect(other.getByText('No reviews to give.')).toBeVisible();
});
