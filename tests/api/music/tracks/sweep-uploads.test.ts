import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { analyseUpload } from '#server/music/tracks/audio/analyse-upload.ts';
import { sweepUploads } from '#server/music/tracks/audio/sweep-uploads.ts';
import { createTrack } from '#server/music/tracks/create-track.ts';
import { readOwnTrack } from '#server/music/tracks/own-tracks.ts';
import { anMp3, aRealTrack } from '#tests/support/files/audio-files.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';
import { startTracksServer, type TracksServer } from './tracks-server.ts';

let server: TracksServer;
beforeAll(async () => {
  server = await startTracksServer();
});
afterAll(() => server.close());

const audioFile = (uploadId: string) =>
  sqlRow(
    server.testDatabase.ownerDatabase,
    'select f.id, f.storage_key, f.analysis from audio_files f join uploads u on u.audio_file_id = f.id where u.id = $1',
    [uploadId],
  );

test('real music gets its peaks and loudness once', async () => {
  const artist = await server.signIn({ userType: 'artist' });
  const uploadId = randomUUID();
  await server.upload(artist, await aRealTrack(), uploadId);
  const { id: audioFileId } = await audioFile(uploadId);
  const track = await createTrack(server.deps, artist.userId, { uploadId, title: 'Madness', genre: 'metal' });
  await analyseUpload(server.deps, { audioFileId: String(audioFileId) });
  await analyseUpload(server.deps, { audioFileId: String(audioFileId) });
  const { peaks, loudnessLufs, durationSeconds } = await readOwnTrack(server.deps, artist.userId, track.id);
  expect(Buffer.from(peaks ?? '', 'base64')).toHaveLength(800);
  expect(loudnessLufs).toBeGreaterThan(-40);
  expect(loudnessLufs).toBeLessThan(0);
  expect(durationSeconds).toBeCloseTo(90, -1);
});

test('analyzing a swept upload does nothing', async () => {
  await analyseUpload(server.deps, { audioFileId: randomUUID() });
});

test('the sweep removes only uploads abandoned for a day and files without a row for an hour', async () => {
  const artist = await server.signIn({ userType: 'artist' });
  const [givenUp, kept, fresh] = [randomUUID(), randomUUID(), randomUUID()];
  const orphan = 'tracks/aa/orphan.mp3';
  await server.upload(artist, anMp3({ mark: 'given up' }), givenUp);
  await server.upload(artist, anMp3({ mark: 'kept' }), kept);
  const before = await server.leftovers();
  await createTrack(server.deps, artist.userId, { uploadId: kept, title: 'Kept', genre: 'pop' });
  await server.deps.storage.write(orphan, Readable.from([Buffer.from('x')]));
  expect(await sweepUploads(server.deps)).toEqual({ givenUp: 0, partial: 0, orphans: 0, unfinished: 0 });

  server.clock.advance(3600 + 60);
  expect(await sweepUploads(server.deps)).toEqual({ givenUp: 0, partial: 0, orphans: 1, unfinished: 0 });
  expect(await server.leftovers()).toEqual(before);

  server.clock.advance(23 * 3600);
  await sql(server.testDatabase.ownerDatabase, 'delete from upload_limits where user_id = $1', [
    artist.userId,
  ]);
  await server.upload(artist, anMp3({ mark: 'fresh' }), fresh);
  const [keptKey, freshKey] = [await audioFile(kept), await audioFile(fresh)].map((row) => row.storage_key);
  expect(await sweepUploads(server.deps)).toEqual({ givenUp: 1, partial: 0, orphans: 0, unfinished: 0 });
  const stored = await Array.fromAsync(server.deps.storage.list('tracks/'), ({ key }) => key);
  expect(stored).toEqual(expect.arrayContaining([keptKey, freshKey]));
  await expect(audioFile(givenUp)).rejects.toThrow('No row');
  await expect(
    createTrack(server.deps, artist.userId, { uploadId: givenUp, title: 'Late', genre: 'pop' }),
  ).rejects.toMatchObject({ code: 'file_missing' });
});
