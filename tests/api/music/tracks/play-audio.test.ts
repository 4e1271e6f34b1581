import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Caller } from '#server/foundation/caller.ts';
import { createPlaybackLink } from '#server/music/tracks/audio/open-audio.ts';
import { createTrack } from '#server/music/tracks/create-track.ts';
import { deleteTrack } from '#server/music/tracks/own-tracks.ts';
import { anMp3, anMp3OfExactly, FIFTY_MEBIBYTES } from '#tests/support/files/audio-files.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';
import { codeOf, startTracksServer, type TracksServer } from './tracks-server.ts';

let server: TracksServer;
/** Short enough to be sent at once: sound of longer ones is sent as it is played. */
const file = Buffer.from(anMp3({ seconds: 8 }));
const refused = (code: string) => expect.objectContaining({ name: 'Refusal', code });

beforeAll(async () => {
  server = await startTracksServer({ idleMilliseconds: 2000 });
});
afterAll(() => server.close());

interface Play {
  artist: Caller;
  listener: Caller;
  trackId: string;
}
let play: Play;

async function aPlayableTrack(bytes: Uint8Array<ArrayBuffer> = new Uint8Array(file)): Promise<Play> {
  const artist = await server.signIn({ userType: 'artist' });
  const listener = await server.signIn({ userType: 'listener' });
  const uploadId = randomUUID();
  await server.upload(artist, bytes, uploadId);
  const { id } = await createTrack(server.deps, artist.userId, {
    uploadId,
    title: 'Night Bus',
    genre: 'indie',
  });
  return { artist, listener, trackId: id };
}
const lease = ({ listener, trackId }: Play) =>
  sql(
    server.testDatabase.ownerDatabase,
    "insert into leases (listener_id, track_id, leased_until) values ($1, $2, now() + interval '20 minutes')",
    [listener.userId, trackId],
  );
const owner = (text: string, ...values: unknown[]) => sql(server.testDatabase.ownerDatabase, text, values);
const bytesSent = async ({ listener }: Play) =>
  Number(
    (
      await sqlRow(
        server.testDatabase.ownerDatabase,
        'select bytes_sent from leases where listener_id = $1',
        [listener.userId],
      )
    ).bytes_sent,
  );
const link = async (caller: Caller, trackId = play.trackId) =>
  server.url + (await createPlaybackLink(server.deps, caller, trackId)).url;
const statusOf = async (url: string) => {
  const response = await fetch(url);
  await response.arrayBuffer();
  return response.status;
};

beforeEach(async () => {
  play = await aPlayableTrack();
});

describe('a playback link', () => {
  test('is not created for an unknown track, another artist or a listener who is not served it', async () => {
    const { listener } = play;
    const other = await server.signIn({ userType: 'artist' });
    await expect(link(listener, randomUUID())).rejects.toEqual(refused('not_found'));
    await expect(link(other)).rejects.toEqual(refused('audio_unavailable'));
    await expect(link(listener)).rejects.toEqual(refused('audio_unavailable'));
    await lease(await aPlayableTrack());
    await expect(link(listener)).rejects.toEqual(refused('audio_unavailable'));
  });

  test('is not created for a deleted track, not even for its artist', async () => {
    const { artist, trackId } = play;
    await deleteTrack(server.deps, artist.userId, trackId);
    await expect(link(artist)).rejects.toEqual(refused('track_deleted'));
  });

  test('plays for the artist, an admin and the listener who is served the track', async () => {
    await lease(play);
    const admin = await server.signIn({ admin: true });
    for (const caller of [play.artist, admin, play.listener]) {
      const response = await fetch(await link(caller));
      expect(response.status).toBe(200);
      expect(Buffer.from(await response.arrayBuffer()).equals(file)).toBe(true);
    }
  });

  test('is valid for exactly one hour', async () => {
    const { expiresAt } = await createPlaybackLink(server.deps, play.artist, play.trackId);
    expect(Date.parse(expiresAt) - server.clock.now().getTime()).toBe(3_600_000);
    const url = await link(play.artist);
    server.clock.advance(3599.999);
    expect(await statusOf(url)).toBe(200);
    server.clock.advance(0.001);
    const response = await fetch(url);
    expect([response.status, await codeOf(response)]).toEqual([403, 'audio_unavailable']);
  });

  test('does not work with any character changed or missing', async () => {
    const url = await link(play.artist);
    const start = url.lastIndexOf('/') + 1;
    const statuses = new Set<number>();
    for (let at = start; at < url.length; at++) {
      const code = url.charCodeAt(at) ^ 1;
      statuses.add(await statusOf(url.slice(0, at) + String.fromCharCode(code) + url.slice(at + 1)));
    }
    for (const odd of ['', '.', 'a.b', 'x'.repeat(5000), `${url.slice(start)}A`, `${url.slice(start)}.`]) {
      statuses.add(await statusOf(url.slice(0, start) + odd));
    }
    expect([...statuses].toSorted()).toEqual([403, 404, 414]);
  });

  test.each([
    [
      'the listener skipped the track',
      "update leases set closed_at = now(), outcome = 'skipped' where listener_id = $1",
    ],
    [
      'the listener reviewed the track',
      "update leases set closed_at = now(), outcome = 'reviewed' where listener_id = $1",
    ],
    ['signing out', "update sessions set ended_at = now(), end_reason = 'signed_out' where user_id = $1"],
    ['a suspension', 'update users set suspended_at = now() where id = $1'],
  ])('does not work after %s', async (_what, change) => {
    await lease(play);
    const url = await link(play.listener);
    expect(await statusOf(url)).toBe(200);
    await owner(change, play.listener.userId);
    expect(await statusOf(url)).toBe(403);
  });

  test('does not work after the admin loses the role', async () => {
    const admin = await server.signIn({ admin: true });
    const url = await link(admin);
    expect(await statusOf(url)).toBe(200);
    await owner("insert into user_roles (user_id, role) values ($1, 'user')", admin.userId);
    expect(await statusOf(url)).toBe(403);
  });

  test('does not work after the track is deleted or its file is missing', async () => {
    const url = await link(play.artist);
    const [{ key } = { key: '' }] = await owner(
      'select storage_key as key from audio_files where artist_id = $1',
      play.artist.userId,
    );
    await server.deps.storage.remove(String(key));
    expect(await statusOf(url)).toBe(403);
    const deleted = await aPlayableTrack();
    const other = await link(deleted.artist, deleted.trackId);
    await deleteTrack(server.deps, deleted.artist.userId, deleted.trackId);
    expect(await statusOf(other)).toBe(403);
  });

  test('never reveals the storage key', async () => {
    const [{ key } = { key: '' }] = await owner(
      'select storage_key as key from audio_files where artist_id = $1',
      play.artist.userId,
    );
    const response = await fetch(await link(play.artist), { method: 'HEAD' });
    expect(JSON.stringify([...response.headers, response.url])).not.toContain(String(key).slice(-20));
  });
});

