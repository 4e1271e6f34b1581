import { request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc, { type Arbitrary } from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { avatarUploadPath, coverUploadPath, uploadContentPath } from '#contract/upload-paths.ts';
import { signatureHeader } from '#server/adapters/payments/local-billing.ts';
import { buildApp } from '#server/app.ts';
import { payoutNoticePath, webhookPath } from '#server/http/signed-notices.ts';
import { avatarPath } from '#server/identity/own-profile.ts';
import { audioPath } from '#server/music/tracks/audio/open-audio.ts';
import { coverPath } from '#server/music/tracks/covers.ts';
import { exportPath } from '#server/operation/personal-data/create-export.ts';
import { anMp3, noise } from '#tests/support/files/audio-files.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { nastyStrings } from '#tests/support/texts/nasty-strings.ts';
import { aBuiltWeb } from '#tests/support/world/built-web.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { rarely } from '#tests/support/world/requests-of-schema.ts';
import { uploadTrack } from '../../tools/load/upload-track.ts';

// The routes beside the contract: bytes in and out, pages that the server draws, and what machines ask.

/** `FUZZ_REQUESTS=100000 FUZZ_SEED=7 vitest run --project api tests/api/fuzz-raw.test.ts` asks more, and otherwise. */
const requestsInAll = Number(process.env.FUZZ_REQUESTS ?? 2000);
const seed = Number(process.env.FUZZ_SEED ?? 1);
const atOnce = 8;
const hangsAfter = 20_000;

let earshot: Earshot;
let app: FastifyInstance;
let web: Awaited<ReturnType<typeof aBuiltWeb>>;
let port: number;
let artist: ApiUser;
let link: string;
/** What there is behind the routes. */
let real: readonly string[];

beforeAll(async () => {
  earshot = await startEarshot({ FREE_CREDITS_PER_MONTH: '1000' });
  // The whole application, with a web to serve pages of.
  web = await aBuiltWeb();
  app = await buildApp({ deps: earshot.deps, webRoot: web.webRoot });
  await app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = app.server.address() as AddressInfo); // a TCP server has one
  artist = await earshot.signIn({ userType: 'artist' });
  const trackId = await uploadTrack(artist, anMp3({ seconds: 5 }), 'Fuzzed');
  ({ url: link } = await artist.get(api.tracks.createPlaybackLink, { params: { trackId } }));
  real = [trackId, artist.userId, link.slice(audioPath.length + 1)];
});
afterAll(async () => {
  await app.close();
  await earshot.close();
  await web.remove();
});

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

const routes = [
  uploadContentPath('*'),
  uploadContentPath('*'),
  avatarUploadPath,
  coverUploadPath('*'),
  `${avatarPath}/*.webp`,
  `${coverPath}/*.webp`,
  `${audioPath}/*`,
  `${audioPath}/*`,
  `${exportPath}/*`,
  webhookPath,
  payoutNoticePath,
  '/checkout/*',
  '/checkout/*/complete',
  '/checkout/*/act/cancel',
  '/artist/*',
  '/app/artist/*',
  '/artist/*/preview.png',
  '/verdicts/*/picture.png',
  '/health',
  '/metrics',
  '/mailbox',
  '/mailbox/*',
  '/mailbox.json',
  '/api/openapi.json',
  '/fonts/*',
  '/assets/*',
  '/*',
];
const methods = ['GET', 'GET', 'GET', 'PUT', 'PUT', 'POST', 'HEAD', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND'];

const nasty = fc.constantFrom(...nastyStrings.map(([, text]) => text));
const part = (): Arbitrary<string> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...real) },
    { weight: 2, arbitrary: fc.uuid() },
    { weight: 2, arbitrary: fc.tuple(fc.constantFrom(...real), fc.nat({ max: 40 })).map(mutant) },
    { weight: 1, arbitrary: nasty.map((text) => encodeURIComponent(text.toWellFormed()).slice(0, 2000)) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('..%2f..%2fetc%2fpasswd', '%00', '%', '%zz', '.', '', 'a/b', '%2e%2e/'),
    },
  );

/** Another letter at one place. */
const mutant = ([text, at]: readonly [string, number]): string =>
  `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`;

