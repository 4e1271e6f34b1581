import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { maximumPictureBytes } from '#contract/business-rules.ts';
import { ErrorAnswer } from '#contract/errors.ts';
import { api } from '#contract/index.ts';
import { OwnTrack } from '#contract/music/tracks/tracks.ts';
import { coverUploadPath } from '#contract/upload-paths.ts';
import { sweepCovers } from '#server/music/tracks/covers.ts';
import { anMp3 } from '#tests/support/files/audio-files.ts';
import { picture, pngOf } from '#tests/support/files/pictures.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { aTrack } from '#tests/support/world/rows.ts';
import { sql } from '#tests/support/world/sql.ts';

let earshot: Earshot;
beforeAll(async () => {
  earshot = await startEarshot();
});
afterAll(() => earshot.close());

const owner = () => earshot.testDatabase.ownerDatabase;
let artist: ApiUser;
let trackId: string;
beforeEach(async () => {
  await sql(owner(), "update artist_tracks set status = 'deleted' where status = 'active'");
  artist = await earshot.signIn({ userType: 'artist', displayName: 'Mona' });
  trackId = (await aTrack(owner(), { artistId: artist.userId, title: 'Pier' })).id;
});

const photo = (background = '#e0a030') =>
  sharp({ create: { width: 800, height: 600, channels: 3, background } })
    .png()
    .toBuffer();
const put = (user: ApiUser, id: string, body: string | Uint8Array) =>
  user.fetch(coverUploadPath(id), {
    method: 'PUT',
    headers: { 'content-type': 'image/png' },
    body: typeof body === 'string' ? body : new Blob([new Uint8Array(body)]),
  });
const refusalOf = async (response: Response) => [
  response.status,
  ErrorAnswer.parse(await response.json()).error.code,
];
/** Gives the track a cover; returns its signed address. */
async function cover(id = trackId, background?: string): Promise<string> {
  const track = OwnTrack.parse(await (await put(artist, id, await photo(background))).json());
  return track.coverUrl ?? expect.fail('There is no cover.');
}
const plain = (address: string): string => address.split('?')[0] ?? '';
async function statusOf(address: string, user: ApiUser = earshot.nobody): Promise<number> {
  const response = await user.fetch(address);
  await response.arrayBuffer();
  return response.status;
}
const readTrack = () => artist.get(api.tracks.readOwnTrack, { params: { trackId } });
const storedNames = async () => (await earshot.storedFiles()).join(' ');
const nameOf = (address: string) => plain(address).split('/').at(-1) ?? '';

test('only an existing track of the artist’s own can get a cover, not a deleted or taken-down one', async () => {
  const other = await earshot.signIn({ userType: 'artist' });
  const file = await photo();
  expect(await refusalOf(await put(other, trackId, file))).toEqual([404, 'not_found']);
  expect(await refusalOf(await put(artist, randomUUID(), file))).toEqual([404, 'not_found']);
  expect(await refusalOf(await put(artist, 'pier', file))).toEqual([400, 'malformed']);
  expect(await refusalOf(await put(earshot.nobody, trackId, file))).toEqual([401, 'not_authenticated']);
  const params = { trackId };
  expect((await other.call(api.tracks.removeCover, { params })).code).toBe('not_found');
  await sql(owner(), "update artist_tracks set status = 'taken_down' where id = $1", [trackId]);
  expect(await refusalOf(await put(artist, trackId, file))).toEqual([410, 'track_taken_down']);
  expect((await artist.call(api.tracks.removeCover, { params })).code).toBe('track_taken_down');
  await sql(owner(), "update artist_tracks set status = 'deleted' where id = $1", [trackId]);
  expect(await refusalOf(await put(artist, trackId, file))).toEqual([410, 'track_deleted']);
});

