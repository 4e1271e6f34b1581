import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import type { OwnReview } from '#contract/reviewing/reviews/reviews.ts';
import { asksBeforeLeaving } from '#tests/support/people/leaving.ts';
import { show, signInAs } from '#tests/support/screens/component-frame.tsx';
import { answerCall, refused } from '#tests/support/stand-ins/api-stand-in.ts';
import { BoundMet } from '#web/reviewing/reviews/bound-met.tsx';
import { MyReviewsPage } from '#web/reviewing/reviews/my-reviews-page.tsx';
import { OwnReviewItem } from '#web/reviewing/reviews/own-review-item.tsx';
import { ReviewWaiting } from '#web/reviewing/reviews/review-waiting.tsx';
import { sampleReviews } from '#web/reviewing/reviews/sample-reviews.ts';
import { AppFrame } from '#web/shell/app-frame.tsx';

const id = '00000000-0000-4000-8000-0000000000b1';
const until = '2026-03-05T15:30:00Z';
const inTwoDays = () => new Date(Date.now() + 47 * 3_600_000).toISOString();
const longText = Array.from({ length: 45 }, (_, place) => `word${place}`).join(' ');

beforeEach(() => signInAs({ userType: 'listener' }));

test.each([
  ['person', ['chosen_track'], 'A person reads it before it is approved.'],
  ['rules', [], 'It is approved after a short wait.'],
  ['first_reviews', [], 'A new listener’s first reviews wait a day before they are approved.'],
  ['budget', [], 'It is approved as soon as there are new ones.'],
] as const)(
  'a review that waits for %s says so, with the date of the decision',
  async (waitsFor, rules, text) => {
    await show(<ReviewWaiting waiting={{ waitsFor, rules: [...rules], until }} />);
    await expect.element(page.getByText(text, { exact: false })).toBeVisible();
    await expect.element(page.getByText('Decided by', { exact: false })).toBeVisible();
    await expect.element(page.getByText('Mar 5', { exact: false })).toBeVisible();
  },
);

test('a review that a person is to read says by when, and not who asked for it', async () => {
  await show(<ReviewWaiting waiting={{ waitsFor: 'person', rules: [], until }} />);
  await expect.element(page.getByText('A person reads this by Thu, Mar 5.')).toBeVisible();
});

test('a review that waits for a person says why, in words', async () => {
  await show(
    <ReviewWaiting waiting={{ waitsFor: 'person', rules: ['near_equal', 'chosen_track'], until }} />,
  );
  await expect.element(page.getByText('You chose this track yourself', { exact: false })).toBeVisible();
  await expect.element(page.getByText('near_equal', { exact: false })).not.toBeInTheDocument();
});

test('a reached limit says what it is, when it ends, and where to go', async () => {
  await show(<BoundMet bound={{ bound: 'reviews_a_day', most: 10, endsAt: until }} />);
  await expect.element(page.getByRole('heading', { name: 'That’s your 10 reviews for now' })).toBeVisible();
  await expect
    .element(page.getByText('You can send 10 reviews in 24 hours.', { exact: false }))
    .toBeVisible();
  await expect.element(page.getByRole('link', { name: 'My reviews' })).toBeVisible();
});

const rejected = (mendableUntil: string | null): OwnReview => {
  const [review] = sampleReviews;
  if (!review) throw new Error('There is no sample review.');
  const ids = { id, trackId: id, artistId: id };
  return {
    ...review,
    ...ids,
    status: 'rejected',
    waiting: null,
    reason: 'Please say more.',
    mendableUntil,
    appeal: null,
  };
};

test('the name of an artist in Arabic stands before the time of the review', async () => {
  await show(
    <OwnReviewItem
      review={{
        ...rejected(null),
        artistName: 'شادي',
        createdAt: new Date(Date.now() - 1_860_000).toISOString(),
      }}
    />,
  );
  const name = page.getByText('شادي').element().getBoundingClientRect();
  const time = document.querySelector('time')?.getBoundingClientRect();
  expect(name.right).toBeLessThan(time?.left ?? 0);
});

const dialog = page.getByRole('dialog', { name: 'Appeal this rejection' });
async function openAppeal(review: OwnReview) {
  await show(<OwnReviewItem review={review} />);
  await page.getByRole('button', { name: 'Appeal' }).click();
}

