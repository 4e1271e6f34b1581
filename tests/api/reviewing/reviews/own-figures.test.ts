import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { earnedBy } from '#tests/support/people/reviewing.ts';
import { type Earshot, fixedStart, startEarshot } from '#tests/support/world/earshot.ts';
import { aRejectedReview, aReview, aTrack } from '#tests/support/world/rows.ts';
import { sql } from '#tests/support/world/sql.ts';

let earshot: Earshot;
let [one, other]: ApiUser[] = [];
beforeAll(async () => {
  earshot = await startEarshot({}, { startsAt: fixedStart });
  one = await earshot.signIn({ userType: 'listener', displayName: 'One' });
  other = await earshot.signIn({ userType: 'listener', displayName: 'Other' });
});
afterAll(() => earshot.close());

const owner = () => earshot.testDatabase.ownerDatabase;
const stats = async (user: ApiUser | undefined) => user?.get(api.reviews.readReviewStats, {});

async function listened(listenerId: string, seconds: number): Promise<void> {
  await sql(
    owner(),
    `insert into play_events (track_id, listener_id, session_id, started_at, last_position, play_duration)
     values ($1, $2, $3, now(), 0, $4)`,
    [(await aTrack(owner())).id, listenerId, randomUUID(), seconds],
  );
}

test('a listener without reviews has no figures and no average', async () => {
  const none = { totalReviews: 0, averageRatingGiven: null, totalEarnedCents: 0, listeningHours: 0 };
  expect([await stats(one), await stats(other)]).toEqual([none, none]);
});

test('review figures are the caller’s own', async () => {
  const [oneId, otherId] = [one?.userId ?? '', other?.userId ?? ''];
  await earnedBy(earshot, oneId, 2); // four stars each
  await aReview(owner(), { listenerId: oneId, rating: 1 });
  await aRejectedReview(owner(), { listenerId: oneId, rating: 5 });
  await aReview(owner(), { listenerId: otherId, rating: 5 });
  await listened(oneId, 5400);
  await listened(oneId, 1800);
  await listened(otherId, 900);
  expect(await stats(one)).toEqual({
    totalReviews: 3,
    averageRatingGiven: 3,
    totalEarnedCents: 30,
    listeningHours: 2,
  });
  expect(await stats(other)).toEqual({
    totalReviews: 1,
    averageRatingGiven: 5,
    totalEarnedCents: 0,
    listeningHours: 0.25,
  });
});

test('analytics are the calling artist’s own', async () => {
  const artists = [
    await earshot.signIn({ userType: 'artist', displayName: 'Ada' }),
    await earshot.signIn({ userType: 'artist', displayName: 'Bea' }),
  ];
  const createdAt = earshot.clock.now();
  for (const [i, { userId: artistId }] of artists.entries()) {
    const track = await aTrack(owner(), { artistId, title: `Track ${i}` });
    await aReview(owner(), { track, rating: i === 0 ? 2 : 5, createdAt });
    if (i === 1) await aReview(owner(), { track, rating: 4, createdAt });
  }
  const [ada, bea] = await Promise.all(
    artists.map((artist) => artist.get(api.reviews.readAnalytics, { query: {} })),
  );
  expect(ada).toMatchObject({ reviews: { total: 1 }, averageRating: { total: 2 }, stars: [0, 1, 0, 0, 0] });
  expect(bea).toMatchObject({ reviews: { total: 2 }, averageRating: { total: 4.5 }, stars: [0, 0, 0, 1, 1] });
  expect(ada?.recentReviews.map(({ trackTitle }) => trackTitle)).toEqual(['Track 0']);
});