test('a file that is no picture, a pixel bomb and a file that is too large are rejected, and the track is unchanged', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
  for (const body of [svg, '', await picture().gif().toBuffer(), (await photo()).subarray(0, 200)])
    expect(await refusalOf(await put(artist, trackId, body))).toEqual([415, 'invalid_image']);
  for (const body of [pngOf(20_000, 20_000), new Uint8Array(maximumPictureBytes + 1)])
    expect(await refusalOf(await put(artist, trackId, body))).toEqual([413, 'image_too_large']);
  expect((await readTrack()).coverUrl).toBeNull();
});

test('a photo becomes an upright square without its metadata, and an animation its first frame', async () => {
  const photograph = await picture()
    .withExif({ IFD0: { Artist: 'Robin Secret' }, IFD3: { GPSLatitude: '52/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const frames = await Promise.all(['#ff0000', '#0000ff'].map((color) => photo(color)));
  const moving = await sharp(frames, { join: { animated: true } })
    .webp({ loop: 0, delay: [100, 100] })
    .toBuffer();
  expect((await sharp(moving).metadata()).pages).toBe(2);
  for (const file of [photograph, moving]) {
    expect((await put(artist, trackId, file)).status).toBe(200);
    const { coverUrl } = await readTrack();
    const bytes = Buffer.from(await (await earshot.nobody.fetch(coverUrl ?? '')).arrayBuffer());
    const found = await sharp(bytes).metadata();
    expect(found).toMatchObject({ format: 'webp', width: 640, height: 640 });
    expect([found.exif, found.xmp, found.orientation, found.pages]).toEqual(Array(4).fill(undefined));
    expect(bytes.includes('Secret')).toBe(false);
  }
});

test('anyone can load the cover of a public track, with headers that allow only a picture', async () => {
  const address = await cover();
  const { items } = await earshot.nobody.get(api.discovery.getAllPublicTracks, { body: {} });
  const shown = items.find((track) => track.trackId === trackId)?.coverUrl ?? '';
  expect(shown).toBe(plain(address));
  const served = await earshot.nobody.fetch(shown);
  expect(Object.fromEntries(served.headers)).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=300',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
  });
  await served.arrayBuffer();
  const headers = { 'if-none-match': served.headers.get('etag') ?? '' };
  const again = await earshot.nobody.fetch(shown, { headers });
  expect([again.status, await again.text()]).toEqual([304, '']);
});

test('the cover of a private artist loads only for the artist and a listener who is served the track', async () => {
  await cover();
  await sql(owner(), 'update profiles set is_private = true where user_id = $1', [artist.userId]);
  const { coverUrl } = await readTrack();
  const listener = await earshot.signIn({ userType: 'listener' });
  const { track } = await listener.get(api.listening.nextTrack, { body: {} });
  const { items } = await artist.get(api.discovery.getPublicArtistTracks, {
    body: { artistId: artist.userId },
  });
  expect(track?.trackId).toBe(trackId);
  for (const address of [coverUrl, track?.coverUrl, items[0]?.coverUrl]) {
    expect(await statusOf(address ?? '')).toBe(200);
    expect(await statusOf(plain(address ?? ''))).toBe(404);
    expect(await statusOf(`${address}x`)).toBe(404);
  }
  const served = await artist.fetch(coverUrl ?? '');
  await served.arrayBuffer();
  expect(served.headers.get('cache-control')).toBe('private, max-age=300');
  earshot.clock.advance(2 * 3600);
  expect(await statusOf(coverUrl ?? '')).toBe(404);
});

test('a cover disappears if its track is deleted, taken down or its artist suspended, and returns with a restored track', async () => {
  const address = await cover();
  for (const [hide, show] of [
    [
      "update artist_tracks set status = 'taken_down' where id = $1",
      "update artist_tracks set status = 'active' where id = $1",
    ],
    [
      'update users set suspended_at = now() from artist_tracks t where t.artist_id = users.id and t.id = $1',
      'update users set suspended_at = null from artist_tracks t where t.artist_id = users.id and t.id = $1',
    ],
  ] as const) {
    await sql(owner(), hide, [trackId]);
    expect([await statusOf(address), await statusOf(plain(address))]).toEqual([404, 404]);
    await sql(owner(), show, [trackId]);
    expect(await statusOf(plain(address))).toBe(200);
  }
  const fresh = (await readTrack()).coverUrl ?? '';
  const deleted = await artist.get(api.tracks.deleteTrack, { params: { trackId } });
  expect(deleted.coverUrl).toBeNull();
  expect([await statusOf(fresh), await statusOf(plain(fresh))]).toEqual([404, 404]);
  earshot.clock.advance(2 * 3600);
  await sweepCovers(earshot.deps);
  expect(await storedNames()).not.toContain(nameOf(fresh));
});

test('a replaced or removed cover is deleted, and an orphaned one is swept', async () => {
  const before = await cover();
  const after = await cover(trackId, '#3070e0');
  expect([await statusOf(plain(before)), await statusOf(plain(after))]).toEqual([404, 200]);
  expect(await storedNames()).not.toContain(nameOf(before));
  const removed = await artist.get(api.tracks.removeCover, { params: { trackId } });
  expect([removed.coverUrl, await statusOf(plain(after))]).toEqual([null, 404]);
  expect(await storedNames()).not.toContain(nameOf(after));

  const kept = await cover();
  const lost = '00000000-0000-4000-8000-000000000000';
  await earshot.deps.storage.write(`covers/00/${lost}.webp`, Readable.from(['left over']));
  earshot.clock.advance(2 * 3600);
  await sweepCovers(earshot.deps);
  expect(await storedNames()).not.toContain(lost);
  expect(await statusOf(plain(kept))).toBe(200);
});

async function newVersion(choice: { keepsCover?: boolean }): Promise<OwnTrack> {
  const uploadId = randomUUID();
  expect((await artist.upload(anMp3({ seconds: 70, mark: randomUUID() }), uploadId)).ok).toBe(true);
  const newVersionOf = { trackId, takesBack: false, ...choice };
  return artist.get(api.tracks.createTrack, {
    body: { uploadId, title: 'Pier', genre: 'folk', newVersionOf },
  });
}

test('a new version without the former cover has none, and the former one keeps it', async () => {
  const address = await cover();
  const made = await newVersion({ keepsCover: false });
  expect(made.coverUrl).toBeNull();
  const { items } = await earshot.nobody.get(api.discovery.getAllPublicTracks, { body: {} });
  const shown = (id: string) => items.find((track) => track.trackId === id)?.coverUrl;
  expect([shown(made.id), shown(trackId)]).toEqual([null, plain(address)]);
  expect(await statusOf(plain(address))).toBe(200);
});

test('a new version starts with the former cover, and each version keeps it when the other loses it', async () => {
  const address = await cover();
  const made = await newVersion({});
  expect(plain(made.coverUrl ?? '')).toBe(plain(address));
  await artist.get(api.tracks.deleteTrack, { params: { trackId } });
  expect(await statusOf(plain(address))).toBe(200);
  await artist.get(api.tracks.removeCover, { params: { trackId: made.id } });
  expect(await statusOf(plain(address))).toBe(404);
  expect(await storedNames()).not.toContain(nameOf(address));
});

test('only one of two covers sent at once is stored, and no file is left over', async () => {
  const answers = await Promise.all(
    ['#e0a030', '#3070e0'].map(async (color) => put(artist, trackId, await photo(color))),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const { coverUrl } = await readTrack();
  expect(await statusOf(coverUrl ?? '')).toBe(200);
  const names = await earshot.storedFiles();
  const sent = await Promise.all(answers.map(async (answer) => OwnTrack.parse(await answer.json()).coverUrl));
  expect(sent.filter((url) => names.join(' ').includes(nameOf(url ?? '')))).toHaveLength(1);
});
