import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { serveArtistHead } from '#server/http/artist-head.ts';
import { sharedAnswers } from '#server/http/shared-answers.ts';
import { anMp3 } from '#tests/support/files/audio-files.ts';
import { aCover, showsCover } from '#tests/support/files/pictures.ts';
import { digestsAfter } from '#tests/support/people/digests.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { aListener, anArtist, aReview, aTrack } from '#tests/support/world/rows.ts';
import { sql } from '#tests/support/world/sql.ts';
import { makeDrawArtist } from '#web/music/discovery/drawn-artist.tsx';

let earshot: Earshot;
let pages: FastifyInstance;
let webRoot: string;
beforeAll(async () => {
  earshot = await startEarshot({ PUBLIC_URL: 'https://earshot.example' });
  webRoot = await mkdtemp(join(tmpdir(), 'earshot-web-'));
  const head = `<head><meta name="description" content="Everybody" /><meta property="og:title" content="Everybody" />
     <meta name="earshot-demo-mode" content="%DEMO_MODE%" /><title>Earshot</title></head>`;
  await writeFile(join(webRoot, 'index.html'), head);
  await writeFile(join(webRoot, 'artist.html'), `${head}<div id="before-scripts"></div>`);
  pages = fastify();
  const answers = sharedAnswers({ milliseconds: 0 });
  await serveArtistHead(pages, earshot.deps, { webRoot, answers, draw: await makeDrawArtist() });
});
afterAll(async () => {
  await pages.close();
  await rm(webRoot, { recursive: true, force: true });
  await earshot.close();
});

const owner = () => earshot.testDatabase.ownerDatabase;
const profileOf = (artistId: string) =>
  earshot.nobody.call(api.discovery.getPublicArtistProfile, { body: { artistId } });

test("the calls of an artist page also accept the specification's name of the artist", async () => {
  const artistId = await anArtist(owner());
  const body = { _artist_id: artistId };
  expect(await earshot.nobody.get(api.discovery.getPublicArtistProfile, { body })).toMatchObject({
    artistId,
  });
  expect((await earshot.nobody.get(api.discovery.getPublicArtistTracks, { body })).items).toEqual([]);
  const both = { body: { ...body, artistId } };
  expect((await earshot.nobody.call(api.discovery.getPublicArtistProfile, both)).code).toBe('malformed');
});

test('an unknown user, a suspended artist and a listener without tracks have no artist page', async () => {
  const ids = [randomUUID(), await anArtist(owner(), { suspended: true }), await aListener(owner())];
  for (const artistId of ids) {
    expect(await profileOf(artistId)).toMatchObject({
      code: 'artist_not_found',
      message: 'Artist not found or profile is private.',
    });
    const tracks = await earshot.nobody.call(api.discovery.getPublicArtistTracks, { body: { artistId } });
    expect(tracks.code).toBe('artist_not_found');
    for (const path of [`/artist/${artistId}`, `/app/artist/${artistId}`]) {
      const { statusCode, body } = await pages.inject(path);
      expect(statusCode, path).toBe(404);
      expect(body, path).toContain('<title>Earshot</title>');
      expect(body, path).not.toContain('before-scripts');
    }
  }
  expect((await pages.inject('/artist/nonsense')).statusCode).toBe(404);
});

test('signed-out visitors see an artist with figures of the active tracks and no audio or address', async () => {
  const artistId = await anArtist(owner(), { displayName: 'The Long Way' });
  const track = await aTrack(owner(), { artistId, title: 'Night Bus', genre: 'r&b' });
  await aTrack(owner(), { artistId, title: 'Gone', status: 'deleted' });
  await aReview(owner(), { track, rating: 5 });
  await aReview(owner(), { track, rating: 4 });
  await sql(owner(), 'update artist_tracks set play_count = 7 where id = $1', [track.id]);
  expect((await profileOf(artistId)).answer).toEqual({
    artistId,
    displayName: 'The Long Way',
    avatarUrl: null,
    bio: null,
    genres: ['r&b'],
    trackCount: 1,
    topTrackId: track.id,
    totalPlays: 7,
    reviewCount: 2,
    averageRating: 4.5,
    followerCount: 0,
    isPrivate: false,
  });
  const { items } = await earshot.nobody.get(api.discovery.getPublicArtistTracks, { body: { artistId } });
  expect(items.map(({ title }) => title)).toEqual(['Night Bus']);
  expect(JSON.stringify(items)).not.toMatch(/audio|http|storage/);
});

