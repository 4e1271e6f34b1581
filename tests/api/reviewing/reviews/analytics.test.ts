import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { approveReview } from '#server/money/wallet/settle-review.ts';
import { readAnalytics } from '#server/reviewing/reviews/read-analytics.ts';
import { monthDifferences } from '#tests/support/people/rollup-differences.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/world/database.ts';
import { aListener, anAdmin, anArtist, aReview, aTrack } from '#tests/support/world/rows.ts';
import { sql } from '#tests/support/world/sql.ts';
import { testClock } from '#tests/support/world/test-clock.ts';

let testDatabase: TestDatabase;
const clock = testClock('2026-03-15T12:00:00.000Z');
beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(() => testDatabase.drop());

const owner = () => testDatabase.ownerDatabase;
const figures = (artistId: string, trackId?: string) =>
  readAnalytics({ database: testDatabase.database, clock }, artistId, trackId);

/** A track that was served at this moment, heard, and left again. */
async function aPlay(trackId: string, listenerId: string, at: string, played = true): Promise<string> {
  const id = randomUUID();
  await sql(
    testDatabase.database,
    `insert into leases (id, track_id, listener_id, served_at, leased_until, played, closed_at, outcome)
     values ($1, $2, $3, $4, $4, $5, $4, 'set_aside')`,
    [id, trackId, listenerId, at, played],
  );
  return id;
}
const skip = (id: string) =>
  sql(testDatabase.database, "update leases set outcome = 'skipped' where id = $1", [id]);
const hear = (id: string) =>
  sql(testDatabase.database, 'update leases set played = true where id = $1', [id]);

test("another artist's track has no figures", async () => {
  const { id } = await aTrack(owner());
  await expect(figures(await anArtist(owner()), id)).rejects.toMatchObject({ code: 'not_found' });
});

test('without tracks every figure is zero, and there is no average', async () => {
  expect(await figures(await anArtist(owner()))).toMatchObject({
    plays: { total: 0, thisMonth: 0 },
    averageRating: { total: null, thisMonth: null },
    ratingInterval: null,
    stars: [0, 0, 0, 0, 0],
    recentReviews: [],
  });
});

test('the monthly sums equal the raw plays and reviews after any change', async () => {
  const tracks = [await aTrack(owner()), await aTrack(owner())];
  const listeners = await Promise.all([1, 2, 3, 4].map(() => aListener(owner())));
  const admin = await anAdmin(owner());
  const sessions: string[] = [];
  for (const [i, track] of tracks.entries()) {
    for (const [n, listener] of listeners.entries()) {
      for (const at of ['2026-01-31T23:59:59.999Z', '2026-02-01T00:00:00Z', '2026-03-10T20:15:00Z']) {
        sessions.push(await aPlay(track.id, listener, at, (i + n) % 3 > 0));
      }
      const review = await aReview(owner(), {
        track,
        listenerId: listener,
        rating: n === 0 ? 5 : 3,
        createdAt: new Date(`2026-03-0${n + 1}T20:00:00Z`),
      });
      await testDatabase.database.transaction(async (tx) => {
        if (n === 1) await approveReview(tx, { reviewId: review.id, decidedBy: null });
      });
      if (n === 2) {
        await sql(testDatabase.database, "select ledger.reject_review($1, $2, 'copied', 'Copied.')", [
          review.id,
          admin,
        ]);
      }
    }
  }
  for (const session of sessions.filter((_, i) => i % 4 === 1)) await skip(session);
  for (const session of sessions.filter((_, i) => i % 5 === 0)) await hear(session);
  expect(await monthDifferences(owner())).toEqual([]);
});

test('totals, this month, stars and recent reviews are the artist’s own', async () => {
  const artistId = await anArtist(owner());
  const first = await aTrack(owner(), { artistId, title: 'First' });
  await aTrack(owner(), { artistId, title: 'Gone', status: 'deleted' });
  const [fan, guest] = [await aListener(owner()), await aListener(owner())];
  await aPlay(first.id, fan, '2026-01-10T08:00:00Z');
  await aPlay(first.id, fan, '2026-03-02T08:30:00Z');
  await aPlay(first.id, fan, '2026-03-02T09:00:00Z');
  await aPlay(first.id, guest, '2026-03-03T23:00:00Z');
  await sql(owner(), 'update artist_tracks set play_count = 4 where id = $1', [first.id]);
  await aReview(owner(), {
    track: first,
    listenerId: fan,
    rating: 2,
    createdAt: new Date('2026-01-10T09:00:00Z'),
  });
  await aReview(owner(), {
    track: first,
    listenerId: guest,
    rating: 5,
    createdAt: new Date('2026-03-04T09:00:00Z'),
  });
  const found = await figures(artistId);
  expect(found).toMatchObject({
    plays: { total: 4, thisMonth: 3 },
    reviews: { total: 2, thisMonth: 1 },
    averageRating: { total: 3.5, thisMonth: 5 },
    activeTracks: { total: 1 },
    stars: [0, 1, 0, 0, 1],
    listeners: { new: 1, returning: 1 },
  });
  expect(found.months).toHaveLength(12);
  expect(found.months.at(-1)).toEqual({ month: '2026-03', plays: 3 });
  expect(found.months.at(-3)).toEqual({ month: '2026-01', plays: 1 });
  expect(found.recentReviews.map(({ rating, trackTitle }) => [rating, trackTitle])).toEqual([
    [5, 'First'],
    [2, 'First'],
  ]);
  expect(found.topTracks.map(({ title }) => title)).toEqual(['First', 'Gone']);
  expect((await figures(artistId, first.id)).topTracks).toEqual([]);
});

const favour = (listenerId: string, genres: string[]) =>
  sql(owner(), 'update profiles set genres = $2 where user_id = $1', [listenerId, genres]);

test('genres that listeners like come from their favorites and their good reviews, once per listener', async () => {
  const artistId = await anArtist(owner());
  const track = await aTrack(owner(), { artistId, genre: 'metal' });
  const jazz = await aTrack(owner(), { genre: 'jazz' });
  const listeners = await Promise.all([1, 2, 3, 4].map(() => aListener(owner())));
  const [first = '', second = '', third = '', fourth = ''] = listeners;
  for (const listener of listeners) await aPlay(track.id, listener, '2026-03-01T10:00:00Z');
  await favour(first, ['metal', 'pop']);
  await favour(second, ['jazz']);
  await aReview(owner(), { track, listenerId: first, rating: 5 });
  await aReview(owner(), { track: jazz, listenerId: second, rating: 4 });
  await aReview(owner(), { track: jazz, listenerId: third, rating: 5 });
  await aReview(owner(), { track: jazz, listenerId: fourth, rating: 3 });
  expect((await figures(artistId)).likedGenres).toBeNull();
  await aPlay(track.id, await aListener(owner()), '2026-03-01T10:00:00Z');
  expect((await figures(artistId)).likedGenres).toEqual({
    listeners: 5,
    genres: [
      { genre: 'jazz', likedBy: 2 },
      { genre: 'metal', likedBy: 1 },
      { genre: 'pop', likedBy: 1 },
    ],
  });
  expect((await figures(artistId, track.id)).likedGenres).toBeNull();
});

test('listeners without any taste leave the list of genres empty', async () => {
  const artistId = await anArtist(owner());
  const track = await aTrack(owner(), { artistId });
  for (const _ of [1, 2, 3, 4, 5]) await aPlay(track.id, await aListener(owner()), '2026-03-01T10:00:00Z');
  expect((await figures(artistId)).likedGenres).toEqual({ listeners: 5, genres: [] });
});
