import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { anMp3 } from '#tests/support/audio-files.ts';
import { joinAt, signInAt } from '#tests/support/joining.ts';
import { type ServerProcess, startServerProcess } from '#tests/support/server-process.ts';

let folder: string;
let server: ServerProcess | undefined;
const start = async () => {
  server = await startServerProcess({ DATA_DIR: folder, PORT: '0' });
  return server;
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-killed-'));
});
afterEach(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

test('what a server acknowledged before it was killed is there when it starts again', async () => {
  const first = await start();
  const artist = await joinAt(first, 'ada@example.org');
  await artist.get(api.accounts.updateProfile, { body: { userType: 'artist', displayName: 'Ada' } });
  const uploadId = randomUUID();
  expect((await artist.upload(anMp3({ seconds: 70 }), uploadId)).status).toBe(200);
  const track = { body: { uploadId, title: 'Still here', genre: 'jazz' } };
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

test('a server that is asked to stop ends with 0 and takes its database along', async () => {
  const running = await start();
  expect((await fetch(`${running.url}/health`, { headers: { accept: 'application/json' } })).status).toBe(
    200,
  );
  expect(await running.stop()).toBe(0);
  server = undefined;
}, 60_000);

test('a bad setting stops the start with a line that names it', async () => {
  await expect(startServerProcess({ DATA_DIR: folder, PORT: '0', PUBLIC_URL: 'nowhere' })).rejects.toThrow(
    /A setting cannot be used\.\nPUBLIC_URL: /,
  );
});
