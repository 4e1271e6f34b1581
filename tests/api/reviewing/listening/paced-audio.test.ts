import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import type { PlaybackLink } from '#contract/music/tracks/tracks.ts';
import { anMp3 } from '#tests/support/files/audio-files.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { listenTo } from '#tests/support/people/listening.ts';
import { anHonestComment, typedByHand } from '#tests/support/people/reviewing.ts';
import { type Earshot, fixedStart, startEarshot } from '#tests/support/world/earshot.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';

interface Served {
  readonly trackId: string;
  readonly durationSeconds: number;
  readonly playbackLink: PlaybackLink;
}

const seconds = 120;
const rate = 16_000;
/** A frame more than half a minute, and what rounds. */
const slack = 0.5;
/** Longer than the server waits between two pieces that it may send. */
const settled = 1500;

let earshot: Earshot;
let listener: ApiUser;
let trackId: string;
const owner = () => earshot.testDatabase.ownerDatabase;

beforeAll(async () => {
  // Nobody is Known by nothing here.
  earshot = await startEarshot(
    { STANDING_BOUNDS: 'openedTracks=8,newWishesADay=1000,wishesADay=1000,wishesOfArtist=1000' },
    { startsAt: fixedStart },
  );
});
afterAll(() => earshot.close());
beforeEach(async () => {
  trackId = await uploadTrack();
  listener = await earshot.signIn({ userType: 'listener' });
});

async function uploadTrack(): Promise<string> {
  const artist = await earshot.signIn({ userType: 'artist' });
  const uploadId = randomUUID();
  await artist.upload(anMp3({ seconds, mark: randomUUID() }), uploadId);
  const body = { uploadId, title: 'Unheard', genre: 'metal' as const };
  return (await artist.get(api.tracks.createTrack, { body })).id;
}

async function serve(wanted: string, to = listener): Promise<Served> {
  const { track } = await to.get(api.listening.nextTrack, { body: { trackId: wanted } });
  if (track?.trackId !== wanted) throw new Error('Another track was served.');
  return track;
}

/** What somebody has got of a track's sound, by place. */
class Loot {
  readonly #bytes = new Set<number>();
  #requests: AbortController[] = [];

  /** Asks for the sound from here on, or for this stretch, and takes what comes. */
  async take(by: Pick<ApiUser, 'fetch'>, { playbackLink }: Served, from = 0, to?: number): Promise<number> {
    const gone = new AbortController();
    this.#requests.push(gone);
    const range = `bytes=${from}-${to === undefined ? '' : to - 1}`;
    const answer = await by.fetch(playbackLink.url, { headers: { range }, signal: gone.signal });
    let at = from;
    const keep = (chunk: Uint8Array) => {
      // Whole kilobytes are enough to tell, and far fewer to keep.
      for (let i = Math.ceil(at / 1000); i < (at + chunk.length) / 1000; i += 1) this.#bytes.add(i);
      at += chunk.length;
    };
    void answer.body?.pipeTo(new WritableStream({ write: keep })).catch(() => undefined);
    return answer.status;
  }

