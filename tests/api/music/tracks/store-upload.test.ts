import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Caller } from '#server/foundation/caller.ts';
import { createTrack } from '#server/music/tracks/create-track.ts';
import {
  anMp3,
  anMp3OfExactly,
  anMp3WithHtmlInFront,
  anMp3WithTags,
  emptyFile,
  FIFTY_MEBIBYTES,
  freeFormatFile,
  htmlFile,
  id3Bomb,
  layerTwoFile,
  m4aFile,
  noise,
  pngFile,
  wavFile,
  zipFile,
} from '#tests/support/files/audio-files.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';
import { bearer, codeOf, startTracksServer, type TracksServer } from './tracks-server.ts';

let server: TracksServer;
let artist: Caller;
const nothing = { rows: 0, files: [] };

beforeAll(async () => {
  server = await startTracksServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  const { ownerDatabase } = server.testDatabase;
  await sql(
    ownerDatabase,
    'truncate uploads, partial_uploads, artist_tracks, audio_files, leases, upload_limits cascade',
  );
  for await (const { key } of server.deps.storage.list('')) await server.deps.storage.remove(key);
  artist = await server.signIn({ userType: 'artist' });
});

test.each([
  ['an empty file', emptyFile(), 'no_audio'],
  ['an HTML page', htmlFile(), 'not_mp3'],
  ['an HTML page longer than the searched part', htmlFile(2_000_000), 'not_mp3'],
  ['a picture', pngFile(), 'not_mp3'],
  ['a ZIP archive', zipFile(3_000_000), 'not_mp3'],
  ['AAC in MP4', m4aFile(), 'not_mp3'],
  ['a WAV file', wavFile(), 'not_mp3'],
  ['noise', noise(400_000), 'not_mp3'],
  ['MPEG layer II', layerTwoFile(), 'not_mp3'],
  ['a free-format MP3', freeFormatFile(), 'free_format'],
  ['a tag that claims 256 MB', id3Bomb(), 'damaged'],
  ['an MP3 of half a second', anMp3({ seconds: 0.5 }), 'too_short'],
])('%s is rejected as an invalid file type, and nothing is left', async (_name, file, reason) => {
  const response = await server.upload(artist, file);
  expect(response.status).toBe(415);
  expect(await response.json()).toMatchObject({
    error: { code: 'invalid_file_type', message: 'Please upload an MP3 audio file.', details: { reason } },
  });
  expect(await server.leftovers()).toEqual(nothing);
});

test('a file declared one byte over 50 MiB is rejected before it is read', async () => {
  const response = await server.upload(artist, new Uint8Array(FIFTY_MEBIBYTES + 1));
  expect([response.status, await codeOf(response)]).toEqual([413, 'file_too_large']);
  expect(await server.leftovers()).toEqual(nothing);
});

test('a file of unknown length is rejected once it exceeds 50 MiB', async () => {
  const response = await fetch(`${server.url}/api/uploads/${randomUUID()}/content`, {
    method: 'PUT',
    headers: bearer(artist),
    body: chunked(anMp3OfExactly(FIFTY_MEBIBYTES + 1)),
    duplex: 'half',
  } as RequestInit);
  expect([response.status, await codeOf(response)]).toEqual([413, 'file_too_large']);
  expect(await server.leftovers()).toEqual(nothing);
});

test('an MP3 of exactly 50 MiB is stored', async () => {
  const response = await server.upload(artist, anMp3OfExactly(FIFTY_MEBIBYTES));
  expect([response.status, await response.json()]).toMatchObject([200, { byteLength: FIFTY_MEBIBYTES }]);
});

test('an upload of 50 MiB takes little memory', async () => {
  const file = anMp3OfExactly(FIFTY_MEBIBYTES);
  const memory = () => process.memoryUsage().arrayBuffers;
  const before = memory();
  let most = before;
  const sending = startSending(file.length);
  const answer = once(sending, 'response');
  for (let at = 0; at < file.length; at += 65_536) {
    if (!sending.write(file.subarray(at, at + 65_536))) await once(sending, 'drain');
    most = Math.max(most, memory());
  }
  sending.end();
  const [response] = await answer;
  response.resume();
  expect(response.statusCode).toBe(200);
  expect((most - before) / 1024 ** 2).toBeLessThan(20);
});

