import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { sharedPicturePath, sharedVerdictPath } from '#contract/insight/verdict/shared-verdict.ts';
import { serveSharedVerdicts } from '#server/http/shared-verdict-page.ts';
import { aCover, showsCover } from '#tests/support/files/pictures.ts';
import { type ApiUser, apiUser } from '#tests/support/people/api-user.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { aListener, aReview, aTrack } from '#tests/support/world/rows.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';
import { makeDrawSharedVerdict } from '#web/insight/verdict/drawn-shared-verdict.tsx';

let earshot: Earshot;
let artist: ApiUser;
let nobody: ApiUser;
let pages: FastifyInstance;
let webRoot: string;
beforeAll(async () => {
  earshot = await startEarshot();
  artist = await earshot.signIn({ userType: 'artist' });
  nobody = apiUser(earshot.url, '', undefined);
  webRoot = await mkdtemp(join(tmpdir(), 'earshot-web-'));
  await writeFile(
    join(webRoot, 'index.html'),
    `<html><head><meta property="og:title" content="Everybody" /><title>Earshot</title>
     <script type="module" crossorigin src="/assets/app.js"></script></head><body><div id="root"></div></body></html>`,
  );
  pages = fastify();
  await serveSharedVerdicts(pages, earshot.deps, { webRoot, draw: await makeDrawSharedVerdict() });
});
afterAll(async () => {
  await pages.close();
  await rm(webRoot, { recursive: true, force: true });
  await earshot.close();
});

const owner = () => earshot.testDatabase.ownerDatabase;

/** A track that so many listeners left after the paid minute, with its verdict computed. */
async function heardBy(listeners: number): Promise<string> {
  const { id } = await aTrack(owner(), { artistId: artist.userId });
  for (let i = 0; i < listeners; i += 1) await leave(id);
  await compute(id);
  return id;
}

const leave = async (trackId: string) =>
  sql(
    owner(),
    `insert into stays (track_id, listener_id, minute_at, whole_minute, reported_at, stop)
     values ($1, $2, clock_timestamp(), true, now(), 'sent')`,
    [trackId, await aListener(owner())],
  );

async function compute(trackId: string): Promise<void> {
  await sql(owner(), 'delete from track_verdicts where track_id = $1', [trackId]);
  await artist.get(api.verdict.readVerdict, { params: { trackId } });
  await earshot.runJobs();
}

const share = (trackId: string, isShared: boolean) =>
  artist.get(api.verdict.shareVerdict, { params: { trackId }, body: { isShared } });

/** The address of a verdict that is shared now. */
async function addressOf(trackId: string): Promise<string> {
  const { verdictAddress } = await share(trackId, true);
  if (verdictAddress === null) throw new Error('It has no address.');
  return verdictAddress;
}

const picture = (address: string, headers: Record<string, string> = {}) =>
  nobody.fetch(sharedPicturePath(address), { headers });
const page = (address: string) => pages.inject(sharedVerdictPath(address));
/** The status of the page and of its picture. */
const seen = async (address: string) => [(await page(address)).statusCode, (await picture(address)).status];
const everything = [200, 200];
const nothing = [404, 404];
const setTrack = (trackId: string, change: string) =>
  sql(owner(), `update artist_tracks set ${change} where id = $1`, [trackId]);

test('a verdict has a page and a picture only while its artist shares it, each time at another address', async () => {
  const trackId = await heardBy(5);
  const read = async () =>
    (await artist.get(api.verdict.readVerdict, { params: { trackId } })).verdictAddress;
  expect(await read()).toBeNull();
  expect(await seen(trackId)).toEqual(nothing);
  const address = await addressOf(trackId);
  expect(await read()).toBe(address);
  expect(await addressOf(trackId)).toBe(address);
  expect(await seen(address)).toEqual(everything);
  expect((await picture(address)).headers.get('content-type')).toBe('image/png');
  expect(await share(trackId, false)).toEqual({ verdictAddress: null });
  expect(await seen(address)).toEqual(nothing);
  const other = await addressOf(trackId);
  expect(other).not.toBe(address);
  expect(await seen(address)).toEqual(nothing);
});

test('the address cannot be derived from anything that is public', async () => {
  const trackId = await heardBy(5);
  const address = await addressOf(trackId);
  for (const guess of [trackId, artist.userId, randomUUID(), 'x', '%00'])
    expect(await seen(guess)).toEqual(nothing);
  const answers = [
    await nobody.get(api.discovery.getPublicArtistTracks, { body: { artistId: artist.userId } }),
    await nobody.get(api.discovery.getPublicArtistProfile, { body: { artistId: artist.userId } }),
    await nobody.get(api.discovery.readDiscovery, { query: {} }),
  ];
  expect(JSON.stringify(answers)).not.toContain(address);
});

