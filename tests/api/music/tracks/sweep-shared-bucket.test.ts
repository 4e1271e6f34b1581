import { afterEach, beforeEach, expect, test } from 'vitest';
import { s3Storage } from '#server/adapters/storage/s3-storage.ts';
import { sweepUploads } from '#server/music/tracks/audio/sweep-uploads.ts';
import { type S3StandIn, startS3StandIn } from '#tests/support/stand-ins/s3-stand-in.ts';
import { startTracksServer, type TracksServer } from './tracks-server.ts';

let s3: S3StandIn;
let server: TracksServer;
beforeEach(async () => {
  s3 = await startS3StandIn(['music']);
  const storage = await s3Storage({ ...s3, region: 'us-east-1', bucket: 'music', pathStyle: true });
  server = await startTracksServer({ storage });
});
afterEach(async () => {
  await server.close();
  await s3.close();
});

test('the hourly sweep aborts only its own large uploads, not those of a backup in the same bucket', async () => {
  const paths = ['tracks/aa/a.mp3', 'uploads/aa/a.part', 'avatars/aa/a.webp', 'covers/aa/a.webp'];
  const kept = ['earshot-backups/objects/a/tracks/aa/a.mp3', 'earshot-backups/backups/a/database/x.gz', 'x'];
  for (const path of [...paths, ...kept]) {
    s3.unfinished.set(path, { path: `music/${path}`, parts: new Map() });
  }
  expect(await sweepUploads(server.deps)).toMatchObject({ unfinished: paths.length });
  expect([...s3.unfinished.keys()]).toEqual(kept);
});