test('an upload interrupted within the first 5 kB leaves nothing', async () => {
  const file = anMp3({ seconds: 60 });
  for (const part of [0, 1, 5000]) {
    const sending = startSending(file.length);
    sending.write(file.subarray(0, part));
    await sleep(50);
    sending.destroy();
  }
  await expect.poll(() => server.leftovers()).toEqual(nothing);
});

test('an upload that is too slow is rejected and leaves nothing', async () => {
  const strict = await startTracksServer({ pace: { bytesPerSecond: 1024, windowMilliseconds: 500 } });
  try {
    const sending = startSending(1_000_000, strict, await strict.signIn({ userType: 'artist' }));
    const answer = answerTo(sending);
    sending.write(anMp3({ seconds: 10 }).subarray(0, 300));
    expect(await answer).toMatchObject({ status: 400, code: 'upload_interrupted' });
    expect(await strict.leftovers()).toEqual(nothing);
  } finally {
    await strict.close();
  }
});

test('only artists can upload', async () => {
  const listener = await server.signIn({ userType: 'listener' });
  const response = await server.upload(listener, anMp3());
  expect([response.status, await codeOf(response)]).toEqual([403, 'wrong_user_type']);
  const anonymous = await server.upload({ ...artist, sessionId: 'nobody' }, anMp3());
  expect([anonymous.status, await codeOf(anonymous)]).toEqual([401, 'not_authenticated']);
  expect(await server.leftovers()).toEqual(nothing);
});

test('an upload id that is not a UUID is malformed', async () => {
  const response = await server.upload(artist, anMp3(), '..%2f..%2fetc');
  expect([response.status, await codeOf(response)]).toEqual([400, 'malformed']);
});

test('without allowance the file is not read, and a client that is still sending gets the response', async () => {
  await sql(
    server.testDatabase.ownerDatabase,
    "insert into upload_limits (user_id, remaining, period_start) values ($1, 0, date_trunc('month', now()))",
    [artist.userId],
  );
  const sending = startSending(40_000_000);
  expect(await answerTo(sending)).toMatchObject({
    status: 409,
    code: 'upload_limit_reached',
    connection: 'close',
  });
  sending.write(noise(1_000_000));
  sending.destroy();
  const whole = await server.upload(artist, anMp3OfExactly(30_000_000));
  expect([whole.status, await codeOf(whole)]).toEqual([409, 'upload_limit_reached']);
  expect(await server.leftovers()).toEqual(nothing);
});

test('the same recording is rejected with the existing title, whatever tags surround it', async () => {
  const uploadId = randomUUID();
  await sql(
    server.testDatabase.ownerDatabase,
    "insert into upload_limits (user_id, remaining, period_start) values ($1, 5, date_trunc('month', now()))",
    [artist.userId],
  );
  await server.upload(artist, anMp3(), uploadId);
  await createTrack(server.deps, artist.userId, { uploadId, title: 'Night Bus', genre: 'indie' });
  const before = await server.leftovers();
  const response = await server.upload(artist, anMp3WithTags());
  expect(response.status).toBe(409);
  expect(await response.json()).toMatchObject({
    error: { code: 'same_content', details: { title: 'Night Bus' } },
  });
  expect(await server.leftovers()).toEqual(before);
  const other = await server.signIn({ userType: 'artist' });
  expect((await server.upload(other, anMp3())).status).toBe(200);
});

test('an artist can run three uploads at a time', async () => {
  const open = [1, 2, 3].map(() => startSending(5_000_000));
  for (const sending of open) sending.write(anMp3({ seconds: 10 }).subarray(0, 50_000));
  await expect.poll(async () => (await server.leftovers()).files.length).toBe(3);
  const fourth = await server.upload(artist, anMp3());
  expect([fourth.status, await codeOf(fourth)]).toEqual([429, 'too_many_requests']);
  for (const sending of open) sending.destroy();
  await expect.poll(async () => (await server.upload(artist, anMp3())).status).toBe(200);
});