test('a private profile looks like a missing one, except to the artist and admins', async () => {
  const artist = await earshot.signIn({ userType: 'artist', displayName: 'Hermit Crabapple' });
  const track = await aTrack(owner(), { artistId: artist.userId, title: 'Hidden Tide', genre: 'folk' });
  for (const rating of [5, 5, 5] as const) await aReview(owner(), { track, rating });
  await sql(owner(), "update profiles set is_private = true, bio = 'Shy.' where user_id = $1", [
    artist.userId,
  ]);
  const aimed = { body: { artistId: artist.userId } };
  const [admin, fan] = [
    await earshot.signIn({ admin: true }),
    await earshot.signIn({ userType: 'listener' }),
  ];
  for (const reader of [earshot.nobody, fan]) {
    expect((await reader.call(api.discovery.getPublicArtistProfile, aimed)).code).toBe('artist_not_found');
    expect((await reader.call(api.discovery.getPublicArtistTracks, aimed)).code).toBe('artist_not_found');
  }
  for (const reader of [artist, admin]) {
    const shown = await reader.get(api.discovery.getPublicArtistProfile, aimed);
    expect(shown).toMatchObject({ displayName: 'Hermit Crabapple', bio: 'Shy.', isPrivate: true });
    expect((await reader.get(api.discovery.getPublicArtistTracks, aimed)).items).toHaveLength(1);
  }
  for (const path of ['', '/preview.png']) {
    const { statusCode, body } = await pages.inject(`/artist/${artist.userId}${path}`);
    expect(statusCode).toBe(404);
    expect(body).not.toMatch(/Hermit|Hidden|Shy/);
  }
  const everywhere = JSON.stringify([
    await earshot.nobody.get(api.discovery.readDiscovery, { query: {} }),
    await earshot.nobody.get(api.discovery.readDiscovery, { query: { genre: 'folk' } }),
    await earshot.nobody.get(api.discovery.getAllPublicTracks, { body: {} }),
    await earshot.nobody.get(api.discovery.getAllPublicTracks, { body: { genre: 'folk' } }),
    await earshot.nobody.get(api.discovery.searchTracks, { query: { words: 'Hidden' } }),
    await earshot.nobody.get(api.discovery.searchTracks, { query: { words: 'Hermit' } }),
  ]);
  expect(everywhere).not.toMatch(/Hermit|Hidden/);
  const { genres } = await earshot.nobody.get(api.discovery.readDiscovery, { query: {} });
  expect(genres.find(({ genre }) => genre === 'folk')).toEqual({ genre: 'folk', trackCount: 0 });
  const params = { artistId: artist.userId };
  expect((await fan.call(api.discovery.followArtist, { params })).code).toBe('artist_not_found');
});

test('tracks of a private artist are still served for review', async () => {
  const artistId = await anArtist(owner());
  const track = await aTrack(owner(), { artistId });
  await sql(owner(), 'update profiles set is_private = true where user_id = $1', [artistId]);
  const listener = await earshot.signIn({ userType: 'listener' });
  const { track: served } = await listener.get(api.listening.nextTrack, { body: { trackId: track.id } });
  expect(served?.trackId).toBe(track.id);
});

test('following requires a session and another, existing artist', async () => {
  const artist = await earshot.signIn({ userType: 'artist' });
  const params = { artistId: artist.userId };
  expect((await earshot.nobody.call(api.discovery.followArtist, { params })).code).toBe('not_authenticated');
  expect((await artist.call(api.discovery.followArtist, { params })).code).toBe('own_follow');
  const missing = { artistId: randomUUID() };
  expect((await artist.call(api.discovery.followArtist, { params: missing })).code).toBe('artist_not_found');
});

