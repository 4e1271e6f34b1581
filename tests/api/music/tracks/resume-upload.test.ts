import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { uploadContentPath } from '#contract/upload-paths.ts';
import type { Caller } from '#server/foundation/caller.ts';
import { UploadInterrupted } from '#server/music/tracks/audio/receive-audio.ts';
import { storeUpload } from '#server/music/tracks/audio/store-upload.ts';
import { sweepUploads } from '#server/music/tracks/audio/sweep-uploads.ts';
import { cancelUpload, readUpload } from '#server/music/tracks/audio/uploads.ts';
import { createTrack } from '#server/music/tracks/create-track.ts';
import { getUploadEligibility } from '#server/plans/subscriptions/get-upload-eligibility.ts';
import {
  anMp3,
  anMp3OfExactly,
  anMp3WithTags,
  bytesOf,
  FIFTY_MEBIBYTES,
  noise,
} from '#tests/support/files/audio-files.ts';
import { restOf } from '#tests/support/people/cut-upload.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';
import { bearer, codeOf, startTracksServer, type TracksServer } from './tracks-server.ts';

let server: TracksServer;
let artist: Caller;
let uploadId: string;
const nothing = { rows: 0, files: [] };
const partBytes = 2 * 1024 * 1024;

beforeAll(async () => {
  server = await startTracksServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await sql(
    server.testDatabase.ownerDatabase,
    'truncate uploads, partial_uploads, artist_tracks, audio_files, leases, upload_limits cascade',
  );
  for await (const { key } of server.deps.storage.list('')) await server.deps.storage.remove(key);
  artist = await server.signIn({ userType: 'artist' });
  uploadId = randomUUID();
});

const received = async (caller = artist) =>
  (await readUpload(server.deps, caller.userId, uploadId)).receivedBytes;

/** Sends less than one part of a file up to about this byte; answers how far the server has kept it. */
async function cutAt(file: Uint8Array, until: number, firstByte = 0): Promise<number> {
  await server.cutUpload(artist, { uploadId, file, firstByte, until });
  await expect.poll(() => received(), { timeout: 10_000 }).toBeGreaterThan(firstByte);
  const reached = await received();
  expect(reached).toBeGreaterThan(until - 250_000);
  expect(reached).toBeLessThanOrEqual(until);
  return reached;
}

/** Another recording of the same length: the sound of the frame behind this byte differs. */
function alteredAt(file: Uint8Array<ArrayBuffer>, at: number): Uint8Array<ArrayBuffer> {
  const other = file.slice();
  const frame = Buffer.from(other.buffer).indexOf(other.subarray(0, 2), at);
  other.fill(0x55, frame + 100, frame + 120);
  return other;
}

async function storedBytes(): Promise<Buffer> {
  const { key } = await sqlRow(
    server.testDatabase.ownerDatabase,
    'select storage_key as key from audio_files where artist_id = $1',
    [artist.userId],
  );
  return Buffer.concat(await (await server.deps.storage.read(String(key))).toArray());
}

test('an upload cut off at 30% resumes there, and again at 60%, and matches an uninterrupted one', async () => {
  const file = anMp3WithTags({ seconds: 400 });
  const third = await cutAt(file, Math.floor(file.length * 0.3));
  const more = await cutAt(file, Math.floor(file.length * 0.6), third);
  const response = await server.goOn(artist, uploadId, file, more);
  const frames = anMp3({ seconds: 400 });
  expect([response.status, await response.json()]).toEqual([
    200,
    { uploadId, byteLength: frames.length, durationSeconds: expect.closeTo(400, 0) },
  ]);
  expect((await storedBytes()).equals(frames)).toBe(true);
  expect(await server.leftovers()).toMatchObject({ rows: 2, files: [expect.stringMatching(/\.mp3$/)] });
});

test.each([
  ['at the start again', -20_000],
  ['one byte early', -1],
  ['one byte late', 1],
  ['at the end', 600_000],
])('a continuation from the wrong byte is rejected with the right position: %s', async (_what, away) => {
  const file = anMp3({ seconds: 60 });
  const receivedBytes = await cutAt(file, 300_000);
  const response = await server.goOn(artist, uploadId, file, receivedBytes + away);
  expect([response.status, await response.json()]).toMatchObject([
    409,
    { error: { code: 'upload_offset', details: { receivedBytes } } },
  ]);
  expect((await server.goOn(artist, uploadId, file, receivedBytes)).status).toBe(200);
});

test('the rest of a file with another length, or of an unknown upload, is rejected', async () => {
  const file = anMp3({ seconds: 60 });
  const place = await cutAt(file, 300_000);
  const longer = await server.goOn(artist, uploadId, anMp3({ seconds: 61 }), place);
  expect([longer.status, await codeOf(longer)]).toEqual([409, 'upload_offset']);
  const unknown = await server.goOn(artist, randomUUID(), file, place);
  expect([unknown.status, await codeOf(unknown)]).toEqual([409, 'upload_offset']);
});

