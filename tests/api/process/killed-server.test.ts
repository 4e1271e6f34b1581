import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { api } from '#contract/index.ts';
import type { UploadState } from '#contract/music/tracks/tracks.ts';
import { uploadContentPath } from '#contract/upload-paths.ts';
import { connectDatabase } from '#server/adapters/database/connections/postgres-database.ts';
import type { Database } from '#server/adapters/database/database.ts';
import { startEmbeddedPostgres } from '#server/adapters/database/embedded/embedded-postgres.ts';
import { diskStorage } from '#server/adapters/storage/disk-storage.ts';
import type { UploadStep } from '#server/music/tracks/audio/store-upload.ts';
import { sweepUploads } from '#server/music/tracks/audio/sweep-uploads.ts';
import { anMp3 } from '#tests/support/files/audio-files.ts';
import { joinAt, signInAt } from '#tests/support/people/joining.ts';
import { urlOf } from '#tests/support/world/database.ts';
import { prepareDatabase } from '#tests/support/world/prepared-database.ts';
import { type ServerProcess, startServerProcess } from '#tests/support/world/server-process.ts';
import { sql } from '#tests/support/world/sql.ts';
import { testClock } from '#tests/support/world/test-clock.ts';
import { everybodyKnown, wideLimits } from '#tests/support/world/wide-limits.ts';