/** A header may hold what is printable. */
const headerText = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.constantFrom(
    '',
    '0',
    '*',
    '*/*',
    'bytes=0-',
    'bytes=-1',
    'bytes 0-4/5',
    'bytes 5-9/3',
    '-',
    'gzip',
    'null',
  ),
  nasty.map((text) => text.replace(/[^\x20-\x7e]/g, '').slice(0, 500)),
);
const headers = (): Arbitrary<Record<string, string>> =>
  fc
    .record({
      authorization: fc.option(
        fc.constantFrom(`Bearer ${artist.accessToken}`, 'Bearer a.b.c', 'Basic eA=='),
        {
          nil: undefined,
          freq: 4,
        },
      ),
      'content-type': rarely(3, fc.oneof(fc.constantFrom('audio/mpeg', 'application/json'), headerText)),
      range: rarely(2, fc.oneof(fc.constantFrom('bytes=0-99', 'bytes=5-', 'bytes=-7'), headerText)),
      'if-range': rarely(10, headerText),
      'content-range': rarely(6, headerText),
      accept: rarely(4, fc.oneof(fc.constant('text/html'), headerText)),
      'accept-encoding': rarely(6, headerText),
      'if-none-match': rarely(8, headerText),
      origin: rarely(6, headerText),
      cookie: rarely(6, headerText),
      'x-request-id': rarely(6, headerText),
      'x-forwarded-for': rarely(6, headerText),
      [signatureHeader]: rarely(3, headerText),
    })
    .map((all) =>
      Object.fromEntries(
        Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
      ),
    );

const song = anMp3({ seconds: 2 });
const body: Arbitrary<Buffer> = fc.oneof(
  fc.constant(Buffer.alloc(0)),
  fc.nat().map((number) => Buffer.from(noise((number * 7) % 5000, number))),
  fc.nat({ max: song.length - 1 }).map((length) => Buffer.from(song.subarray(0, length))),
  fc.array(fc.nat({ max: song.length - 1 }), { maxLength: 200 }).map((places) => {
    const copy = Buffer.from(song);
    for (const place of places) copy.writeUInt8(copy.readUInt8(place) ^ 0x55, place);
    return copy;
  }),
  fc.json().map((text) => Buffer.from(text)),
  fc
    .constantFrom('{"type":"customer.subscription.updated"}', '{"id":"evt_1","type":1}')
    .map((text) => Buffer.from(text)),
);

const anything = (): Arbitrary<Sent> =>
  fc.record({
    method: fc.constantFrom(...methods),
    path: fc
      .tuple(fc.constantFrom(...routes, link, link), part())
      .map(([route, one]) => route.replace('*', () => one)),
    headers: headers(),
    body,
  });

interface Answered {
  readonly status: number;
  readonly text: string;
}

/** Status 0 where the connection was cut, 599 where nothing came. */
function send({ method, path, headers: given, body: content }: Sent): Promise<Answered> {
  return new Promise((resolve) => {
    const asking = ask({
      port,
      method,
      path,
      headers: { ...given, 'content-length': content.length },
      agent: false,
    });
    asking.setTimeout(hangsAfter, () => {
      resolve({ status: 599, text: '' });
      asking.destroy();
    });
    asking.on('error', () => resolve({ status: 0, text: '' }));
    asking.on('response', (answer) => {
      let text = '';
      answer.on('data', (chunk) => {
        text += chunk;
      });
      answer.on('close', () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    asking.end(content);
  });
}

/** What is wrong with an answer, or undefined. */
function faultOf({ method, path, headers: given }: Sent, { status, text }: Answered): string | undefined {
  if (status >= 500) return `answered with ${status}`;
  if (status === 0 && method !== 'PUT') return 'not answered';
  if (status === 0 || status >= 300) return undefined;
  const isArtist = given.authorization === `Bearer ${artist.accessToken}`;
  if (method === 'PUT' && !isArtist) return 'stored what nobody may send';
  if (path.startsWith(`${audioPath}/`) && path !== link) return 'played what no link leads to';
  if (path.startsWith(`${exportPath}/`)) return 'gave away what no link leads to';
  if ((path === webhookPath || path === payoutNoticePath) && text.includes('true'))
    return 'took a notice that nobody signed';
  return undefined;
}

test(
  'random requests to the routes outside the contract get valid responses and expose nothing without permission',
  async () => {
    const requests = fc.sample(anything(), { seed, numRuns: requestsInAll });
    const faults: string[] = [];
    const statuses = new Map<number, number>();
    const worker = async (): Promise<void> => {
      for (let next = requests.pop(); next; next = requests.pop()) {
        const answered = await send(next);
        statuses.set(answered.status, (statuses.get(answered.status) ?? 0) + 1);
        const fault = faultOf(next, answered);
        if (fault) faults.push(`${next.method} ${next.path}: ${fault}; ${JSON.stringify(next.headers)}`);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    expect(faults).toEqual([]);
    // Enough of it came through to something.
    expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 206, 400, 403, 404]));
    const whole = await artist.fetch(link);
    expect(Buffer.from(await whole.arrayBuffer()).equals(Buffer.from(anMp3({ seconds: 5 })))).toBe(true);
  },
  60_000 + requestsInAll * 60,
);
