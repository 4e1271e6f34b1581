import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { checkStoredAudio } from '#server/music/tracks/audio/intact-audio.ts';
import { anMp3 } from '#tests/support/files/audio-files.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { sqlRow } from '#tests/support/world/sql.ts';

const day = 24 * 3600;
let earshot: Earshot;
let artist: ApiUser;
let file: Buffer;
let trackId: string;
let storageKey: string;

beforeAll(async () => {
  earshot = await startEarshot({ FREE_CREDITS_PER_MONTH: '100' });
});
afterAll(() => earshot.close());

beforeEach(async () => {
  artist = await earshot.signIn({ userType: 'artist' });
  file = Buffer.from(anMp3({ seconds: 3, mark: randomUUID() }));
  const uploadId = randomUUID();
  await artist.upload(new Uint8Array(file), uploadId);
  ({ id: trackId } = await artist.get(api.tracks.createTrack, {
    body: { uploadId, title: 'Fragile', genre: 'folk' },
  }));
  const row = await sqlRow(
    earshot.testDatabase.ownerDatabase,
    `select storage_key from audio_files file join artist_tracks track on track.audio_file_id = file.id
      where track.id = $1`,
    [trackId],
  );
  storageKey = String(row.storage_key);
});

const store = (content: Buffer) => earshot.deps.storage.write(storageKey, Readable.from([content]));
const flipped = (place: number) => {
  const copy = Buffer.from(file);
  copy.writeUInt8(copy.readUInt8(place) ^ 4, place);
  return copy;
};

async function play(range?: string): Promise<{ status: number; bytes: Buffer }> {
  // A day later the access token is too old, and the session is not.
  const again = await earshot.signInAgain(artist.userId);
  const { url } = await again.get(api.tracks.createPlaybackLink, { params: { trackId } });
  const answer = await again.fetch(url, range ? { headers: { range } } : {});
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
}

async function record(): Promise<string[]> {
  const admin = await earshot.signIn({ admin: true });
  const { items } = await admin.get(api.admin.listActivity, { query: { about: artist.userId } });
  return items.filter(({ event }) => event.startsWith('audio')).map(({ event }) => event);
}

test('a stored file with one flipped bit is not played, not even partly', async () => {
  await store(flipped(file.length - 1));
  for (const range of [undefined, 'bytes=0-99']) {
    const { status, bytes } = await play(range);
    expect([status, JSON.parse(bytes.toString()).error.message]).toEqual([403, 'Audio source not available']);
  }
  expect(await record()).toEqual(['audio_damaged']);
  expect(await (await earshot.nobody.fetch('/metrics')).text()).toContain('earshot_damaged_audio_files 1');
});

test('a repaired file plays within a minute, and is recorded', async () => {
  await store(file.subarray(1));
  expect((await play()).status).toBe(403);
  await store(file);
  expect((await play()).status).toBe(403);
  earshot.clock.advance(60);
  expect((await play()).bytes.equals(file)).toBe(true);
  expect(await record()).toEqual(['audio_mended', 'audio_damaged']);
});

test('a file that was intact when played is checked again a day later', async () => {
  expect((await play()).bytes.equals(file)).toBe(true);
  await store(flipped(0));
  earshot.clock.advance(day);
  expect((await play('bytes=10-20')).status).toBe(403);
});

test('unplayed files are checked once a day, missing ones included', async () => {
  earshot.clock.advance(day + 60);
  await checkStoredAudio(earshot.deps);
  expect(await checkStoredAudio(earshot.deps)).toBe(0);
  await earshot.deps.storage.remove(storageKey);
  earshot.clock.advance(day + 60);
  expect(await checkStoredAudio(earshot.deps)).toBeGreaterThan(0);
  expect(await record()).toEqual(['audio_damaged']);
});

test('if the storage checks content itself, files are not read for checks', async () => {
  earshot.clock.advance(day + 60);
  const storage = { ...earshot.deps.storage, checksContent: true };
  expect(await checkStoredAudio({ ...earshot.deps, storage })).toBe(0);
});

test('a file that the disk cannot read does not keep the others from being checked', async () => {
  await earshot.deps.storage.remove(storageKey);
  const unreadable = randomUUID();
  await artist.upload(new Uint8Array(anMp3({ seconds: 3, mark: unreadable })), unreadable);
  await artist.get(api.tracks.createTrack, {
    body: { uploadId: unreadable, title: 'Bad Sector', genre: 'folk' },
  });
  const bad = await sqlRow(
    earshot.testDatabase.ownerDatabase,
    `update audio_files file set checked_at = checked_at - interval '1 minute' from artist_tracks track
      where track.audio_file_id = file.id and track.title = 'Bad Sector' returning storage_key`,
  );
  earshot.clock.advance(day + 60);
  const { storage } = earshot.deps;
  const read: typeof storage.read = (key, range) =>
    key === bad.storage_key ? Promise.reject(new Error('EIO')) : storage.read(key, range);
  const deps = { ...earshot.deps, storage: { ...storage, read, checksContent: false } };
  await expect(checkStoredAudio(deps)).rejects.toThrow('Some audio files could not be checked.');
  expect(await record()).toEqual(['audio_damaged']);
  expect(await checkStoredAudio(deps)).toBe(0);
});
