import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import type { ServedTrack } from '#contract/reviewing/listening/listening.ts';
import { anMp3 } from '#tests/support/files/audio-files.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { listenTo } from '#tests/support/people/listening.ts';
import { anHonestComment, typedByHand } from '#tests/support/people/reviewing.ts';
import { type Earshot, fixedStart, startEarshot } from '#tests/support/world/earshot.ts';
import { sqlRow } from '#tests/support/world/sql.ts';

let earshot: Earshot;
let listener: ApiUser;
let trackId: string;

beforeAll(async () => {
  earshot = await startEarshot({}, { startsAt: fixedStart });
});
afterAll(() => earshot.close());
beforeEach(async () => {
  trackId = await uploadTrack();
  listener = await earshot.signIn({ userType: 'listener' });
  await serve(trackId);
});

async function uploadTrack(): Promise<string> {
  const artist = await earshot.signIn({ userType: 'artist' });
  const uploadId = randomUUID();
  await artist.upload(anMp3({ seconds: 90, mark: randomUUID() }), uploadId);
  const body = { uploadId, title: 'Bait', genre: 'metal' as const };
  return (await artist.get(api.tracks.createTrack, { body })).id;
}

async function serve(
  wanted: string,
): Promise<Pick<ServedTrack, 'trackId' | 'playbackLink' | 'durationSeconds'>> {
  const { track } = await listener.get(api.listening.nextTrack, { body: { trackId: wanted } });
  if (track?.trackId !== wanted) throw new Error('Another track was served.');
  return track;
}

type Event = 'start' | 'beat' | 'seek' | 'pause' | 'end' | 'milestone';
const report = (sessionId: string, event: Event, positionSeconds: number, playing = true) =>
  listener.call(api.listening.recordPlayEvent, {
    body: { trackId, sessionId, event, positionSeconds, playing },
  });

/** Seconds that the server has credited to the listener, over all tracks and sessions. */
async function credited(): Promise<number> {
  const { ms } = await sqlRow(
    earshot.testDatabase.ownerDatabase,
    'select coalesce(sum(listened_ms), 0)::int as ms from leases where listener_id = $1 and closed_at is null',
    [listener.userId],
  );
  return Number(ms) / 1000;
}

const submit = () =>
  listener.call(api.reviews.submitReview, {
    body: { trackId, rating: 5, comment: anHonestComment, typing: typedByHand },
    idempotencyKey: randomUUID(),
  });

describe('no listener earns more than real time', () => {
  test('with scripted reports that claim a minute in four seconds', async () => {
    const sessionId = randomUUID();
    await report(sessionId, 'start', 0);
    for (let second = 1; second <= 60; second += 1) {
      earshot.clock.advance(4 / 60);
      await report(sessionId, second % 30 === 0 ? 'milestone' : 'beat', second);
    }
    expect(await credited()).toBeLessThanOrEqual(4.1);
    expect((await submit()).code).toBe('listen_longer');
  });

  test('by replaying old reports', async () => {
    const sessionId = randomUUID();
    await report(sessionId, 'start', 0);
    for (const position of [4, 8, 12]) {
      earshot.clock.advance(4);
      await report(sessionId, 'beat', position);
    }
    for (let round = 0; round < 20; round += 1) {
      for (const position of [0, 4, 8, 12]) await report(sessionId, 'beat', position);
    }
    expect(await credited()).toBeLessThanOrEqual(12);
  });

  test('by jumping ahead, reported as a seek or not', async () => {
    const sessionId = randomUUID();
    await report(sessionId, 'start', 0);
    earshot.clock.advance(2);
    await report(sessionId, 'beat', 2);
    await report(sessionId, 'seek', 58);
    await report(sessionId, 'beat', 61);
    earshot.clock.advance(1);
    await report(sessionId, 'end', 90, false);
    expect(await credited()).toBeLessThanOrEqual(3);
  });

  test('with a clock twice as fast', async () => {
    const sessionId = randomUUID();
    await report(sessionId, 'start', 0);
    for (let position = 8; position <= 64; position += 8) {
      earshot.clock.advance(4);
      await report(sessionId, 'beat', position);
    }
    expect(await credited()).toBeLessThanOrEqual(32);
  });

  test('by claiming a long time without reports', async () => {
    const sessionId = randomUUID();
    await report(sessionId, 'start', 0);
    earshot.clock.advance(60);
    await report(sessionId, 'milestone', 60);
    expect(await credited()).toBeLessThanOrEqual(6);
  });

  test('for time that began paused or hidden', async () => {
    const sessionId = randomUUID();
    await report(sessionId, 'start', 0, false);
    for (let position = 4; position <= 60; position += 4) {
      earshot.clock.advance(4);
      await report(sessionId, 'beat', position, false);
    }
    expect(await credited()).toBe(0);
  });

  test('in eight sessions at once', async () => {
    const sessions = Array.from({ length: 8 }, () => randomUUID());
    await Promise.all(sessions.map((sessionId) => report(sessionId, 'start', 0)));
    for (let second = 1; second <= 10; second += 1) {
      earshot.clock.advance(1);
      await Promise.all(sessions.map((sessionId) => report(sessionId, 'beat', second)));
    }
    const seconds = await credited();
    expect(seconds).toBeLessThanOrEqual(10);
    expect(seconds).toBeGreaterThan(8);
  });

  test('in alternating sessions of two tracks', async () => {
    const other = await uploadTrack();
    const first = trackId;
    for (let second = 1; second <= 5; second += 1) {
      trackId = second % 2 === 0 ? other : first;
      await serve(trackId);
      await report(randomUUID(), 'start', 0);
      earshot.clock.advance(1);
    }
    expect(await credited()).toBeLessThanOrEqual(5);
  });
});

describe('a minute of reports counts nothing', () => {
  test('if no audio was fetched', async () => {
    await listenTo(earshot, listener, await serve(trackId), 60, { fetchAudio: false });
    expect((await submit()).code).toBe('listen_longer');
  });

  test('if the audio of another track was fetched', async () => {
    const bait = trackId;
    const other = await serve(await uploadTrack());
    await (
      await listener.fetch(other.playbackLink.url, { headers: { range: 'bytes=0-99999' } })
    ).arrayBuffer();
    const track = await serve(bait);
    expect((await listener.fetch(other.playbackLink.url)).status).toBe(403);
    await listenTo(earshot, listener, track, 60, { fetchAudio: false });
    expect((await submit()).code).toBe('listen_longer');
  });

  test('if only the first tenth of the audio was fetched', async () => {
    const track = await serve(trackId);
    const part = await listener.fetch(track.playbackLink.url, { headers: { range: 'bytes=0-99999' } });
    await part.arrayBuffer();
    await listenTo(earshot, listener, track, 60, { fetchAudio: false });
    expect((await submit()).code).toBe('listen_longer');
  });
});

test('an honest minute counts as a minute', async () => {
  await listenTo(earshot, listener, await serve(trackId), 60);
  expect(await credited()).toBeCloseTo(60, 1);
  expect((await submit()).status).toBe(201);
});