test('page and picture hold nothing but title, artist, sentence and wave', async () => {
  const trackId = await heardBy(5);
  await setTrack(trackId, `title = 'Night <b>Bus</b>', description = 'Secret notes', play_count = 4711`);
  const listenerId = await aListener(owner(), { displayName: 'Ines Listener' });
  const review = await aReview(owner(), {
    track: { id: trackId, artistId: artist.userId },
    listenerId,
    comment: 'A comment nobody else may read',
  });
  const address = await addressOf(trackId);
  const { body, headers } = await page(address);
  expect(body).toContain('Night &lt;b&gt;Bus&lt;/b&gt;');
  expect(body).toMatch(/0 of 5.* kept listening after we stopped paying them\./s);
  const { key, file } = await sqlRow(
    owner(),
    `select file.storage_key as key, file.id as file
       from audio_files file join artist_tracks track on track.audio_file_id = file.id where track.id = $1`,
    [trackId],
  );
  const secrets = [
    'Secret notes',
    '4711',
    'Ines',
    'nobody else may read',
    'samples/',
    '/api/',
    '<audio',
    '<script type',
  ];
  for (const secret of [...secrets, trackId, artist.userId, listenerId, review.id, String(key), String(file)])
    expect(body).not.toContain(secret);
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
  expect(body).toContain('<meta name="robots" content="noindex" />');
});

test('a track that is reviewed blind cannot be shared, and its page is away while reviews are open', async () => {
  const trackId = await heardBy(5);
  await setTrack(trackId, 'is_blind = true');
  const params = { params: { trackId }, body: { isShared: true } };
  expect(await artist.call(api.verdict.shareVerdict, params)).toMatchObject({
    status: 409,
    code: 'blind_reviews_open',
    message: 'Listeners review this track blind. You can share its verdict once all its reviews are in.',
  });
  await setTrack(trackId, 'open_places = 0');
  const address = await addressOf(trackId);
  expect(await seen(address)).toEqual(everything);
  await setTrack(trackId, 'open_places = 5');
  expect(await seen(address)).toEqual(nothing);
  expect(await share(trackId, false)).toEqual({ verdictAddress: null });
});

test('the picture shows the artist’s cover in place of the record', async () => {
  const trackId = await heardBy(5);
  const address = await addressOf(trackId);
  const shown = async () => new Uint8Array(await (await picture(address)).arrayBuffer());
  expect(await showsCover(await shown())).toBe(false);
  await aCover(earshot, trackId);
  expect(await showsCover(await shown())).toBe(true);
});

test('only the track’s artist can share it, no other artist, listener or admin', async () => {
  const trackId = await heardBy(5);
  for (const who of [{ userType: 'artist' }, { userType: 'listener' }] as const) {
    const other = await earshot.signIn(who);
    for (const isShared of [true, false]) {
      const refused = await other.call(api.verdict.shareVerdict, { params: { trackId }, body: { isShared } });
      expect(refused).toMatchObject({ code: 'not_found' });
    }
  }
});

test('it needs five listeners, and disappears with the track, a takedown, and a suspended or deleted artist', async () => {
  const trackId = await heardBy(4);
  const address = await addressOf(trackId);
  expect(await seen(address)).toEqual(nothing);
  await leave(trackId);
  await compute(trackId);
  const setArtist = (change: string) =>
    sql(owner(), `update users set ${change} where id = $1`, [artist.userId]);
  for (const [gone, back] of [
    ['suspended_at = now()', 'suspended_at = null'],
    ['deleted_at = now()', 'deleted_at = null'],
  ] as const) {
    expect(await seen(address)).toEqual(everything);
    await setArtist(gone);
    expect(await seen(address)).toEqual(nothing);
    await setArtist(back);
  }
  await setTrack(trackId, `status = 'taken_down'`);
  expect(await seen(address)).toEqual(nothing);
  await setTrack(trackId, `status = 'active'`);
  expect(await seen(address)).toEqual(everything);
  await artist.get(api.tracks.deleteTrack, { params: { trackId } });
  expect(await seen(address)).toEqual(nothing);
});

test('browsers revalidate the picture each time; it is redrawn and sent only if it changed, and gone once it ends', async () => {
  const trackId = await heardBy(5);
  const address = await addressOf(trackId);
  const first = await picture(address);
  expect(first.headers.get('cache-control')).toBe('no-cache');
  const etag = first.headers.get('etag') ?? '';
  expect((await picture(address, { 'if-none-match': etag })).status).toBe(304);
  for (let i = 0; i < 3; i += 1) await leave(trackId);
  await compute(trackId);
  expect((await picture(address, { 'if-none-match': etag })).status).toBe(200);
  await share(trackId, false);
  expect((await picture(address, { 'if-none-match': etag })).status).toBe(404);
});