test.each([
  'bytes 300000-1000/960000',
  'bytes 300000-*/960000',
  'bytes 5-9/10, 1-2/10',
  'bytes=300000-959999',
  'nonsense',
])('Content-Range: %s is malformed', async (range) => {
  const response = await fetch(`${server.url}${uploadContentPath(uploadId)}`, {
    method: 'PUT',
    body: anMp3(),
    headers: { ...bearer(artist), 'content-range': range },
  });
  expect([response.status, await codeOf(response)]).toEqual([400, 'malformed']);
  expect(await server.leftovers()).toEqual(nothing);
});

test('a file declared larger than 50 MiB is rejected, wherever the body begins', async () => {
  const response = await fetch(`${server.url}${uploadContentPath(uploadId)}`, {
    method: 'PUT',
    body: anMp3(),
    headers: {
      ...bearer(artist),
      'content-range': `bytes ${FIFTY_MEBIBYTES + 1 - anMp3().length}-${FIFTY_MEBIBYTES}/${FIFTY_MEBIBYTES + 1}`,
    },
  });
  expect([response.status, await codeOf(response)]).toEqual([413, 'file_too_large']);
});

test('if two senders resume at the same time, one upload is stored, and the file is intact', async () => {
  const file = anMp3OfExactly(9_000_000);
  const place = await cutAt(file, 1_000_000);
  const other = alteredAt(file, 5_000_000);
  const [first, second] = await Promise.all([
    server.goOn(artist, uploadId, file, place),
    server.goOn(artist, uploadId, other, place),
  ]);
  const statuses = [first, second].map(({ status }) => status);
  expect(statuses).toContain(200);
  for (const loser of [first, second].filter(({ status }) => status !== 200)) {
    expect(await codeOf(loser)).toBe('upload_offset');
  }
  const stored = await storedBytes();
  expect(stored.equals(file) || stored.equals(other)).toBe(true);
  await expect.poll(() => server.leftovers()).toMatchObject({ rows: 2, files: [expect.any(String)] });
});

test('an upload that started over is not mixed with late bytes from its first sender', async () => {
  const file = anMp3OfExactly(7_000_000);
  const other = alteredAt(file, 3_000_000);
  const slow = request(`${server.url}${uploadContentPath(uploadId)}`, {
    method: 'PUT',
    headers: { ...bearer(artist), 'content-range': restOf(file, 0), 'content-length': file.length },
  });
  slow.on('error', () => undefined);
  const status = new Promise((resolve) => slow.once('response', (response) => resolve(response.statusCode)));
  slow.write(file.subarray(0, 2_500_000));
  await expect.poll(() => received()).toBeGreaterThanOrEqual(partBytes);
  const kept = await received();
  const place = await cutAt(other, 1_500_000);
  expect(place).not.toBe(kept);
  slow.end(file.subarray(2_500_000));
  expect(await status).toBe(409);
  expect((await server.goOn(artist, uploadId, other, place)).status).toBe(200);
  expect((await storedBytes()).equals(Buffer.from(other))).toBe(true);
});

test("another artist's partial upload can be neither seen, resumed, restarted nor canceled", async () => {
  const file = anMp3({ seconds: 60 });
  const place = await cutAt(file, 300_000);
  const other = await server.signIn({ userType: 'artist' });
  await expect(received(other)).rejects.toMatchObject({ code: 'not_found' });
  for (const firstByte of [0, place]) {
    const response = await server.goOn(other, uploadId, file, firstByte);
    expect([response.status, await codeOf(response)]).toEqual([404, 'not_found']);
  }
  await cancelUpload(server.deps, other.userId, uploadId);
  expect(await received()).toBe(place);
});

test('a beginning that turns out not to be music is deleted, with all its parts', async () => {
  const file = bytesOf(anMp3({ seconds: 20 }), noise(900_000));
  const response = await server.goOn(artist, uploadId, file, await cutAt(file, 280_000));
  expect([response.status, await codeOf(response)]).toEqual([415, 'invalid_file_type']);
  expect(await server.leftovers()).toEqual(nothing);
});

test('a finished upload is stored once however often its end is sent, and becomes one track that uses one upload', async () => {
  await sql(
    server.testDatabase.ownerDatabase,
    "insert into upload_limits (user_id, remaining, period_start) values ($1, 5, date_trunc('month', now()))",
    [artist.userId],
  );
  const file = anMp3({ seconds: 60 });
  const place = await cutAt(file, 300_000);
  const answers = [];
  for (const _ of [1, 2]) answers.push(await (await server.goOn(artist, uploadId, file, place)).json());
  expect(answers[1]).toEqual(answers[0]);
  expect(await readUpload(server.deps, artist.userId, uploadId)).toEqual({
    uploadId,
    receivedBytes: 0,
    stored: answers[0],
  });
  const track = { uploadId, title: 'Night Bus', genre: 'indie' } as const;
  const made = await Promise.all([1, 2].map(() => createTrack(server.deps, artist.userId, track)));
  expect(made[1]?.id).toBe(made[0]?.id);
  expect(await getUploadEligibility(server.deps, artist.userId)).toMatchObject({ creditsRemaining: 4 });
});

