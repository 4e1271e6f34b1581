import { afterAll, beforeAll, expect, test } from 'vitest';
import { mostTracksAsked } from '#contract/business-rules.ts';
import { api } from '#contract/index.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { aReview, aTrack } from '#tests/support/world/rows.ts';

let earshot: Earshot;
beforeAll(async () => {
  earshot = await startEarshot();
});
afterAll(() => earshot.close());

test('a listener sees which of the shown tracks they have reviewed, and only their own reviews', async () => {
  const owner = earshot.testDatabase.ownerDatabase;
  const listener = await earshot.signIn({ userType: 'listener' });
  const other = await earshot.signIn({ userType: 'listener' });
  const [mine, theirs, elsewhere] = [await aTrack(owner), await aTrack(owner), await aTrack(owner)];
  await aReview(owner, { track: mine, listenerId: listener.userId });
  await aReview(owner, { track: elsewhere, listenerId: listener.userId });
  await aReview(owner, { track: theirs, listenerId: other.userId });
  const body = { trackIds: [mine.id, theirs.id] };
  expect(await listener.get(api.reviews.listReviewedTracks, { body })).toEqual({ trackIds: [mine.id] });
});

test('the call rejects more tracks than a page can show', async () => {
  const listener = await earshot.signIn({ userType: 'listener' });
  const trackIds = Array.from({ length: mostTracksAsked + 1 }, () => crypto.randomUUID());
  const { code } = await listener.call(api.reviews.listReviewedTracks, { body: { trackIds } });
  expect(code).toBe('malformed');
});
