import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { retentionParts } from '#contract/listening.ts';
import { anMp3 } from '#tests/support/audio-files.ts';
import { type ApiUser, type Earshot, fixedStart, startEarshot } from '#tests/support/earshot.ts';
import { listenTo } from '#tests/support/listening.ts';
import { aListener, aTrack } from '#tests/support/rows.ts';
import { sql } from '#tests/support/sql.ts';

let earshot: Earshot;
beforeAll(async () => {
  earshot = await startEarshot({}, { startsAt: fixedStart });
});
afterAll(() => earshot.close());

async function upload(artist: ApiUser, seconds: number): Promise<string> {
  const uploadId = randomUUID();
  await artist.upload(anMp3({ seconds, mark: uploadId }), uploadId);
  const body = { uploadId, title: 'Held', genre: 'folk' as const };
  return (await artist.get(api.tracks.createTrack, { body })).id;
}

async function served(trackId: string) {
  const listener = await earshot.signIn({ userType: 'listener' });
  const { track } = await listener.get(api.listening.nextTrack, { body: { trackId } });
  return { listener, track };
}

/** A session that reports these positions, each so many seconds after the one before, and pauses at the last. */
async function play(listener: ApiUser, trackId: string, positions: readonly number[], seconds = 4) {
  const sessionId = randomUUID();
  let progress = { listenedSeconds: 0, unlocked: false };
  for (const [place, positionSeconds] of positions.entries()) {
    const playing = place < positions.length - 1;
    const event = place === 0 ? 'start' : playing ? 'beat' : 'pause';
    const body = { trackId, sessionId, event, positionSeconds, playing } as const;
    if (place > 0) earshot.clock.advance(seconds);
    progress = await listener.get(api.listening.recordPlayEvent, { body });
  }
  return progress;
}

const steps = (from: number, to: number) =>
  Array.from({ length: (to - from) / 4 + 1 }, (_, step) => from + step * 4);

test('the same ten seconds six times are no minute of a track', async () => {
  const { listener, track } = await served(await upload(await earshot.signIn({ userType: 'artist' }), 90));
  if (!track) throw new Error('Nothing was served.');
  for (let round = 0; round < 8; round += 1) await play(listener, track.trackId, [0, 4, 8]);
  const heard = await play(listener, track.trackId, [0, 4, 8]);
  expect(heard).toEqual({ listenedSeconds: 8, unlocked: false, heard: [[0, 8]], stay: null });
  await play(listener, track.trackId, steps(8, 60));
  expect(await play(listener, track.trackId, [60, 61], 1)).toMatchObject({ unlocked: true });
});

test('a track below a minute adds up over its replays', async () => {
  const { listener, track } = await served(await upload(await earshot.signIn({ userType: 'artist' }), 20));
  if (!track) throw new Error('Nothing was served.');
  for (let round = 0; round < 2; round += 1) await play(listener, track.trackId, steps(0, 20));
  expect(await play(listener, track.trackId, steps(0, 20))).toEqual({
    listenedSeconds: 60,
    unlocked: true,
    heard: [],
    stay: null,
  });
});

test('what was heard in an earlier serving counts no second time', async () => {
  const { listener, track } = await served(await upload(await earshot.signIn({ userType: 'artist' }), 90));
  if (!track) throw new Error('Nothing was served.');
  await play(listener, track.trackId, steps(0, 20));
  await listener.get(api.listening.skipTrack, { body: { trackId: track.trackId } });
  const again = await listener.get(api.listening.nextTrack, { body: { trackId: track.trackId } });
  expect(again.track?.progress).toEqual({
    listenedSeconds: 20,
    unlocked: false,
    heard: [[0, 20]],
    stay: null,
  });
  expect(await play(listener, track.trackId, [0, 4])).toMatchObject({ listenedSeconds: 20 });
});

test('the artist sees how many heard each part, by proven seconds alone', async () => {
  const artist = await earshot.signIn({ userType: 'artist' });
  const trackId = await upload(artist, 100);
  const read = () => artist.get(api.listening.readRetention, { params: { trackId } });
  expect(await read()).toEqual({
    listeners: 0,
    parts: Array(retentionParts).fill(0),
    stays: null,
    moments: [],
  });

  const half = await served(trackId);
  await listenTo(earshot, half.listener, half.track, 52);
  const jump = await served(trackId);
  await play(jump.listener, trackId, [0, 4]);
  await play(jump.listener, trackId, [4, 96]);
  const { listeners, parts } = await read();
  expect(listeners).toBe(2);
  expect([parts[0], parts[3], parts[30], parts[51], parts[60], parts[93]]).toEqual([2, 2, 1, 1, 0, 1]);
  expect(parts[85]).toBe(0);
});

test('the sums are those of the raw seconds, whatever was heard in whatever order', async () => {
  const owner = earshot.testDatabase.ownerDatabase;
  const { id } = await aTrack(owner);
  const listeners = await Promise.all(Array.from({ length: 12 }, () => aListener(owner)));
  // Numbers that look random and are the same each time.
  let state = 7;
  const upTo = (most: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % most;
  };
  for (let i = 0; i < 300; i += 1) {
    const from = upTo(118);
    await sql(
      owner,
      `insert into heard_seconds as known (track_id, listener_id, heard)
       values ($1, $2, int4multirange(int4range($3, $4)))
       on conflict (track_id, listener_id) do update set heard = known.heard + excluded.heard`,
      [id, listeners[upTo(listeners.length)], from, Math.min(120, from + 1 + upTo(4))],
    );
  }
  const [kept] = await sql(owner, 'select listeners, parts from track_retention where track_id = $1', [id]);
  const raw = await sql(
    owner,
    `select (select count(*) from heard_seconds where track_id = $1 and heard @> floor((part + 0.5) * 120 / 100)::integer)
       ::integer as heard from generate_series(0, 99) as part order by part`,
    [id],
  );
  expect(kept?.parts).toEqual(raw.map(({ heard }) => heard));
  expect(new Set(raw.map(({ heard }) => heard)).size).toBeGreaterThan(2);
  expect(kept?.listeners).toBe(12);
});