test('canceling removes all bytes of a partial or stored upload, and is repeatable', async () => {
  const file = anMp3({ seconds: 60 });
  await cutAt(file, 300_000);
  for (const _ of [1, 2]) await cancelUpload(server.deps, artist.userId, uploadId);
  expect(await server.leftovers()).toEqual(nothing);
  uploadId = randomUUID();
  expect((await server.upload(artist, file, uploadId)).status).toBe(200);
  await cancelUpload(server.deps, artist.userId, uploadId);
  expect(await server.leftovers()).toEqual(nothing);
});

test('a canceled upload cannot be restarted', async () => {
  await cancelUpload(server.deps, artist.userId, uploadId);
  const response = await server.upload(artist, anMp3(), uploadId);
  expect([response.status, await codeOf(response)]).toEqual([404, 'not_found']);
  expect(await server.leftovers()).toEqual(nothing);
});

test.each([60_000, 300_000, 2_000_000, 2_300_000, 3_000_000])(
  'ten uploads canceled after %d of their 3,000,000 bytes leave nothing, in any order of requests',
  async (sentBytes) => {
    const file = anMp3OfExactly(3_000_000);
    const cancelWhileSending = async (place: number) => {
      const caller = await server.signIn({ userType: 'artist' });
      const id = randomUUID();
      const body = new PassThrough().on('error', () => undefined);
      const sending = storeUpload(server.deps, {
        caller,
        uploadId: id,
        totalBytes: file.length,
        firstByte: 0,
        openBody: () => body,
      }).catch((error: unknown) => error);
      for (let at = 0; at < sentBytes; at += 50_000) {
        if (!body.write(Buffer.from(file.slice(at, Math.min(at + 50_000, sentBytes))))) {
          await new Promise((resolve) => body.once('drain', resolve));
        }
      }
      const cut = () => (sentBytes === file.length ? body.end() : body.destroy(new UploadInterrupted()));
      const cancel = () => cancelUpload(server.deps, caller.userId, id);
      if (place % 2 === 0) await cancel().then(cut);
      else await Promise.all([cut(), cancel()]);
      await sending;
    };
    await Promise.all(Array.from({ length: 10 }, (_, place) => cancelWhileSending(place)));
    expect(await server.leftovers()).toEqual(nothing);
  },
);

test('canceled upload ids are deleted after a day', async () => {
  const kept = async () =>
    (await sqlRow(server.testDatabase.ownerDatabase, 'select count(*)::int as n from cancelled_uploads')).n;
  await sql(server.testDatabase.ownerDatabase, 'truncate cancelled_uploads');
  await cancelUpload(server.deps, artist.userId, uploadId);
  await sweepUploads(server.deps);
  expect(await kept()).toBe(1);
  server.clock.advance(25 * 3600);
  await sweepUploads(server.deps);
  expect(await kept()).toBe(0);
});

test('the rest of an interrupted upload is rejected if the last credit is used up, and its beginning is removed', async () => {
  const file = anMp3({ seconds: 60 });
  const place = await cutAt(file, 300_000);
  const other = randomUUID();
  await server.upload(artist, anMp3({ seconds: 3 }), other);
  await createTrack(server.deps, artist.userId, { uploadId: other, title: 'Night Bus', genre: 'indie' });
  const { rows, files } = await server.leftovers();
  const response = await server.goOn(artist, uploadId, file, place);
  expect([response.status, await codeOf(response)]).toEqual([409, 'upload_limit_reached']);
  const left = await server.leftovers();
  expect([rows - left.rows, files.length - left.files.length]).toEqual([2, 1]);
});

test('canceling does not remove a track', async () => {
  await server.upload(artist, anMp3(), uploadId);
  await createTrack(server.deps, artist.userId, { uploadId, title: 'Night Bus', genre: 'indie' });
  await cancelUpload(server.deps, artist.userId, uploadId);
  expect((await storedBytes()).length).toBeGreaterThan(0);
});

test('two hundred interrupted uploads are swept after a day, with all their files', async () => {
  const file = anMp3({ seconds: 60 });
  const artists = await Promise.all(Array.from({ length: 10 }, () => server.signIn({ userType: 'artist' })));
  for (let round = 0; round < 20; round++) {
    await Promise.all(
      artists.map((caller) =>
        server.cutUpload(caller, { uploadId: randomUUID(), file, until: 300_000 + round * 1000 }),
      ),
    );
  }
  const { rows } = await server.leftovers();
  expect(rows).toBeGreaterThan(0);
  server.clock.advance(23 * 3600);
  expect((await sweepUploads(server.deps)).partial).toBe(0);
  // The last of them may still be on their way to the disk.
  const sweepADayLater = async () => {
    server.clock.advance(25 * 3600);
    await sweepUploads(server.deps);
    return server.leftovers();
  };
  await expect.poll(sweepADayLater, { timeout: 20_000 }).toEqual(nothing);
});