let folder: string;
let server: ServerProcess | undefined;
const start = async (settings: Record<string, string> = {}) => {
  server = await startServerProcess({ DATA_DIR: folder, PORT: '0', ...settings });
  return server;
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-killed-'));
});
afterEach(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

test('everything acknowledged before a kill is there after the restart', async () => {
  await prepareDatabase(folder);
  const first = await start();
  const artist = await joinAt(first, 'ada@example.org');
  await artist.get(api.accounts.updateProfile, { body: { userType: 'artist', displayName: 'Ada' } });
  const uploadId = randomUUID();
  expect((await artist.upload(anMp3({ seconds: 70 }), uploadId)).status).toBe(200);
  const track = { body: { uploadId, title: 'Still here', genre: 'jazz' } } as const;
  const made = await artist.get(api.tracks.createTrack, track);
  await first.kill();

  const second = await start();
  const again = await signInAt(second.url, 'ada@example.org');
  expect((await again.get(api.tracks.listOwnTracks, { query: {} })).items).toMatchObject([
    { id: made.id, title: 'Still here' },
  ]);
  // The repeat of a request whose answer was lost makes nothing new and consumes nothing more.
  expect((await again.get(api.tracks.createTrack, track)).id).toBe(made.id);
  const link = await again.get(api.tracks.createPlaybackLink, { params: { trackId: made.id } });
  expect((await (await again.fetch(link.url)).arrayBuffer()).byteLength).toBeGreaterThan(1_000_000);
  await expect
    .poll(async () => (await again.get(api.tracks.readOwnTrack, { params: { trackId: made.id } })).peaks, {
      timeout: 60_000,
    })
    .not.toBeNull();
}, 120_000);

const steps: readonly UploadStep[] = [
  'begins',
  'part kept',
  'audio stored',
  'upload recorded',
  'parts removed',
];

interface CutShort {
  readonly uploadId: string;
  readonly step: UploadStep;
  readonly send: () => Promise<Response>;
}

/** Sends a file and kills the server at the first sign that this upload has come to this step. */
async function killAt(running: ServerProcess, { uploadId, step, send }: CutShort): Promise<void> {
  const sent = send().catch(() => undefined);
  await expect
    .poll(() => running.output().includes(`"uploadId":"${uploadId}","step":"${step}"`), {
      interval: 1,
      timeout: 20_000,
    })
    .toBe(true);
  await running.kill();
  await sent;
}

/** Rows are written a moment after the audio: held up, so that what happens surely falls between the two. */
const beforeRows = (database: Database, happen: () => Promise<void>) =>
  database.transaction(async (tx) => {
    await sql(tx, 'lock table audio_files in share row exclusive mode');
    await happen();
  });

/** Whether what a killed server has left is what such an upload leaves at the least. */
function hasReached(step: UploadStep, { receivedBytes, stored }: UploadState): boolean {
  if (step === 'begins') return true;
  if (step === 'part kept') return receivedBytes > 0 || stored !== null;
  if (step === 'audio stored') return receivedBytes > 0 && stored === null;
  return stored !== null;
}

const storage = () => diskStorage({ folder: join(folder, 'audio') });

/** As a server would a day later. */
const sweepADayLater = (database: Database) =>
  sweepUploads({
    database,
    storage: storage(),
    clock: testClock(new Date(Date.now() + 25 * 3_600_000)),
  });

/** The keys of rows without a file and of files without a row. */
async function unmatched(database: Database) {
  const rows = (await sql(database, 'select storage_key as key from audio_files')).map(({ key }) =>
    String(key),
  );
  const files = await Array.fromAsync(storage().list(''), ({ key }) => key);
  return {
    rows: rows.filter((key) => !files.includes(key)),
    files: files.filter((key) => !rows.includes(key)),
  };
}

test('an upload killed at any step resumes after the restart, and leaves no file without a row', async () => {
  // The database is another process and outlives each kill, so one that is running already proves as much.
  const { address, stop } = await startEmbeddedPostgres({ dataDirectory: join(folder, 'postgres') });
  onTestFinished(async () => {
    await server?.stop();
    await stop();
  });
  const settings = {
    DATABASE_URL: urlOf(address),
    LOG_LEVEL: 'debug',
    FREE_CREDITS_PER_MONTH: '20',
    RATE_LIMITS: wideLimits,
    STANDING_BOUNDS: everybodyKnown,
  };
  let running = await start(settings);
  let artist = await joinAt(running, 'ada@example.org');
  await artist.get(api.accounts.updateProfile, { body: { userType: 'artist', displayName: 'Ada' } });
  const { database } = await connectDatabase({ address, role: 'earshot_owner', poolSize: 2 });
  for (const step of steps) {
    const uploadId = randomUUID();
    const file = anMp3({ seconds: 130, bitrate: 320, mark: step });
    const kill = () => killAt(running, { uploadId, step, send: () => artist.upload(file, uploadId) });
    await (step === 'audio stored' ? beforeRows(database, kill) : kill());
    running = await start(settings);
    artist = await signInAt(running.url, 'ada@example.org');
    const kept = await artist.get(api.tracks.readUpload, { params: { uploadId } });
    expect([step, kept, hasReached(step, kept)]).toEqual([step, kept, true]);
    const { receivedBytes } = kept;
    if (kept.stored === null) {
      const rest = await artist.fetch(uploadContentPath(uploadId), {
        method: 'PUT',
        body: file.subarray(receivedBytes),
        headers: { 'content-range': `bytes ${receivedBytes}-${file.length - 1}/${file.length}` },
      });
      expect([step, rest.status]).toEqual([step, 200]);
    }
    const made = await artist.get(api.tracks.createTrack, { body: { uploadId, title: step, genre: 'jazz' } });
    const link = await artist.get(api.tracks.createPlaybackLink, { params: { trackId: made.id } });
    const heard = Buffer.from(await (await artist.fetch(link.url)).arrayBuffer());
    expect([step, heard.equals(Buffer.from(file))]).toEqual([step, true]);
  }
  const lost = randomUUID();
  const givenUp = anMp3({ seconds: 130, bitrate: 320, mark: 'given up' });
  const send = () => artist.upload(givenUp, lost);
  await beforeRows(database, () => killAt(running, { uploadId: lost, step: 'part kept', send }));
  running = await start(settings);
  const before = await unmatched(database);
  expect(before.rows).toEqual([]);
  expect(new Set(before.files.map((key) => key.split('/')[0]))).toEqual(new Set(['tracks', 'uploads']));
  await sweepADayLater(database);
  expect(await unmatched(database)).toEqual({ rows: [], files: [] });
  await database.close();
  artist = await signInAt(running.url, 'ada@example.org');
  const { items } = await artist.get(api.tracks.listOwnTracks, { query: {} });
  expect(items.map(({ title }) => title).toReversed()).toEqual(steps);
}, 180_000);

test('a server asked to stop exits with 0 and stops its database', async () => {
  const running = await start();
  expect((await fetch(`${running.url}/health`, { headers: { accept: 'application/json' } })).status).toBe(
    200,
  );
  expect(await running.stop()).toBe(0);
  server = undefined;
});

test('a bad setting prevents the start with a line that names it', async () => {
  await expect(startServerProcess({ DATA_DIR: folder, PORT: '0', PUBLIC_URL: 'nowhere' })).rejects.toThrow(
    /Invalid settings:\nPUBLIC_URL: /,
  );
});
