import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { type ApiUser, type Earshot, fixedStart, startEarshot } from '#tests/support/earshot.ts';
import { aRejectedReview, aReview } from '#tests/support/rows.ts';

let earshot: Earshot;
beforeAll(async () => {
  earshot = await startEarshot({}, { startsAt: fixedStart });
});
afterAll(() => earshot.close());

const appeal = (listener: ApiUser, reviewId: string, words = 'I did hear it to the end.') =>
  listener.call(api.reviews.appealReview, { params: { reviewId }, body: { appeal: words } });

async function aRejectedOne(): Promise<{ listener: ApiUser; reviewId: string }> {
  const listener = await earshot.signIn({ userType: 'listener' });
  const { id } = await aRejectedReview(earshot.testDatabase.ownerDatabase, { listenerId: listener.userId });
  return { listener, reviewId: id };
}

test("nobody appeals somebody else's review", async () => {
  const { reviewId } = await aRejectedOne();
  expect((await appeal(await earshot.signIn({ userType: 'listener' }), reviewId)).code).toBe('not_found');
});

test('a pending review is not appealed, and no words are no appeal', async () => {
  const listener = await earshot.signIn({ userType: 'listener' });
  const { id } = await aReview(earshot.testDatabase.ownerDatabase, { listenerId: listener.userId });
  expect((await appeal(listener, id)).code).toBe('cannot_appeal');
  expect((await appeal(listener, id, '')).code).toBe('malformed');
  expect((await appeal(listener, id, 'x'.repeat(1001))).code).toBe('malformed');
});

test('the listener sees why a review was rejected and appeals once', async () => {
  const { listener, reviewId } = await aRejectedOne();
  const shown = async () => (await listener.get(api.reviews.listOwnReviews, { query: {} })).items[0];
  expect(await shown()).toMatchObject({ reason: 'This is another review again.', appeal: null });
  const both = await Promise.all([appeal(listener, reviewId), appeal(listener, reviewId)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await shown())?.appeal?.text).toBe('I did hear it to the end.');
});