describe('the audio response', () => {
  const headers = {
    'content-type': 'audio/mpeg',
    'content-disposition': 'inline; filename="track.mp3"',
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-store',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
    'content-security-policy':
      "default-src 'none'; media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
  };

  test.each(['GET', 'HEAD'])('to %s can only be audio, and is not cached', async (method) => {
    const url = await link(play.artist);
    for (const range of ['none', 'bytes=0-99', 'bytes=99999999-']) {
      const response = await fetch(url, { method, headers: range === 'none' ? {} : { range } });
      expect(Object.fromEntries(response.headers)).toMatchObject(headers);
      await response.arrayBuffer();
    }
  });

  test('to HEAD has the length without a body', async () => {
    const response = await fetch(await link(play.artist), { method: 'HEAD' });
    expect([response.headers.get('content-length'), await response.text()]).toEqual([
      String(file.length),
      '',
    ]);
  });

  test('to one range is that part, with its position in the file', async () => {
    const url = await link(play.artist);
    const size = file.length;
    for (const [range, first, last] of [
      ['bytes=0-', 0, size - 1],
      ['bytes=0-0', 0, 0],
      ['bytes=1000-70000', 1000, 70_000],
      ['bytes=-100', size - 100, size - 1],
    ] as const) {
      const response = await fetch(url, { headers: { range } });
      expect([response.status, response.headers.get('content-range')]).toEqual([
        206,
        `bytes ${first}-${last}/${size}`,
      ]);
      expect(Buffer.from(await response.arrayBuffer()).equals(file.subarray(first, last + 1))).toBe(true);
    }
  });

  test('to a condition that cannot be met is the whole file', async () => {
    const response = await fetch(await link(play.artist), {
      headers: { range: 'bytes=0-9', 'if-range': '"a"' },
    });
    expect([response.status, (await response.arrayBuffer()).byteLength]).toEqual([200, file.length]);
  });

  const odd = [
    ...[
      'bytes=0-',
      'bytes=0-0',
      'bytes=-1',
      'bytes=-0',
      'bytes=',
      'bytes',
      'bytes=-',
      'bytes=--1',
      'bytes=1--2',
    ],
    ...[
      'bytes=5-4',
      'bytes=99999999-',
      'bytes=99999999-1',
      'bytes=0-99999999',
      'bytes=-99999999',
      'bytes=0-1,2-3',
    ],
    ...[
      'bytes=0-0,-1',
      'bytes=,',
      'bytes=0-,',
      'bytes=0-1,',
      `bytes=${'0-1,'.repeat(1000)}0-1`,
      'items=0-1',
      '=0-1',
    ],
    ...[
      'bytes=a-b',
      'bytes=0x0-0xff',
      'bytes=1e1-1e2',
      'bytes=0.5-1.5',
      'bytes=+1-+2',
      'bytes=0 - 1',
      ' bytes=0-1 ',
    ],
    ...[
      'BYTES=0-1',
      'bytes:0-1',
      'bytes 0-1/100',
      'bytes=0-1/100',
      `bytes=0-${'9'.repeat(500)}`,
      'bytes=NaN-',
    ],
    ...[
      `bytes=${'9'.repeat(500)}-`,
      `bytes=-${'9'.repeat(500)}`,
      'bytes=9007199254740993-',
      'bytes=-Infinity',
    ],
    ...['none', 'bytes=0-1;q=1', 'bytes=0-1\tx', 'bytes=\u00b2-\u00b3', '"bytes=0-1"', 'bytes=0-1,bytes=2-3'],
  ];
  test.each(odd)('to Range %j is 200, 206 or 416 with the stated length', async (range) => {
    const url = await link(play.artist);
    const { status, length, announced } = await new Promise<Record<string, unknown>>((resolve, reject) => {
      const asking = request(url, { headers: { range } }, (response) => {
        let received = 0;
        response.on('data', (chunk: Buffer) => {
          received += chunk.length;
        });
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode,
            length: received,
            announced: Number(response.headers['content-length'] ?? 0),
          }),
        );
      });
      asking.on('error', reject).end();
    });
    expect([200, 206, 416]).toContain(status);
    expect(length).toBe(announced);
  });
});