test('a follower gets one email about a new track, and none after unfollowing', async () => {
  const artist = await earshot.signIn({ userType: 'artist', displayName: 'Ada <Artist>' });
  const [fan, former] = [
    await earshot.signIn({ userType: 'listener' }),
    await earshot.signIn({ userType: 'listener' }),
  ];
  const params = { artistId: artist.userId };
  for (const _ of [1, 2]) await fan.get(api.discovery.followArtist, { params });
  await former.get(api.discovery.followArtist, { params });
  expect(await former.get(api.discovery.readFollow, { params })).toEqual({
    following: true,
    followerCount: 2,
  });
  expect(await former.get(api.discovery.unfollowArtist, { params })).toEqual({
    following: false,
    followerCount: 1,
  });
  const uploadId = randomUUID();
  await artist.upload(anMp3({ mark: 'follow' }), uploadId);
  await artist.get(api.tracks.createTrack, { body: { uploadId, title: 'Salt', genre: 'indie' } });
  await earshot.runJobs();
  await digestsAfter(earshot, 31);
  const mails = (await earshot.mailbox.list(100)).filter(({ subject }) => subject.startsWith('New from'));
  expect(mails.map(({ to, subject }) => [to.address, subject])).toEqual([
    [`${fan.userId}@example.org`, 'New from Ada <Artist>: “Salt”'],
  ]);
  expect(mails[0]?.text).toContain(`https://earshot.example/artist/${artist.userId}`);
  expect(mails[0]?.html).not.toContain('<Artist>');
});

test('the head of an artist page names the artist for link previews, and escapes markup in names', async () => {
  const artistId = await anArtist(owner(), { displayName: '"><script>$&' });
  await aTrack(owner(), { artistId, genre: 'jazz' });
  for (const path of [`/artist/${artistId}`, `/app/artist/${artistId}`]) {
    const { body, statusCode } = await pages.inject(path);
    expect(statusCode).toBe(200);
    expect(body).toContain('<title>&#34;&#62;&#60;script&#62;$&#38; | Earshot</title>');
    expect(body).toContain('property="og:description" content="1 unreleased track (Jazz)."');
    expect(body).toContain(
      `property="og:image" content="https://earshot.example/artist/${artistId}/preview.png"`,
    );
    expect(body).toContain('name="earshot-demo-mode" content="on"');
    expect(body).not.toMatch(/<script>|Everybody|audio|%[A-Z]+_/);
    const shown = /<script type="application\/json" id="artist-document">(.*)<\/script>/.exec(body)?.[1];
    expect(JSON.parse(shown ?? '')).toEqual({
      artist: (await profileOf(artistId)).answer,
      tracks: await earshot.nobody.get(api.discovery.getPublicArtistTracks, { body: { artistId } }),
    });
  }
  const picture = await pages.inject(`/artist/${artistId}/preview.png`);
  expect(picture.headers['content-type']).toBe('image/png');
  expect(picture.rawPayload.subarray(1, 4).toString()).toBe('PNG');
  expect((await pages.inject(`/artist/${randomUUID()}/preview.png`)).statusCode).toBe(404);
});

