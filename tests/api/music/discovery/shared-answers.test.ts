import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { aTrack } from '#tests/support/world/rows.ts';
import { sql } from '#tests/support/world/sql.ts';

const { discovery, reports, tracks } = api;
let earshot: Earshot;
let artist: ApiUser;
beforeEach(async () => {
  earshot = await startEarshot({}, { shareMilliseconds: 60_000 });
  artist = await earshot.signIn({ userType: 'artist', displayName: 'Ada' });
});
afterEach(() => earshot.close());

const owner = () => earshot.testDatabase.ownerDatabase;
const aTrackOfArtist = () => aTrack(owner(), { artistId: artist.userId, title: 'Night Bus' });
const body = () => ({ artistId: artist.userId });

/** How many tracks each public read shows to somebody who is not signed in. */
async function shownTracks(): Promise<number[]> {
  const { nobody } = earshot;
  const overview = await nobody.get(discovery.readDiscovery, { query: {} });
  const found = await nobody.get(discovery.searchTracks, { query: { words: 'Night' } });
  const list = await nobody.get(discovery.getAllPublicTracks, { body: {} });
  const profile = await nobody.call(discovery.getPublicArtistProfile, { body: body() });
  const ofArtist = await nobody.call(discovery.getPublicArtistTracks, { body: body() });
  return [
    overview.newReleases.length,
    found.items.length,
    list.items.length,
    profile.answer?.trackCount ?? 0,
    ofArtist.answer?.items.length ?? 0,
  ];
}
const everywhere = (count: number) => Array(5).fill(count);

/** Milliseconds until every public read shows so many tracks. Answers are kept for a minute here: only news can change them. */
async function untilShown(count: number): Promise<number> {
  const began = performance.now();
  await expect.poll(shownTracks, { timeout: 5_000, interval: 5 }).toEqual(everywhere(count));
  return performance.now() - began;
}

test.each([
  [
    'taken down',
    async (trackId: string) => {
      const admin = await earshot.signIn({ admin: true });
      const reason = { reason: 'copyright', sentence: 'Somebody else recorded it.' } as const;
      await admin.get(reports.takeDown, { body: { kind: 'track', thingId: trackId, ...reason } });
    },
  ],
  ['deleted', (trackId: string) => artist.get(tracks.deleteTrack, { params: { trackId } })],
  [
    'by a suspended artist',
    () => sql(owner(), 'update users set suspended_at = now() where id = $1', [artist.userId]),
  ],
  [
    'by an artist who made the profile private',
    () => sql(owner(), 'update profiles set is_private = true where user_id = $1', [artist.userId]),
  ],
])('a track that is %s disappears from every public read within a second', async (_, hide) => {
  const { id } = await aTrackOfArtist();
  await untilShown(1);
  await hide(id);
  expect(await untilShown(0)).toBeLessThan(1_000);
});

test('a new track, a changed title and blind listening show within a second', async () => {
  expect(await shownTracks()).toEqual(everywhere(0));
  const { id } = await aTrackOfArtist();
  expect(await untilShown(1)).toBeLessThan(1_000);
  await artist.get(tracks.editTrack, { params: { trackId: id }, body: { title: 'Day Bus', isBlind: true } });
  const shown = async () => (await earshot.nobody.get(discovery.getAllPublicTracks, { body: {} })).items[0];
  await expect
    .poll(shown, { timeout: 1_000, interval: 5 })
    .toMatchObject({ title: 'Day Bus', isBlind: true });
});

test('a replaced cover is no longer linked, long before a shared response expires', async () => {
  const { id } = await aTrackOfArtist();
  const setCover = (key: string) =>
    sql(owner(), 'update artist_tracks set cover_key = $2 where id = $1', [id, key]);
  await setCover(`covers/${id}/first`);
  const url = async () =>
    (await earshot.nobody.get(discovery.getAllPublicTracks, { body: {} })).items[0]?.coverUrl;
  await expect.poll(url, { timeout: 5_000, interval: 5 }).toBeTruthy();
  const first = await url();
  await setCover(`covers/${id}/second`);
  await expect.poll(url, { timeout: 5_000, interval: 5 }).not.toBe(first);
});

test('a shared response is read once for all signed-out visitors, and never used for signed-in users', async () => {
  const { id } = await aTrackOfArtist();
  await untilShown(1);
  // A count that moves is no news.
  await sql(owner(), 'update artist_tracks set play_count = 7 where id = $1', [id]);
  await sleep(200);
  const plays = async (reader: ApiUser) =>
    (await reader.get(discovery.getPublicArtistProfile, { body: body() })).totalPlays;
  expect([await plays(earshot.nobody), await plays(artist), await plays(earshot.nobody)]).toEqual([0, 7, 0]);
});

test('a shared response is never older than the setting, even without a change notice', async () => {
  const other = await startEarshot({}, { shareMilliseconds: 300 });
  try {
    const { id } = await aTrack(other.testDatabase.ownerDatabase, { title: 'Night Bus' });
    const count = async () => (await other.nobody.get(discovery.getAllPublicTracks, { body: {} })).items[0];
    await expect.poll(count).toMatchObject({ playCount: 0 });
    await sql(other.testDatabase.ownerDatabase, 'update artist_tracks set play_count = 7 where id = $1', [
      id,
    ]);
    const began = performance.now();
    await expect.poll(count, { interval: 5 }).toMatchObject({ playCount: 7 });
    // The setting, and what one answer takes on a busy machine.
    expect(performance.now() - began).toBeLessThan(600);
  } finally {
    await other.close();
  }
});

test('GET responses are cached by browsers and proxies and revalidated each time, with 304 if unchanged', async () => {
  const { id } = await aTrackOfArtist();
  await untilShown(1);
  for (const path of ['/api/discovery', '/api/discovery?genre=indie', '/api/discovery/tracks?words=Night']) {
    const read = (headers = {}) => earshot.nobody.fetch(path, { headers });
    const first = await read();
    expect(first.headers.get('cache-control')).toBe('public, no-cache');
    const held = { 'if-none-match': first.headers.get('etag') ?? '' };
    const again = await read(held);
    expect([again.status, await again.text()]).toEqual([304, '']);
    await artist.get(tracks.editTrack, { params: { trackId: id }, body: { title: `Night ${path.length}` } });
    await expect.poll(async () => (await read(held)).status).toBe(200);
  }
});

test('responses to POST and error responses are not cached', async () => {
  const list = await earshot.nobody.fetch('/api/rpc/get_all_public_tracks', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  expect(list.headers.get('cache-control')).toBe('no-store');
  const refused = await earshot.nobody.fetch('/api/discovery?genre=noise');
  expect([refused.status, refused.headers.get('cache-control'), refused.headers.get('etag')]).toEqual([
    400,
    'no-store',
    null,
  ]);
});

test('a card has a waveform of 100 bars, the track page all 800', async () => {
  const { id } = await aTrackOfArtist();
  await sql(
    owner(),
    `update audio_files set analysis = 'done', peaks = decode(repeat('10', 400) || repeat('f0', 400), 'hex')
      where id = (select audio_file_id from artist_tracks where id = $1)`,
    [id],
  );
  const { items } = await artist.get(discovery.getPublicArtistTracks, { body: body() });
  const bars = Buffer.from(items[0]?.peaks ?? '', 'base64');
  expect([...bars]).toEqual([...Array(50).fill(0x10), ...Array(50).fill(0xf0)]);
  const { peaks } = await artist.get(tracks.readOwnTrack, { params: { trackId: id } });
  expect(Buffer.from(peaks ?? '', 'base64')).toHaveLength(800);
});
