import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { api } from '#contract/index.ts';
import { show, signInAs } from '#tests/support/screens/component-frame.tsx';
import {
  emptyBalance,
  shownBalance,
  shownForecast,
  shownOffers,
} from '#tests/support/screens/shown-reviews.ts';
import { status } from '#tests/support/screens/shown-status.ts';
import { emptyVerdict, undatedAssignment } from '#tests/support/screens/shown-verdicts.ts';
import { answerCall, noAnswer, refused } from '#tests/support/stand-ins/api-stand-in.ts';
import { MyTracksPage } from '#web/music/tracks/my-tracks-page.tsx';

const assignment = undatedAssignment(10);
const fed = {
  ...emptyVerdict.track,
  reviewTarget: 10,
  reviewCount: 6,
  delivered: 6,
  openPlaces: 3,
  assignments: [
    {
      ...assignment,
      delivered: 6,
      openPlaces: 3,
      dated: 10,
      promise: 'open' as const,
      promisedAt: '2026-12-04T12:00:00.000Z',
    },
  ],
};
const hungry = { ...fed, reviewTarget: 0, reviewCount: 0, delivered: 0, openPlaces: 0, assignments: [] };

let balance: typeof shownBalance;
let track: typeof emptyVerdict.track;
beforeEach(() => {
  signInAs({ userType: 'artist' });
  balance = shownBalance;
  track = fed;
  answerCall(api.balance.readReviewBalance, () => balance);
  answerCall(api.tracks.listOwnTracks, () => ({ items: [track], nextCursor: null }));
  answerCall(api.balance.forecastReviews, ({ query }) => shownForecast(query.reviews));
});

const text = (words: string | RegExp) => page.getByText(words);
const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = (name: string) => page.getByRole('dialog', { name });
const number = () => page.getByLabelText('Reviews', { exact: true });
const confirm = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });

test('My Tracks says how many reviews there are to give, and where they come from', async () => {
  await show(<MyTracksPage />);
  const line = text('23 reviews to give: 20 until Jun 27, 2099, 3 until Jul 3, 2099.');
  await expect.element(line).toBeVisible();
  await expect.element(text('20 of 40 from your plan, until Jun 27, 2099')).not.toBeVisible();
  await line.click();
  await expect.element(text('20 of 40 from your plan, until Jun 27, 2099')).toBeVisible();
  await expect.element(text('3 of 10 from a pack, until Jul 3, 2099')).toBeVisible();
});

test('a new artist, whose first upload brings reviews, is not told that there are none', async () => {
  balance = { ...emptyBalance, next: null };
  answerCall(api.tracks.listOwnTracks, () => ({ items: [], nextCursor: null }));
  await show(<MyTracksPage />);
  await expect.element(text('No tracks yet')).toBeVisible();
  expect(text(/No reviews to give/).query()).toBeNull();
});

test('a track says what it has and by when', async () => {
  await show(<MyTracksPage />);
  await expect.element(text('6 of 10 reviews')).toBeVisible();
  await expect.element(text(/by Fri, Dec 4/)).toBeVisible();
  await expect.element(button('Add reviews')).toBeVisible();
  await expect.element(button('Take back')).toBeVisible();
});

test.each([
  [emptyBalance, 'No reviews assigned. Your next 40 come on Jun 27, 2099.'],
  [shownBalance, 'No reviews assigned. You have 23 to give.'],
])('a track without reviews says when it can get some, and has nothing to take back', async (has, says) => {
  balance = has;
  track = hungry;
  await show(<MyTracksPage />);
  await expect.element(text(says)).toBeVisible();
  await expect.element(button('Add reviews')).toBeVisible();
  expect(button('Take back').query()).toBeNull();
});

test('a track that is taken down gets no reviews, and those that nobody has can be taken back', async () => {
  track = { ...fed, status: 'taken_down' };
  await show(<MyTracksPage />);
  await expect.element(button('Take back')).toBeVisible();
  expect(button('Add reviews').query()).toBeNull();
});

test('reviews are added with the keyboard, after their date is said', async () => {
  const sent = answerCall(api.balance.addReviews, () => ({ assigned: 2, left: 21 }));
  const asked = answerCall(api.balance.forecastReviews, ({ query }) => shownForecast(query.reviews));
  await show(<MyTracksPage />);
  await button('Add reviews').click();
  await expect.element(number()).toHaveValue(20);
  await expect.element(text('20 reviews by Fri, Dec 4.')).toBeVisible();
  await number().fill('3');
  await userEvent.keyboard('{ArrowUp}{ArrowDown}{ArrowDown}');
  await expect.element(number()).toHaveValue(2);
  await expect.element(text('2 reviews by Fri, Dec 4.')).toBeVisible();
  expect(asked.map(({ query }) => query.reviews)).toEqual([20, 2]);
  await userEvent.keyboard('{Enter}');
  await expect.element(text('2 reviews added')).toBeVisible();
  await expect.element(text('You have 21 left to give.')).toBeVisible();
  expect(sent).toMatchObject([{ params: { trackId: track.id }, body: { reviews: 2 } }]);
  await expect.element(dialog('Add reviews')).not.toBeInTheDocument();
});

