import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { readHeardByListener } from '#server/reviewing/listening/read-hearing.ts';
import { anMp3 } from '#tests/support/files/audio-files.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { listenTo } from '#tests/support/people/listening.ts';
import { type Earshot, fixedStart, startEarshot } from '#tests/support/world/earshot.ts';

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

test('playing the same ten seconds six times does not prove a minute', async () => {
  const { listener, track } = await served(await upload(await earshot.signIn({ userType: 'artist' }), 90));
  if (!track) throw new Error('Nothing was served.');
  for (let round = 0; round < 8; round += 1) await play(listener, track.trackId, [0, 4, 8]);
  const heard = await play(listener, track.trackId, [0, 4, 8]);
  expect(heard).toEqual({ listenedSeconds: 8, unlocked: false, heard: [[0, 8]], stay: null, compared: null });
  await play(listener, track.trackId, steps(8, 60));
  expect(await play(listener, track.trackId, [60, 61], 1)).toMatchObject({ unlocked: true });
});

test('a track under a minute adds up over its replays', async () => {
  const { listener, track } = await served(await upload(await earshot.signIn({ userType: 'artist' }), 20));
  if (!track) throw new Error('Nothing was served.');
  for (let round = 0; round < 2; round += 1) await play(listener, track.trackId, steps(0, 20));
  expect(await play(listener, track.trackId, steps(0, 20))).toEqual({
    listenedSeconds: 60,
    unlocked: true,
    heard: [],
    stay: null,
    compared: null,
  });
});

test('seconds heard in an earlier serving do not count twice', async () => {
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
    compared: null,
  });
  expect(await play(listener, track.trackId, [0, 4])).toMatchObject({ listenedSeconds: 20 });
});

test('heard seconds of a track are the proven ones, not those skipped by seeking', async () => {
  const artist = await earshot.signIn({ userType: 'artist' });
  const trackId = await upload(artist, 100);
  const half = await served(trackId);
  await listenTo(earshot, half.listener, half.track, 52);
  const jump = await served(trackId);
  await play(jump.listener, trackId, [0, 4]);
  await play(jump.listener, trackId, [4, 96]);
  const heard = new Map(
    (await readHeardByListener(earshot.deps, trackId)).map((one) => [one.listenerId, one.heard]),
  );
  expect(heard.get(half.listener.userId)).toEqual([{ from: 0, to: 52 }]);
  expect(heard.get(jump.listener.userId)?.at(-1)?.to).toBe(96);
  expect(heard.get(jump.listener.userId)?.some(({ from, to }) => from <= 85 && 85 < to)).toBe(false);
  const verdict = await artist.get(api.verdict.readVerdict, { params: { trackId } });
  expect(verdict.firstMinute.listeners).toBe(2);
});