test('the page is readable without scripts, its styles fit its policy, and names are escaped', async () => {
  const artistId = await anArtist(owner(), { displayName: '<i>The $& "Way"</i>' });
  const title = '</div><style>x</style>';
  const track = await aTrack(owner(), { artistId, title });
  const { body, headers } = await pages.inject(`/artist/${artistId}`);
  const drawn = body.slice(body.indexOf('<div id="before-scripts">'));
  expect(drawn).toContain('&lt;i&gt;The $&amp; &quot;Way&quot;&lt;/i&gt;');
  expect(drawn).toContain('&lt;/div&gt;&lt;style&gt;x&lt;/style&gt;');
  expect(drawn).toContain(`href="/auth?next=%2Fartist%2F${artistId}"`);
  expect(drawn).toContain(`href="/report?track=${track.id}&amp;words=`);
  expect(drawn).toContain('earshot.example');
  expect(drawn).not.toMatch(/ style="|aria-current|<audio|%SITE/);
  const [, css = ''] = /<style>([\s\S]*?)<\/style>/.exec(body) ?? [];
  expect(css).toContain('font-stretch');
  const hash = createHash('sha256').update(css).digest('base64');
  expect(headers['content-security-policy']).toContain(`style-src 'self' 'sha256-${hash}';`);
  const inside = await pages.inject(`/app/artist/${artistId}`);
  expect(inside.headers['content-security-policy']).toContain("style-src 'self';");
  expect(inside.body).not.toContain('Discography');
});

test('a page is at most a second old, even if another page of the artist was read before', async () => {
  let now = 0;
  const shared = fastify();
  const answers = sharedAnswers({ milliseconds: 1000, now: () => now });
  await serveArtistHead(shared, earshot.deps, { webRoot, answers, draw: await makeDrawArtist() });
  const artistId = await anArtist(owner());
  const track = await aTrack(owner(), { artistId, title: 'Old Kettle' });
  const titleOn = async (path: string) =>
    /(Old|New) Kettle/.exec((await shared.inject(`${path}/${artistId}`)).body)?.[0];
  expect(await titleOn('/app/artist')).toBe('Old Kettle');
  await sql(owner(), "update artist_tracks set title = 'New Kettle' where id = $1", [track.id]);
  now = 999;
  expect([await titleOn('/app/artist'), await titleOn('/artist')]).toEqual(['Old Kettle', 'New Kettle']);
  now = 1000;
  expect(await titleOn('/app/artist')).toBe('New Kettle');
  await shared.close();
});

test('a share picture has a validator that changes with its content', async () => {
  const artistId = await anArtist(owner());
  const track = await aTrack(owner(), { artistId });
  const read = (headers = {}) => pages.inject({ url: `/artist/${artistId}/preview.png`, headers });
  const { headers } = await read();
  expect(headers).toMatchObject({ 'cache-control': 'public, max-age=300', etag: expect.any(String) });
  const known = { 'if-none-match': headers.etag };
  expect((await read(known)).statusCode).toBe(304);
  const setPeaks = `update audio_files set peaks = $2, analysis = 'done'
    where id = (select audio_file_id from artist_tracks where id = $1)`;
  await sql(owner(), setPeaks, [track.id, Buffer.alloc(800, 200)]);
  const changed = await read(known);
  expect(changed.statusCode).toBe(200);
  expect(changed.headers.etag).not.toBe(headers.etag);
});

test('a share picture shows the cover of the most played track, the drawn cover once it is removed, and nothing of a blind track', async () => {
  const artistId = await anArtist(owner());
  const track = await aTrack(owner(), { artistId });
  await aTrack(owner(), { artistId });
  await sql(owner(), 'update artist_tracks set play_count = 9 where id = $1', [track.id]);
  const hasCover = async () => showsCover((await pages.inject(`/artist/${artistId}/preview.png`)).rawPayload);
  expect(await hasCover()).toBe(false);
  await aCover(earshot, track.id);
  expect(await hasCover()).toBe(true);
  await sql(owner(), 'update artist_tracks set is_blind = true where id = $1', [track.id]);
  expect(await hasCover()).toBe(false);
  await sql(owner(), 'update artist_tracks set is_blind = false where id = $1', [track.id]);
  expect(await hasCover()).toBe(true);
  await sql(owner(), 'update artist_tracks set cover_key = null where id = $1', [track.id]);
  expect(await hasCover()).toBe(false);
});

test('discovery counts every genre, and features only tracks with three good reviews', async () => {
  const artistId = await anArtist(owner());
  const liked = await aTrack(owner(), { artistId, title: 'Liked', genre: 'blues' });
  const unproven = await aTrack(owner(), { artistId, title: 'Unproven', genre: 'blues' });
  for (const rating of [4, 4, 5] as const) await aReview(owner(), { track: liked, rating });
  for (const rating of [5, 5] as const) await aReview(owner(), { track: unproven, rating });
  const discovery = await earshot.nobody.get(api.discovery.readDiscovery, { query: { genre: 'blues' } });
  expect(discovery.featured.map(({ title }) => title)).toEqual(['Liked']);
  expect(discovery.newReleases).toHaveLength(2);
  expect(discovery.genres).toHaveLength(16);
  expect(discovery.genres.find(({ genre }) => genre === 'blues')).toEqual({ genre: 'blues', trackCount: 2 });
});

test('tracks of suspended artists are not counted', async () => {
  await aTrack(owner(), { genre: 'reggae' });
  await aTrack(owner(), { genre: 'reggae', status: 'deleted' });
  await aTrack(owner(), { genre: 'reggae', artistId: await anArtist(owner(), { suspended: true }) });
  const { genres } = await earshot.nobody.get(api.discovery.readDiscovery, { query: {} });
  expect(genres.find(({ genre }) => genre === 'reggae')).toEqual({ genre: 'reggae', trackCount: 1 });
});

test('the HTML of an artist page is compressed for clients that accept it', async () => {
  const artistId = await anArtist(owner(), { displayName: 'The Short Way' });
  const url = `/artist/${artistId}`;
  const plain = await pages.inject({ url });
  expect(plain.headers['content-encoding']).toBeUndefined();
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync };
  for (const [encoding, unpacked] of Object.entries(unpack)) {
    const packed = await pages.inject({ url, headers: { 'accept-encoding': encoding } });
    expect(packed.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
    expect(unpacked(packed.rawPayload).toString()).toBe(plain.body);
  }
});