test('a double press adds reviews once', async () => {
  const given = Promise.withResolvers<{ assigned: number; left: number }>();
  const sent = answerCall(api.balance.addReviews, () => given.promise);
  await show(<MyTracksPage />);
  await button('Add reviews').click();
  await confirm('Add reviews').dblClick();
  await expect.poll(() => sent.length).toBe(1);
  given.resolve({ assigned: 20, left: 3 });
  await expect.element(text('20 reviews added')).toBeVisible();
  expect(sent).toHaveLength(1);
});

test('a retry after a lost response is the same act, also when the list has shown its result, and another number is not', async () => {
  const sent = answerCall(api.balance.addReviews, noAnswer);
  await show(<MyTracksPage />);
  await button('Add reviews').click();
  await confirm('Add reviews').click();
  await expect.element(text('Reviews not added')).toBeVisible();
  track = { ...fed, reviewTarget: 30, openPlaces: 23 };
  await confirm('Add reviews').click();
  await expect.poll(() => sent.length).toBe(2);
  await number().fill('4');
  await confirm('Add reviews').click();
  await expect.poll(() => sent.length).toBe(3);
  const keys = sent.map(({ idempotencyKey }) => idempotencyKey);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

test('a number that cannot be given is not sent, and one press takes the largest that gets a date', async () => {
  answerCall(api.balance.forecastReviews, ({ query: { reviews } }) =>
    reviews > 8
      ? {
          ...shownForecast(reviews),
          dated: 0,
          promisedAt: null,
          smaller: { reviews: 8, promisedAt: '2026-12-01T12:00:00Z' },
        }
      : shownForecast(reviews),
  );
  await show(<MyTracksPage />);
  await button('Add reviews').click();
  await expect.element(text('20 reviews in about 2 weeks at today’s pace, no date promised.')).toBeVisible();
  for (const wrong of ['0', '24', '']) {
    await number().fill(wrong);
    await expect.element(confirm('Add reviews')).toBeDisabled();
    await expect.element(text('Enter a number from 1 to 23.')).toBeVisible();
  }
  await number().fill('23');
  await button('Ask for 8 instead, by Tue, Dec 1').click();
  await expect.element(number()).toHaveValue(8);
  await expect.element(text('8 reviews by Fri, Dec 4.')).toBeVisible();
});

test('if fewer are left than shown, the number says so, and the dialog stays', async () => {
  answerCall(api.balance.addReviews, () => {
    balance = { ...shownBalance, left: 3 };
    return refused('too_few_reviews', { left: 3 });
  });
  await show(<MyTracksPage />);
  await button('Add reviews').click();
  await confirm('Add reviews').click();
  await expect
    .element(text('You have only 3 reviews left to assign.').or(text('Enter a number from 1 to 3.')).first())
    .toBeVisible();
  await expect.element(number()).toHaveFocus();
  await number().fill('3');
  await expect.element(confirm('Add reviews')).toBeEnabled();
});

test('with nothing left the dialog sells packs, and gives what has been paid for', async () => {
  balance = emptyBalance;
  answerCall(api.subscriptions.checkSubscription, () => status);
  answerCall(api.balance.forecastOffers, () => shownOffers);
  const bought = answerCall(api.subscriptions.createCheckout, () => ({ url: 'https://pay.example/ten' }));
  vi.spyOn(window, 'open').mockReturnValue(null);
  await show(<MyTracksPage />);
  await button('Add reviews').click();
  await expect.element(page.getByRole('dialog').getByText(/^No reviews to give/)).toBeVisible();
  expect(number().query()).toBeNull();
  await expect.element(page.getByRole('heading', { name: '10 reviews · $9' })).toBeVisible();
  await expect.element(page.getByText('No subscription. One upload, valid 12 months.').first()).toBeVisible();
  await button('Buy 10 reviews').click();
  await expect.poll(() => bought).toMatchObject([{ body: { priceId: 'price_ten' } }]);
  await expect.element(page.getByRole('link', { name: 'Open the checkout for 10 reviews' })).toBeVisible();
  balance = { ...shownBalance, left: 10 };
  await expect.element(number()).toHaveValue(10);
});

test('what is taken back says where it returns and until when', async () => {
  const sent = answerCall(api.balance.takeBackReviews, () => ({ takenBack: 2, left: 25 }));
  await show(<MyTracksPage />);
  await button('Take back').click();
  await expect.element(number()).toHaveValue(3);
  await expect.element(text('You get them back: 3 until Dec 27, 2099.')).toBeVisible();
  await button('One less').click();
  await expect.element(text('You get them back: 2 until Dec 27, 2099.')).toBeVisible();
  await confirm('Take back').click();
  await expect.element(text('2 reviews taken back')).toBeVisible();
  await expect.element(text('You have 25 to give.')).toBeVisible();
  expect(sent).toMatchObject([{ body: { reviews: 2 } }]);
});

test('if a listener was faster, the number says so', async () => {
  answerCall(api.balance.takeBackReviews, () => refused('too_few_places', { open: 1 }));
  await show(<MyTracksPage />);
  await button('Take back').click();
  await confirm('Take back').click();
  await expect.element(text('You can take back only 1. Listeners have the others.')).toBeVisible();
  await expect.element(dialog('Take back reviews')).toBeVisible();
});
