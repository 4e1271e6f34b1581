import { afterAll, beforeAll, expect, test } from 'vitest';
import { PublicTrack } from '#contract/music/discovery/discovery.ts';
import { listPublicTracks } from '#server/music/discovery/read-discovery.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/world/database.ts';
import { anArtist, aReview, aTrack } from '#tests/support/world/rows.ts';
import { sql } from '#tests/support/world/sql.ts';

let testDatabase: TestDatabase;
let own: TestDatabase['ownerDatabase'];
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  own = testDatabase.ownerDatabase;
});
afterAll(() => testDatabase.drop());

test.each([
  '',
  '!',
  'bm9uc2Vuc2U',
  Buffer.from('["2026-01-01T00:00:00.000Z","no id"]').toString('base64url'),
])('the broken cursor %j is malformed', async (cursor) => {
  await expect(listPublicTracks(testDatabase, { cursor })).rejects.toMatchObject({
    code: 'malformed',
  });
});

test('the list is empty without tracks', async () => {
  expect(await listPublicTracks(testDatabase, {})).toEqual({
    items: [],
    nextCursor: null,
  });
});

test('deleted tracks and tracks of suspended artists are not listed', async () => {
  await aTrack(own, { status: 'deleted' });
  await aTrack(own, { artistId: await anArtist(own, { suspended: true }) });
  expect(await listPublicTracks(testDatabase, {})).toEqual({
    items: [],
    nextCursor: null,
  });
});

test('a track is listed with its artist and figures, and without audio', async () => {
  const artistId = await anArtist(own, { displayName: 'The Long Way' });
  const track = await aTrack(own, { artistId, title: 'Night Bus', genre: 'r&b' });
  await aReview(own, { track, rating: 5 });
  await aReview(own, { track, rating: 4 });
  const { items } = await listPublicTracks(testDatabase, { genre: 'r&b' });
  expect(items).toMatchObject([
    {
      trackId: track.id,
      title: 'Night Bus',
      genre: 'r&b',
      avgRating: 4.5,
      reviewCount: 2,
      playCount: 0,
      peaks: null,
      createdAt: expect.stringMatching(/Z$/),
      artistId,
      artistName: 'The Long Way',
    },
  ]);
  // The contract knows no key of the audio, and refuses every key that it does not know.
  expect(items.map((item) => PublicTrack.parse(item))).toEqual(items);
});

test('pages run from newest to oldest without gaps or repeats, with and without a genre', async () => {
  for (let i = 0; i < 50; i++) await aTrack(own, { genre: i % 2 ? 'jazz' : 'pop' });
  await sql(own, "update artist_tracks set created_at = '2026-01-01T00:00:00.123Z' where genre = 'jazz'");
  for (const [genre, count] of [
    [undefined, 51],
    ['jazz', 25],
  ] as const) {
    const seen: { trackId: string; createdAt: string }[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await listPublicTracks(testDatabase, { genre, cursor });
      expect(page.items.length).toBeLessThanOrEqual(24);
      seen.push(...page.items);
      cursor = page.nextCursor;
    }
    expect(new Set(seen.map(({ trackId }) => trackId)).size).toBe(count);
    expect(seen).toHaveLength(count);
    const times = seen.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted().toReversed());
  }
});
