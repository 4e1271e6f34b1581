import { randomUUID } from 'node:crypto';
import { api } from '#contract/index.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { type Books, openBooks } from './books.ts';
import { expect, type RunningEarshot, test, watchConsole } from './fixtures.ts';
import { joinByApi, uploadByApi } from './joining-by-api.ts';
import { comment } from './listening-acts.ts';
import { joinAs, signIn } from './people.ts';
import { hearNext } from './reviewers.ts';

// Everybody is New, and only the first review of each waits a day.
test.use({
  world: 'readings',
  settings: { STANDING_BOUNDS: 'firstReviews=1', NEW_LISTENER_WAIT_HOURS: '24', SPOT_CHECKS_A_DAY: '1' },
});

let books: Books;
test.beforeAll(async ({ earshot }) => {
  books = await openBooks(earshot);
});
test.afterAll(() => books.close());

const another =
  'Such a loud postcard from the rehearsal room, direct and a bit too long for me. The snare cuts well on small speakers ' +
  'while cymbals wash over everything above it. Shorten the second verse, keep the solo exactly as recorded, and think ' +
  'about a calmer opening so that the chorus arrives as a surprise.';

async function review(listener: ApiUser, earshot: RunningEarshot, text: string): Promise<void> {
  const trackId = await hearNext(listener, earshot);
  const typing = { typedLetters: text.length, pastedLetters: 0, textMilliseconds: 80_000 };
  await listener.get(api.reviews.submitReview, {
    body: { trackId, rating: 4, comment: text, typing },
    idempotencyKey: randomUUID(),
  });
}

test('an artist asks a person to read a review and takes it back, the listener is told, and an admin reads it and a spot check', async ({
  browser,
  page,
  earshot,
}) => {
  const artist = await joinByApi(page, earshot, 'Ada', 'artist');
  await uploadByApi(artist, 'Kitchen Metal', 'metal-madness.mp3');
  const lee = await joinByApi(page, earshot, 'Lee', 'listener');
  await review(lee, earshot, comment);

  const listener = await (await browser.newContext()).newPage();
  const quiet = watchConsole(listener);
  await signIn(listener, 'lee@example.org');
  await listener.goto('/app/my-reviews');
  await expect(listener.getByText(/first reviews wait a day/)).toBeVisible();

  await signIn(page, 'ada@example.org');
  await page.goto('/app/analytics');
  await page.getByRole('link', { name: 'Kitchen Metal' }).first().click();
  await expect(page.getByText(comment).first()).toBeVisible();
  await page.getByRole('heading', { name: 'Details' }).click();
  const ask = page.getByRole('button', { name: /^This says nothing about my track/ }).first();
  await ask.click();
  await expect(page.getByText('A person reads this review within 24 hours.').first()).toBeVisible();
  await expect(listener.getByText(/^A person reads this by /)).toBeVisible();
  await page
    .getByRole('button', { name: /^Undo.*the review by Lee/ })
    .first()
    .click();
  await expect(listener.getByText(/first reviews wait a day/)).toBeVisible();
  await ask.click();
  await expect(listener.getByText(/^A person reads this by /)).toBeVisible();

  await uploadByApi(artist, 'Loud Postcard', 'escape-from-chaosland.mp3');
  await review(lee, earshot, another);
  await expect(listener.getByText('approved', { exact: true })).toBeVisible();
  await books.runJob('choose-spot-checks');

  const admin = await (await browser.newContext()).newPage();
  await joinAs(admin, earshot, { email: 'otto@example.org', displayName: 'Otto', type: 'Listener' });
  await books.makeAdmin('otto@example.org');
  await admin.goto('/app/admin?tab=reviews&view=read');
  await expect(admin.getByText('The artist asked')).toBeVisible();
  await expect(admin.getByText('Spot check', { exact: true })).toBeVisible();

  await admin.keyboard.press('j');
  await admin.keyboard.press('a');
  await expect(admin.getByText('Review of “Kitchen Metal” approved.')).toBeVisible();
  await expect(admin.getByText('The artist asked')).toHaveCount(0);
  await expect(page.getByText('A person read this review.').first()).toBeVisible();
  await expect(listener.getByText('approved', { exact: true })).toHaveCount(2);

  await admin.getByRole('button', { name: 'It says nothing: Loud Postcard by Lee' }).click();
  await expect(admin.getByText('Nothing to read')).toBeVisible();
  await admin.keyboard.press('u');
  await expect(admin.getByText('Spot check', { exact: true })).toBeVisible();
  await admin.keyboard.press('j');
  await admin.keyboard.press('a');
  await expect(admin.getByText('Review of “Loud Postcard”: it says something.')).toBeVisible();
  await expect(admin.getByText('Nothing to read')).toBeVisible();
  expect(await books.alarms()).toBe(0);
  quiet();
});
