import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '#server/foundation/caller.ts';
import { createPlaybackLink } from '#server/music/tracks/audio/open-audio.ts';
import { cancelUpload } from '#server/music/tracks/audio/uploads.ts';
import { createTrack } from '#server/music/tracks/create-track.ts';
import { anMp3OfExactly, FIFTY_MEBIBYTES } from '#tests/support/files/audio-files.ts';
import { type OddFile, oddFiles } from '#tests/support/files/odd-files.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';
import { startTracksServer, type TracksServer } from './tracks-server.ts';

let server: TracksServer;
let artist: Caller;
beforeAll(async () => {
  server = await startTracksServer({ environment: { FREE_CREDITS_PER_MONTH: '1000' } });
  artist = await server.signIn({ userType: 'artist' });
});
afterAll(() => server.close());

const refusalReasons = /^(no_audio|not_mp3|free_format|damaged|too_short)$/;

/** Whatever other kinds of files and tags begin with, and what a page could run. */
const traces = [
  'ID3',
  'TAG',
  'APETAGEX',
  'LYRICSBEGIN',
  '<script',
  '<svg',
  '<html',
  '%PDF',
  'PK\x03\x04',
  'IHDR',
];

/** Uploads the file; answers why it is refused, or looks at what is kept of it and answers that it is accepted. */
async function outcomeOf({ name, bytes }: OddFile): Promise<string> {
  const uploadId = randomUUID();
  const response = await server.upload(artist, bytes(), uploadId);
  if (response.status !== 200) {
    expect([name, response.status]).toEqual([name, 415]);
    const answer = (await response.json()) as { error: { details: { reason: string } } };
    expect([name, answer.error.details.reason]).toEqual([name, expect.stringMatching(refusalReasons)]);
    return answer.error.details.reason;
  }
  const { key } = await sqlRow(
    server.testDatabase.ownerDatabase,
    'select f.storage_key as key from audio_files f join uploads u on u.audio_file_id = f.id where u.id = $1',
    [uploadId],
  );
  const stored = Buffer.concat(await (await server.deps.storage.read(String(key))).toArray());
  expect([name, stored[0], (stored[1] ?? 0) & 0xe0]).toEqual([name, 0xff, 0xe0]);
  expect([name, traces.filter((trace) => stored.includes(trace, 0, 'latin1'))]).toEqual([name, []]);
  await cancelUpload(server.deps, artist.userId, uploadId);
  return 'accepted';
}

test('every odd file is either stored as audio frames only, or rejected with a reason and nothing left', async () => {
  const outcomes = new Map<string, number>();
  for (const file of oddFiles) {
    const outcome = await outcomeOf(file);
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  }
  expect(oddFiles.length).toBeGreaterThanOrEqual(150);
  expect([...outcomes.keys()].toSorted()).toEqual(
    ['accepted', 'damaged', 'free_format', 'no_audio', 'not_mp3', 'too_short'].toSorted(),
  );
  expect(await server.leftovers()).toEqual({ rows: 0, files: [] });
});

test('an MP3 with an HTML page in its tag is served only as audio', async () => {
  const file = oddFiles.find(({ name }) => name === 'a page in a tag');
  const uploadId = randomUUID();
  await server.upload(artist, file?.bytes() ?? '', uploadId);
  const track = await createTrack(server.deps, artist.userId, { uploadId, title: 'Odd', genre: 'other' });
  const { url } = await createPlaybackLink(server.deps, artist, track.id);
  const response = await fetch(server.url + url);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'audio/mpeg',
    'x-content-type-options': 'nosniff',
    'content-security-policy':
      "default-src 'none'; media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
  });
  await response.arrayBuffer();
  await sql(server.testDatabase.ownerDatabase, 'truncate uploads, artist_tracks, audio_files cascade');
});

// Large files take minutes on a small machine, so they run with CORPUS=whole only.
test.runIf(process.env.CORPUS === 'whole').each([
  ['49.9 MiB', Math.floor(49.9 * 1024 * 1024), 200],
  ['50 MiB', FIFTY_MEBIBYTES, 200],
  ['50 MiB and a byte', FIFTY_MEBIBYTES + 1, 413],
])('a file of %s is accepted or rejected by its size', async (_size, length, status) => {
  const uploadId = randomUUID();
  expect((await server.upload(artist, anMp3OfExactly(length), uploadId)).status).toBe(status);
  await cancelUpload(server.deps, artist.userId, uploadId);
});