  get seconds(): number {
    return (this.#bytes.size * 1000) / rate;
  }

  cut(): void {
    for (const request of this.#requests) request.abort();
    this.#requests = [];
  }
}

/** Plays for so long by the server's clock, as a player reports it. */
async function play(track: Served, playedSeconds: number): Promise<void> {
  await listenTo(earshot, listener, track, playedSeconds, { fetchAudio: false });
}

describe('a listener who presses play gets at most 45 seconds of audio ahead', () => {
  beforeEach(async () => {
    await play(await serve(trackId), 1);
  });

  test('with parallel ranges over many connections', async () => {
    const track = await serve(trackId);
    const loot = new Loot();
    const parts = Array.from({ length: 12 }, (_, i) => i * 10 * rate);
    void Promise.all(parts.map((from) => loot.take(listener, track, from, from + 10 * rate))).catch(() => 0);
    await sleep(settled);
    expect(loot.seconds).toBeGreaterThan(20);
    expect(loot.seconds).toBeLessThanOrEqual(46 + slack);
    loot.cut();
  });

  test('with forty seeks', async () => {
    const track = await serve(trackId);
    const loot = new Loot();
    for (let i = 0; i < 40; i += 1) {
      expect(await loot.take(listener, track, ((i * 37) % 115) * rate)).toBe(206);
      await sleep(20);
      loot.cut();
    }
    expect(loot.seconds).toBeLessThanOrEqual(46 + slack);
  });

  test('with connections that are cut and reopened', async () => {
    const track = await serve(trackId);
    const loot = new Loot();
    for (let i = 0; i < 15; i += 1) {
      await loot.take(listener, track, Math.floor(loot.seconds) * rate);
      await sleep(60);
      loot.cut();
    }
    expect(loot.seconds).toBeLessThanOrEqual(46 + slack);
  });

  test('with two tabs and two sessions', async () => {
    const track = await serve(trackId);
    const elsewhere = await earshot.signInAgain(listener.userId);
    const other = await serve(trackId, elsewhere);
    const loot = new Loot();
    for (const [place, [by, link]] of (
      [
        [listener, track],
        [elsewhere, other],
        [listener, track],
        [elsewhere, other],
      ] as const
    ).entries()) {
      await loot.take(by, link, place * 30 * rate);
    }
    await sleep(settled);
    expect(loot.seconds).toBeGreaterThan(20);
    expect(loot.seconds).toBeLessThanOrEqual(46 + slack);
    loot.cut();
  });
});

test('audio is sent as fast as the player plays, by any server', async () => {
  const track = await serve(trackId);
  const loot = new Loot();
  await loot.take(listener, track);
  await sleep(300);
  expect(loot.seconds).toBeGreaterThan(7);
  expect(loot.seconds).toBeLessThanOrEqual(10 + slack);
  await play(track, 1);
  await expect.poll(() => loot.seconds, { timeout: 10_000 }).toBeGreaterThan(15);
  await play(track, 40);
  await expect.poll(() => loot.seconds, { timeout: 10_000 }).toBeGreaterThan(45);
  expect(loot.seconds).toBeLessThanOrEqual(46 + 41 + slack);
  loot.cut();
});

test('a reload resends heard audio at once, without charge', async () => {
  const track = await serve(trackId);
  const first = new Loot();
  await first.take(listener, track);
  await sleep(300);
  first.cut();
  const booked = async () =>
    (
      await sqlRow(owner(), 'select bytes_sent from leases where listener_id = $1 and closed_at is null', [
        listener.userId,
      ])
    ).bytes_sent;
  const before = await booked();
  for (let reload = 0; reload < 5; reload += 1) {
    const again = new Loot();
    const started = performance.now();
    await again.take(listener, track, 0, 7 * rate);
    await expect.poll(() => again.seconds).toBeGreaterThanOrEqual(6.9);
    expect(performance.now() - started).toBeLessThan(5000);
  }
  expect(await booked()).toBe(before);
});

test('audio booked before a server stopped is resent without charge', async () => {
  const track = await serve(trackId);
  await sql(
    owner(),
    `insert into delivered_audio (listener_id, track_id, delivered) values ($1, $2, '{[0,${60 * rate})}')`,
    [listener.userId, trackId],
  );
  const loot = new Loot();
  await loot.take(listener, track, 0, 60 * rate);
  await expect.poll(() => loot.seconds).toBeGreaterThanOrEqual(59.9);
  const more = new Loot();
  await more.take(listener, track, 61 * rate);
  await sleep(settled);
  expect(more.seconds).toBe(0);
  more.cut();
});

test('audio stops once the track is no longer served', async () => {
  const track = await serve(trackId);
  const loot = new Loot();
  await loot.take(listener, track);
  await sleep(300);
  await serve(await uploadTrack());
  const before = loot.seconds;
  earshot.clock.advance(60);
  await sleep(settled);
  expect(loot.seconds).toBe(before);
});

test('the track fetched ahead sends ten seconds and does not count as opened', async () => {
  await play(await serve(trackId), 60);
  await uploadTrack();
  const { track: ahead } = await listener.get(api.listening.comingTrack, { body: {} });
  if (!ahead) throw new Error('Nothing comes.');
  const loot = new Loot();
  for (const from of [0, 20, 40]) await loot.take(listener, ahead, from * rate);
  await sleep(settled);
  expect(loot.seconds).toBeGreaterThan(7);
  expect(loot.seconds).toBeLessThanOrEqual(10 + slack);
  expect(await opened()).toBe(0);
  loot.cut();
});

test('the artist and admins get the whole file at once', async () => {
  const artist = await earshot.signIn({ userType: 'artist' });
  const uploadId = randomUUID();
  await artist.upload(anMp3({ seconds, mark: randomUUID() }), uploadId);
  const { id } = await artist.get(api.tracks.createTrack, {
    body: { uploadId, title: 'Own', genre: 'metal' },
  });
  const admin = await earshot.signIn({ userType: 'artist', admin: true });
  await serve(id, admin);
  for (const one of [artist, admin]) {
    const { url } = await one.get(api.tracks.createPlaybackLink, { params: { trackId: id } });
    expect((await (await one.fetch(url)).arrayBuffer()).byteLength).toBeGreaterThan((seconds - 1) * rate);
  }
  // A review of an admin, whatever their user type, needs the record like any other.
  const recorded = 'select count(*)::integer as tracks from delivered_audio where listener_id = $1';
  await expect.poll(() => sqlRow(owner(), recorded, [admin.userId])).toEqual({ tracks: 1 });
});

const opened = async () =>
  Number(
    (
      await sqlRow(
        owner(),
        'select count(*) as tracks from delivered_audio where listener_id = $1 and opened_at is not null',
        [listener.userId],
      )
    ).tracks,
  );

describe('tracks opened without a review', () => {
  let tracks: string[];
  beforeEach(async () => {
    tracks = [trackId];
    while (tracks.length < 7) tracks.push(await uploadTrack());
  });

  const open = async (id: string) => {
    const track = await serve(id);
    await play(track, 1);
    const before = await opened();
    const loot = new Loot();
    await loot.take(listener, track, 0, 12 * rate);
    await expect.poll(opened).toBe(before + 1);
    loot.cut();
    earshot.clock.advance(60);
  };
  const wish = (id?: string) =>
    listener.call(api.listening.nextTrack, { body: id === undefined ? {} : { trackId: id } });

  test('are limited to six a day for a New listener; the seventh is rejected with the limit and its end', async () => {
    for (const id of tracks.slice(0, 6)) await open(id);
    const refused = await wish(tracks[6]);
    expect([refused.status, refused.code]).toEqual([409, 'tracks_opened']);
    expect(refused.message).toBe(
      'You have opened 6 tracks in 24 hours without reviewing them. Review one of them to continue, or come back in 23 h 53 min.',
    );
    // Whatever was open stays so, and can be heard and reviewed.
    for (const id of tracks.slice(0, 6)) expect((await wish(id)).status).toBe(200);
    earshot.clock.advance(23 * 3600 + 55 * 60);
    listener = await earshot.signInAgain(listener.userId);
    expect((await wish(tracks[6])).status).toBe(200);
  });

  test('limit a new account to six tracks a day of the catalog, each at most 45 seconds ahead', async () => {
    while (tracks.length < 9) tracks.push(await uploadTrack());
    const taken: number[] = [];
    const refused: unknown[] = [];
    for (const id of tracks) {
      const { answer, code } = await wish(id);
      if (!answer?.track) {
        refused.push(code);
        continue;
      }
      await play(answer.track, 1);
      const loot = new Loot();
      for (const from of [0, 30, 60, 90]) await loot.take(listener, answer.track, from * rate);
      await expect.poll(() => loot.seconds, { timeout: 20_000 }).toBeGreaterThan(20);
      // What is on its way comes before the next track is served, and counts.
      await wish(id);
      loot.cut();
      taken.push(loot.seconds);
      earshot.clock.advance(60);
    }
    expect(taken).toHaveLength(6);
    expect(Math.max(...taken)).toBeLessThanOrEqual(1 + 45 + slack);
    expect(refused).toEqual(['tracks_opened', 'tracks_opened', 'tracks_opened']);
    expect(await opened()).toBe(6);
  });

  test('are freed by a review', async () => {
    for (const id of tracks.slice(0, 6)) await open(id);
    expect((await wish(tracks[6])).status).toBe(409);
    const track = await serve(tracks[2] ?? '');
    await listenTo(earshot, listener, track, 60);
    const body = {
      trackId: track.trackId,
      rating: 4 as const,
      comment: anHonestComment,
      typing: typedByHand,
    };
    await listener.get(api.reviews.submitReview, { body, idempotencyKey: randomUUID() });
    expect((await wish(tracks[6])).status).toBe(200);
  });

  test('do not include tracks that a browser only preloads', async () => {
    for (const id of tracks) {
      const loot = new Loot();
      const track = await serve(id);
      for (const from of [0, 30, 60]) await loot.take(listener, track, from * rate);
      await expect.poll(() => loot.seconds).toBeGreaterThan(7);
      loot.cut();
    }
    expect(await opened()).toBe(0);
  });

  test('have a higher limit for a Known listener, and none for a test account', async () => {
    await sql(
      owner(),
      `insert into standings (listener_id, standing, approved, approved_days, recent_decided, recent_approved,
         recent_copied, recent_reversed, computed_at) values ($1, 'known', 10, 3, 10, 10, 0, 0, now())`,
      [listener.userId],
    );
    for (const id of tracks) await open(id);
    await open(await uploadTrack());
    const ninth = await uploadTrack();
    expect((await wish(ninth)).code).toBe('tracks_opened');
    await sql(owner(), 'update users set is_test = true where id = $1', [listener.userId]);
    expect((await wish(ninth)).status).toBe(200);
  });

  test('stay within the limit if requested at the same time', async () => {
    for (const id of tracks.slice(0, 5)) await open(id);
    await open(tracks[5] ?? '');
    const more = await Promise.all(Array.from({ length: 4 }, () => wish(tracks[6])));
    expect(more.map(({ code }) => code)).toEqual(Array(4).fill('tracks_opened'));
  });
});