test('only the frames of an MP3 are stored: leading HTML and tags are removed', async () => {
  const frames = anMp3({ seconds: 60 });
  for (const file of [anMp3WithTags({ seconds: 60 }), anMp3WithHtmlInFront({ seconds: 60 })]) {
    const uploader = await server.signIn({ userType: 'artist' });
    const response = await server.upload(uploader, file);
    expect([response.status, await response.json()]).toMatchObject([200, { byteLength: frames.length }]);
    const { key } = await sqlRow(
      server.testDatabase.ownerDatabase,
      'select storage_key as key from audio_files where artist_id = $1',
      [uploader.userId],
    );
    const stored = await (await server.deps.storage.read(String(key))).toArray();
    expect(Buffer.concat(stored).equals(frames)).toBe(true);
  }
});

test('a repeated upload returns the same and stores nothing more, even if both are sent at once', async () => {
  const uploadId = randomUUID();
  const file = anMp3({ seconds: 30 });
  const both = await Promise.all([1, 2].map(() => server.upload(artist, file, uploadId)));
  const third = await server.upload(artist, anMp3({ mark: 'something else' }), uploadId);
  const answers = await Promise.all([...both, third].map((response) => response.json()));
  expect(answers[0]).toEqual({ uploadId, byteLength: file.length, durationSeconds: expect.closeTo(30, 0) });
  expect(answers[1]).toEqual(answers[0]);
  expect(answers[2]).toEqual(answers[0]);
  const { rows, files } = await server.leftovers();
  expect([rows, files.length]).toEqual([2, 1]);
});

test("another artist's upload id is not found", async () => {
  const uploadId = randomUUID();
  await server.upload(artist, anMp3(), uploadId);
  const other = await server.signIn({ userType: 'artist' });
  const response = await server.upload(other, anMp3(), uploadId);
  expect([response.status, await codeOf(response)]).toEqual([404, 'not_found']);
});

test('a stored upload is queued for analysis', async () => {
  await server.upload(artist, anMp3());
  const { count } = await sqlRow(
    server.testDatabase.ownerDatabase,
    `select count(*)::int as count from graphile_worker.jobs job
      where job.task_identifier = 'analyse-audio' and job.key in (select id::text from audio_files)`,
  );
  expect(count).toBe(1);
});

test('if the volume is nearly full an upload is rejected and nothing is left', async () => {
  const full = await startTracksServer({ leastFreeShare: 1.1 });
  try {
    const uploader = await full.signIn({ userType: 'artist' });
    const response = await full.upload(uploader, anMp3OfExactly(10_000_000));
    expect([response.status, await codeOf(response)]).toEqual([507, 'storage_full']);
    expect(await full.leftovers()).toEqual(nothing);
  } finally {
    await full.close();
  }
});

const startSending = (contentLength: number, to = server, caller = artist) => {
  const sending = request(`${to.url}/api/uploads/${randomUUID()}/content`, {
    method: 'PUT',
    headers: { ...bearer(caller), 'content-length': contentLength },
  });
  sending.on('error', () => undefined);
  sending.flushHeaders();
  return sending;
};

const answerTo = (sending: ReturnType<typeof request>) =>
  new Promise<{ status: number | undefined; code: unknown; connection: string | undefined }>(
    (resolve, reject) => {
      sending.once('error', reject);
      sending.once('response', (response) => {
        response.once('data', (data: Buffer) => {
          const body: { error: { code: string } } = JSON.parse(data.toString());
          resolve({
            status: response.statusCode,
            code: body.error.code,
            connection: response.headers.connection,
          });
        });
      });
    },
  );

function chunked(file: Uint8Array): ReadableStream {
  let at = 0;
  return new ReadableStream({
    pull: (controller) => {
      if (at >= file.length) return controller.close();
      controller.enqueue(file.subarray(at, at + 65_536));
      at += 65_536;
    },
  });
}