describe('the bytes sent', () => {
  test("are counted on the listener's open lease only", async () => {
    await lease(play);
    await (await fetch(await link(play.artist))).arrayBuffer();
    await fetch(await link(play.listener), { method: 'HEAD' });
    expect(await bytesSent(play)).toBe(0);
    const url = await link(play.listener);
    await (await fetch(url, { headers: { range: 'bytes=0-99999' } })).arrayBuffer();
    await expect.poll(() => bytesSent(play)).toBe(100_000);
    await (await fetch(url)).arrayBuffer();
    await expect.poll(() => bytesSent(play)).toBe(file.length);
  });

  test('are counted while a slow client is still connected, and no more than it can have received', async () => {
    const big = await aPlayableTrack(anMp3OfExactly(FIFTY_MEBIBYTES));
    await lease(big);
    const response = await fetch(await link(big.listener, big.trackId));
    const reader = response.body?.getReader();
    await reader?.read();
    await expect.poll(() => bytesSent(big), { timeout: 10_000 }).toBeGreaterThan(100_000);
    // What a client gets without playing: far from the fifty megabytes of the file.
    expect(await bytesSent(big)).toBeLessThan(1_000_000);
    await reader?.cancel();
  });
});

describe('a user with six open streams', () => {
  let url: string;
  beforeEach(async () => {
    const big = await aPlayableTrack(anMp3OfExactly(FIFTY_MEBIBYTES));
    url = await link(big.artist, big.trackId);
  });
  /** Opens a stream and takes its first bytes only. */
  const openIdle = async () => {
    const response = await fetch(url);
    const reader = response.body?.getReader();
    await reader?.read();
    return { status: response.status, reader };
  };

  test('gets a seventh, which replaces the stream whose client reads nothing', async () => {
    const open = await Promise.all([1, 2, 3, 4, 5, 6].map(openIdle));
    expect(open.map(({ status }) => status)).toEqual(Array(6).fill(200));
    for (let more = 0; more < 3; more++) expect(await statusOf(url)).toBe(200);
    for (const { reader } of open) await reader?.cancel().catch(() => undefined);
  });

  test('can seek as fast as possible without a rejected stream', async () => {
    const statuses = new Set<number>();
    let open: { request: ReturnType<typeof request>; sent: Promise<unknown>; status: Promise<number> }[] = [];
    const seek = (from: number) => {
      const { promise, resolve, reject } = Promise.withResolvers<number>();
      const asking = request(url, { agent: false, headers: { range: `bytes=${from}-` } }, (response) =>
        resolve(response.statusCode ?? 0),
      );
      const sent = once(asking, 'finish');
      asking.on('error', reject).end();
      return { request: asking, sent, status: promise };
    };
    for (let round = 0; round < 5; round++) {
      const next = [1, 2, 3, 4, 5, 6].map((place) => seek(round * 100_000 + place));
      // A busy server notices the end of the old streams only when it has the new requests already.
      await Promise.all(next.map(({ sent }) => sent));
      await new Promise((resolve) => setTimeout(resolve, 300));
      for (const old of open) old.request.destroy();
      for (const { status } of next) statuses.add(await status);
      open = next;
    }
    for (const { request: last } of open) last.on('error', () => undefined).destroy();
    expect([...statuses]).toEqual([206]);
  });
});

test('a client that reads nothing is disconnected', async () => {
  const big = await aPlayableTrack(anMp3OfExactly(FIFTY_MEBIBYTES));
  const { hostname, port, pathname } = new URL(await link(big.artist, big.trackId));
  const socket = connect(Number(port), hostname);
  socket.write(`GET ${pathname} HTTP/1.1\r\nHost: earshot\r\n\r\n`);
  socket.pause();
  await new Promise((resolve) => setTimeout(resolve, 5000));
  let received = 0;
  socket.on('data', (chunk) => {
    received += chunk.length;
  });
  socket.on('error', () => undefined);
  socket.resume();
  await new Promise((resolve) => socket.once('close', resolve));
  expect(received).toBeLessThan(FIFTY_MEBIBYTES);
});
