import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { anMp3 } from '#tests/support/files/audio-files.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';

let earshot: Earshot;
let artist: ApiUser;
let audioPath: string;

beforeAll(async () => {
  earshot = await startEarshot({ FREE_CREDITS_PER_MONTH: '1000' });
  artist = await earshot.signIn({ userType: 'artist' });
  const uploadId = randomUUID();
  await artist.upload(anMp3({ seconds: 5 }), uploadId);
  const track = await artist.get(api.tracks.createTrack, {
    body: { uploadId, title: 'Odd', genre: 'other' },
  });
  const { url } = await artist.get(api.tracks.createPlaybackLink, { params: { trackId: track.id } });
  audioPath = url;
});
afterAll(() => earshot.close());

/** A client that sent too little, or may go on, closes its side after so long in which nothing comes. */
const quietMilliseconds = 200;

/**
 * Writes bytes to a connection of its own; answers every status that came back. Where `isWhole`, the server has all it
 * needs and closes after its answer; closing our side before would make it answer nothing.
 */
function exchange(text: string, isWhole: boolean): Promise<number[]> {
  const { hostname, port } = new URL(earshot.url);
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => socket.write(text, 'latin1'));
    const quiet = isWhole ? undefined : setTimeout(() => socket.end(), quietMilliseconds);
    socket.setTimeout(20_000, () => socket.destroy(new Error('hangs')));
    socket.on('data', (data) => {
      quiet?.refresh();
      answer += data.toString('latin1');
    });
    let hangs = false;
    socket.on('error', ({ message }) => {
      hangs = message === 'hangs';
    });
    socket.on('close', () => {
      clearTimeout(quiet);
      const statuses = [...answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
      resolve(hangs ? [599] : statuses);
    });
  });
}

const head = (first: string, ...headers: string[]) =>
  `${[first, 'Host: localhost', ...headers].join('\r\n')}\r\n\r\n`;

const numbers = [
  '0',
  '1',
  '-1',
  '99',
  '1e3',
  '0x10',
  '80000',
  '18446744073709551616',
  ' 5',
  '+5',
  '',
  '٣',
  'NaN',
];
const units = ['bytes', 'Bytes', 'items', '', 'bytes '];

const ranges = numbers.flatMap((first) =>
  numbers.flatMap((last) => [`bytes=${first}-${last}`, `bytes=${first}-${last},0-0`]),
);
const oddUnits = units.flatMap((unit) => ['0-', '-1', '0-0', '=0-0', '5-1'].map((rest) => `${unit}=${rest}`));

const put = (uploadId: string, ...headers: string[]) =>
  head(
    `PUT /api/uploads/${uploadId}/content HTTP/1.1`,
    `Authorization: Bearer ${artist.accessToken}`,
    'Content-Type: audio/mpeg',
    ...headers,
  );

interface Exchanges {
  readonly isWhole: boolean;
  readonly atOnce: number;
  readonly allowed: readonly number[];
}

async function eachIn(texts: readonly string[], { isWhole, atOnce, allowed }: Exchanges): Promise<void> {
  const unexpected: unknown[] = [];
  for (let at = 0; at < texts.length; at += atOnce) {
    const batch = texts.slice(at, at + atOnce);
    const answers = await Promise.all(batch.map((text) => exchange(text, isWhole)));
    answers.forEach((statuses, index) => {
      const isMissing = isWhole && statuses.length !== 1;
      if (isMissing || statuses.some((status) => !allowed.includes(status))) {
        unexpected.push([batch[index], statuses]);
      }
    });
  }
  expect(unexpected).toEqual([]);
}

test('odd Range headers return the whole file, one part, or 416', async () => {
  const requests = [...ranges, ...oddUnits].map((range) =>
    head(`GET ${audioPath} HTTP/1.1`, `Range: ${Buffer.from(range).toString('latin1')}`, 'Connection: close'),
  );
  expect(requests.length).toBeGreaterThan(350);
  // A user has six streams at a time.
  await eachIn(requests, { isWhole: true, atOnce: 3, allowed: [200, 206, 400, 416] });
});

test('odd lengths, encodings and methods of an upload are rejected, and no request is smuggled behind them', async () => {
  const smuggled = head('GET /api/openapi.json HTTP/1.1', 'Connection: close');
  const lengths = numbers.flatMap((length) => [
    put(randomUUID(), `Content-Length: ${length}`),
    put(randomUUID(), `Content-Length: ${length}`, 'Transfer-Encoding: chunked') + smuggled,
    put(randomUUID(), 'Content-Length: 3', `Content-Length: ${length}`) + smuggled,
  ]);
  const encodings = [
    'chunked',
    'gzip',
    'identity',
    'chunked, chunked',
    'gzip, chunked',
    'xchunked',
    ' chunked',
    '',
  ].flatMap((encoding) =>
    ['0\r\n\r\n', 'zz\r\n', '-1\r\n', 'ffffffffffffffff\r\n', '5\r\nab'].map(
      (body) => put(randomUUID(), `Transfer-Encoding: ${encoding}`) + body + smuggled,
    ),
  );
  const contentRanges = numbers.flatMap((number) =>
    [
      `${put(randomUUID(), `Content-Range: bytes ${number}-9/10`, 'Content-Length: 5')}abcde`,
      `${put(randomUUID(), `Content-Range: bytes 0-4/${number}`, 'Content-Length: 5')}abcde`,
    ].map((text) => Buffer.from(text).toString('latin1')),
  );
  const methods = [
    'GET',
    'POST',
    'PATCH',
    'DELETE',
    'OPTIONS',
    'TRACE',
    'CONNECT',
    'PROPFIND',
    'get',
    'G ET',
    '',
  ].flatMap((method) => [
    head(`${method} /api/uploads/${randomUUID()}/content HTTP/1.1`, 'Connection: close'),
    head(`${method} ${audioPath} HTTP/1.1`, 'Connection: close'),
  ]);
  const requests = [...lengths, ...encodings, ...contentRanges, ...methods];
  expect(requests.length).toBeGreaterThan(120);
  const clientErrors = Array.from({ length: 52 }, (_, index) => 400 + index);
  await eachIn(requests, { isWhole: false, atOnce: 20, allowed: [200, ...clientErrors] });
  expect(await artist.call(api.tracks.listOwnTracks, { query: {} })).toMatchObject({ status: 200 });
  // An upload that was cut off is cleared away in its own time.
  await expect.poll(() => earshot.storedFiles(), { timeout: 10_000 }).toHaveLength(1);
});

test('a request with two hosts or an unknown transfer encoding is rejected, and nothing behind it is answered', async () => {
  const smuggled = head('GET /api/openapi.json HTTP/1.1', 'Connection: close');
  for (const header of [
    'Host: other.example',
    'Transfer-Encoding: xchunked',
    'Transfer-Encoding: gzip, chunked',
  ]) {
    for (const path of ['/health', '/no-such-page', '/api/auth/keys']) {
      expect(await exchange(head(`GET ${path} HTTP/1.1`, header) + smuggled, true)).toEqual([400]);
      expect(await exchange(head(`POST ${path} HTTP/1.1`, header) + smuggled, true)).toEqual([400]);
    }
  }
});

test('after all these requests audio is still sent whole, and its server can be stopped', async () => {
  const answer = await artist.fetch(audioPath);
  expect(answer.status).toBe(200);
  expect((await answer.arrayBuffer()).byteLength).toBe(anMp3({ seconds: 5 }).length);
});
