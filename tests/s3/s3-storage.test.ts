import { randomUUID } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { s3Storage } from '#server/adapters/storage/s3-storage.ts';
import { createPlaybackLink } from '#server/music/tracks/audio/open-audio.ts';
import { sweepUploads } from '#server/music/tracks/audio/sweep-uploads.ts';
import { readUpload } from '#server/music/tracks/audio/uploads.ts';
import { createTrack } from '#server/music/tracks/create-track.ts';
import { anMp3OfExactly, noise } from '#tests/support/files/audio-files.ts';
import { objectStorageContract } from '../api/music/tracks/object-storage-contract.ts';
import { startTracksServer } from '../api/music/tracks/tracks-server.ts';
import { type BucketUnderTest, newBucket } from './bucket.ts';

const mebibyte = 1024 * 1024;
let bucket: BucketUnderTest;
beforeEach(async () => {
  bucket = await newBucket();
});
afterEach(() => bucket.close());

objectStorageContract('S3', newBucket);

test.each([
  ['one byte less than fits one request', 5 * mebibyte - 1],
  ['exactly one request', 5 * mebibyte],
  ['one byte more than one request', 5 * mebibyte + 1],
  ['several requests and a remainder', 12 * mebibyte + 7],
])('an object of %s is read back as written', async (_size, length) => {
  const content = Buffer.from(noise(length));
  const pieces = Array.from({ length: Math.ceil(length / 100_000) }, (_, i) =>
    content.subarray(i * 100_000, (i + 1) * 100_000),
  );
  expect(await bucket.storage.write('tracks/a.mp3', Readable.from(pieces))).toEqual({ byteLength: length });
  const stored = Buffer.concat(await (await bucket.storage.read('tracks/a.mp3')).toArray());
  expect(stored.equals(content)).toBe(true);
  expect(await bucket.unfinished()).toBe(0);
});

test('large content that fails leaves nothing, not even a part', async () => {
  const failing = Readable.from(
    (async function* () {
      for (let i = 0; i < 7; i++) yield noise(mebibyte, i);
      throw new Error('cut off');
    })(),
  );
  await expect(bucket.storage.write('tracks/a.mp3', failing)).rejects.toThrow('cut off');
  expect([await Array.fromAsync(bucket.storage.list('')), await bucket.unfinished()]).toEqual([[], 0]);
});

test('parts left by a crash are removed once they are old', async () => {
  const content = new PassThrough();
  content.on('error', () => undefined);
  const writing = bucket.storage.write('tracks/a.mp3', content);
  for (let i = 0; i < 6; i++) content.write(noise(mebibyte, i));
  await expect.poll(() => bucket.unfinished()).toBe(1);
  expect(await bucket.storage.removeUnfinished(new Date(Date.now() - 3_600_000), ['tracks/'])).toBe(0);
  const later = new Date(Date.now() + 3_600_000);
  expect(await bucket.storage.removeUnfinished(later, ['covers/'])).toBe(0);
  expect(await bucket.storage.removeUnfinished(later, ['tracks/'])).toBe(1);
  content.end();
  await expect(writing).rejects.toThrow();
  expect(await Array.fromAsync(bucket.storage.list(''))).toEqual([]);
});

test.each([
  ['a missing bucket', { bucket: 'earshot-nowhere' }],
  ['a wrong secret', { secretAccessKey: 'a wrong secret' }],
])('%s prevents the start, and the error contains no secret', async (_what, wrong) => {
  const options = { ...bucket.options, ...wrong };
  const failure: unknown = await s3Storage(options).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Error);
  expect(JSON.stringify(failure, Object.getOwnPropertyNames(failure))).not.toContain(options.secretAccessKey);
});

test('an invalid key causes no request', async () => {
  for (const key of ['', '../a', '/a', 'a//b', 'a?b', '.a']) {
    await expect(bucket.storage.read(key)).rejects.toThrow(RangeError);
    await expect(bucket.storage.remove(key)).rejects.toThrow(RangeError);
  }
});

test('a track on S3 is uploaded in two parts, played in ranges, and swept once abandoned', async () => {
  const server = await startTracksServer({ storage: bucket.storage });
  try {
    const artist = await server.signIn({ userType: 'artist' });
    const [uploadId, givenUp] = [randomUUID(), randomUUID()];
    const file = anMp3OfExactly(13_000_000);
    await server.cutUpload(artist, { uploadId, file, until: 7_000_000 });
    const received = async () => (await readUpload(server.deps, artist.userId, uploadId)).receivedBytes;
    await expect.poll(received, { timeout: 10_000 }).toBeGreaterThan(6_500_000);
    expect((await server.goOn(artist, uploadId, file, await received())).status).toBe(200);
    const track = await createTrack(server.deps, artist.userId, { uploadId, title: 'Far', genre: 'indie' });
    const { url } = await createPlaybackLink(server.deps, artist, track.id);
    const part = await fetch(server.url + url, { headers: { range: 'bytes=6999990-7000010' } });
    expect(part.status).toBe(206);
    const wanted = Buffer.from(file.subarray(6_999_990, 7_000_011));
    expect(Buffer.from(await part.arrayBuffer()).equals(wanted)).toBe(true);

    const other = await server.signIn({ userType: 'artist' });
    await server.upload(other, anMp3OfExactly(6_000_000), givenUp);
    server.clock.advance(25 * 3600);
    expect(await sweepUploads(server.deps)).toMatchObject({ givenUp: 1, orphans: 0 });
    expect(await Array.fromAsync(bucket.storage.list(''))).toHaveLength(1);
  } finally {
    await server.close();
  }
});
