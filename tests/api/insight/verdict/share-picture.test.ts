import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { verdictPicturePath } from '#contract/insight/verdict/verdict-rules.ts';
import { aCover, showsCover } from '#tests/support/files/pictures.ts';
import { type ApiUser, apiUser } from '#tests/support/people/api-user.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { aListener, aTrack } from '#tests/support/world/rows.ts';
import { sql } from '#tests/support/world/sql.ts';

let earshot: Earshot;
let artist: ApiUser;
let nobody: ApiUser;
beforeAll(async () => {
  earshot = await startEarshot();
  artist = await earshot.signIn({ userType: 'artist' });
  nobody = apiUser(earshot.url, '', undefined);
});
afterAll(() => earshot.close());

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
const picture = (trackId: string, headers: Record<string, string> = {}) =>
  nobody.fetch(verdictPicturePath(trackId), { headers });

test('the share picture is public only while the artist shares it', async () => {
  const trackId = await heardBy(5);
  for (const one of [nobody, artist, await earshot.signIn({ userType: 'artist' })])
    expect((await one.fetch(verdictPicturePath(trackId))).status).toBe(404);
  expect((await artist.get(api.verdict.readVerdict, { params: { trackId } })).isShared).toBe(false);
  expect(await share(trackId, true)).toEqual({ isShared: true });
  expect((await artist.get(api.verdict.readVerdict, { params: { trackId } })).isShared).toBe(true);
  const shown = await picture(trackId);
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png']);
  await share(trackId, false);
  expect((await picture(trackId)).status).toBe(404);
});

test('it shows the artist’s cover in place of the record, and nothing of a blind track', async () => {
  const trackId = await heardBy(5);
  await share(trackId, true);
  const shown = async () => new Uint8Array(await (await picture(trackId)).arrayBuffer());
  const setPeaks = `update audio_files set peaks = $2, analysis = 'done'
    where id = (select audio_file_id from artist_tracks where id = $1)`;
  const quiet = await shown();
  await sql(owner(), setPeaks, [trackId, Buffer.alloc(800, 200)]);
  await aCover(earshot, trackId);
  expect(await showsCover(await shown())).toBe(true);
  await sql(owner(), 'update artist_tracks set is_blind = true where id = $1', [trackId]);
  expect(await shown()).toEqual(quiet);
});

test('only the track’s artist can share it, no other artist, listener or admin', async () => {
  const trackId = await heardBy(5);
  for (const who of [{ userType: 'artist' }, { userType: 'listener' }] as const) {
    const other = await earshot.signIn(who);
    const refused = await other.call(api.verdict.shareVerdict, {
      params: { trackId },
      body: { isShared: true },
    });
    expect(refused).toMatchObject({ code: 'not_found' });
  }
  expect((await picture(trackId)).status).toBe(404);
});

test('it needs five listeners, and disappears with the track or a suspended artist', async () => {
  const trackId = await heardBy(4);
  await share(trackId, true);
  expect((await picture(trackId)).status).toBe(404);
  await leave(trackId);
  await compute(trackId);
  expect((await picture(trackId)).status).toBe(200);
  await sql(owner(), 'update users set suspended_at = now() where id = $1', [artist.userId]);
  expect((await picture(trackId)).status).toBe(404);
  await sql(owner(), 'update users set suspended_at = null where id = $1', [artist.userId]);
  expect((await picture(trackId)).status).toBe(200);
  await artist.get(api.tracks.deleteTrack, { params: { trackId } });
  expect((await picture(trackId)).status).toBe(404);
  for (const id of [randomUUID(), 'x', '%00']) expect((await picture(id)).status).toBe(404);
});

test('browsers revalidate it each time; it is redrawn and sent only if its figures changed', async () => {
  const trackId = await heardBy(5);
  await share(trackId, true);
  const first = await picture(trackId);
  expect(first.headers.get('cache-control')).toBe('no-cache');
  const etag = first.headers.get('etag') ?? '';
  expect((await picture(trackId, { 'if-none-match': etag })).status).toBe(304);
  for (let i = 0; i < 3; i += 1) await leave(trackId);
  await compute(trackId);
  expect((await picture(trackId, { 'if-none-match': etag })).status).toBe(200);
});