test('a rejected review can be appealed with a new text while that is possible', async () => {
  const review = rejected(inTwoDays());
  const sent = answerCall(api.reviews.appealReview, () => ({
    ...review,
    comment: longText,
    mendableUntil: null,
  }));
  await openAppeal(review);
  await dialog.getByLabelText('Why should this review be approved?').fill('I wrote more.');
  const text = dialog.getByLabelText('Your review');
  await expect.element(text).toHaveValue(review.comment);
  await text.fill('Too short.');
  await dialog.getByRole('button', { name: 'Send appeal' }).click();
  await expect
    .element(dialog.getByText('Please write at least 45 words (currently 2).', { exact: false }))
    .toBeVisible();
  expect(sent).toEqual([]);
  await text.fill(longText);
  await dialog.getByRole('button', { name: 'Send appeal' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(sent.map(({ body }) => body)).toEqual([{ appeal: 'I wrote more.', comment: longText }]);
});

test('an appeal with the unchanged text sends no text', async () => {
  const review = rejected(inTwoDays());
  const sent = answerCall(api.reviews.appealReview, () => review);
  await openAppeal(review);
  await dialog.getByLabelText('Why should this review be approved?').fill('It says enough.');
  await dialog.getByRole('button', { name: 'Send appeal' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(sent.map(({ body }) => body)).toEqual([{ appeal: 'It says enough.' }]);
});

test.each([
  ['has passed', '2026-03-05T15:30:00Z'],
  ['does not exist', null],
])('a new text is not offered if its deadline %s', async (_, mendableUntil) => {
  await openAppeal(rejected(mendableUntil));
  await expect.element(dialog.getByLabelText('Why should this review be approved?')).toBeVisible();
  await expect.element(dialog.getByLabelText('Your review')).not.toBeInTheDocument();
});

test('a new text after its deadline is rejected with an explanation, and the dialog stays open', async () => {
  answerCall(api.reviews.appealReview, () => refused('cannot_mend', {}));
  await openAppeal(rejected(inTwoDays()));
  await dialog.getByLabelText('Why should this review be approved?').fill('I wrote more.');
  await dialog.getByLabelText('Your review').fill(longText);
  await dialog.getByRole('button', { name: 'Send appeal' }).click();
  await expect
    .element(page.getByText('You can still appeal without a new text.', { exact: false }))
    .toBeVisible();
  await expect.element(dialog).toBeVisible();
});

test('an appeal that is being written is asked about, also while its dialog is closed', async () => {
  await openAppeal(rejected(null));
  const why = dialog.getByLabelText('Why should this review be approved?');
  await expect.element(why).toBeVisible();
  expect(asksBeforeLeaving()).toBe(false);
  await why.fill('I wrote more.');
  expect(asksBeforeLeaving()).toBe(true);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect.element(why).not.toBeInTheDocument();
  expect(asksBeforeLeaving()).toBe(true);
  await page.getByRole('button', { name: 'Appeal' }).click();
  await why.fill('');
  expect(asksBeforeLeaving()).toBe(false);
});

/** The history and the figures are answered with what no server of ours says, until the returned function is called. */
function breakReads(): () => void {
  const answered = window.fetch;
  const broken = vi.spyOn(window, 'fetch').mockImplementation(async (target, options) => {
    const { pathname } = new URL(new Request(target, options).url);
    const reads: string[] = [api.reviews.listOwnReviews.path, api.reviews.readReviewStats.path];
    return reads.includes(pathname) ? new Response('broken', { status: 500 }) : answered(target, options);
  });
  onTestFinished(() => broken.mockRestore());
  return () => broken.mockRestore();
}

/** The pauses before another try pass at once. */
function skipPauses(): () => void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  return () => vi.advanceTimersByTime(4_000);
}

test('a history and figures that fail to load show labeled samples, also on a phone, and Retry loads the real ones', async () => {
  await page.viewport(375, 812);
  onTestFinished(() => page.viewport(1280, 720));
  answerCall(api.accounts.countUnreadNotices, () => ({ unread: 0 }));
  answerCall(api.reviews.readReviewStats, () => ({
    totalReviews: 0,
    averageRatingGiven: null,
    totalEarnedCents: cents(0),
    listeningHours: 0,
  }));
  answerCall(api.reviews.listOwnReviews, () => ({ items: [], nextCursor: null }));
  const mend = breakReads();
  const passPauses = skipPauses();
  await show(<MyReviewsPage />, '/app/my-reviews', AppFrame);
  const samples = page.getByRole('list', { name: 'Sample reviews' });
  await expect
    .poll(() => {
      passPauses();
      return samples.query() !== null;
    })
    .toBe(true);
  vi.useRealTimers();
  await expect.element(samples.getByRole('listitem').first()).toBeVisible();
  const notices = page.getByRole('heading', { name: 'Sample data' });
  await expect.poll(() => notices.elements().length).toBe(1);
  await expect.element(page.getByText(/^Your figures and reviews did not load/)).toBeVisible();
  const earned = page.getByRole('definition').filter({ hasText: '$0.15' });
  await expect.element(earned).toBeVisible();
  expect(samples.getByRole('link').query()).toBeNull();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(375);
  mend();
  const retry = page.getByRole('button', { name: 'Retry' });
  await retry.click();
  await expect.element(page.getByText('No reviews yet')).toBeVisible();
  await expect.element(page.getByText('Sample data')).not.toBeInTheDocument();
  await expect.element(earned).not.toBeInTheDocument();
});
