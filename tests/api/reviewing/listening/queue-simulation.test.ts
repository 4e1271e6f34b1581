import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Answer, Call, Sent } from '#contract/call.ts';
import { api } from '#contract/index.ts';
import { alarmsOf } from '#tests/support/people/alarms.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { anHonestComment, typedByHand } from '#tests/support/people/reviewing.ts';
import { type Earshot, fixedStart, startEarshot } from '#tests/support/world/earshot.ts';
import { anArtist, aTrack, type Track } from '#tests/support/world/rows.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';

const target = 5;
const weights = [3, 2, 1] as const;
/** How many tracks the artists of each weight upload, one artist after the other: 60 tracks of 18 artists. */
const tracksOfArtists = [8, 5, 3, 2, 1, 1];
const listenerCount = 30;

let earshot: Earshot;
let listeners: ApiUser[];

beforeAll(async () => {
  earshot = await startEarshot({}, { startsAt: fixedStart });
  for (const priorityWeight of weights) {
    for (const tracks of tracksOfArtists) {
      await uploads(earshot, tracks, { priorityWeight, reviewTarget: target });
    }
  }
  listeners = [];
  for (let i = 0; i < listenerCount; i += 1) listeners.push(await earshot.signIn({ userType: 'listener' }));
}, 120_000);
afterAll(() => earshot.close());

/** So many tracks of one new artist. */
async function uploads({ testDatabase }: Earshot, tracks: number, track: Track): Promise<void> {
  const artistId = await anArtist(testDatabase.ownerDatabase);
  for (let i = 0; i < tracks; i += 1) await aTrack(testDatabase.ownerDatabase, { artistId, ...track });
}

/** What sixty seconds of listening leave behind. */
const heard = ({ testDatabase }: Earshot, listenerId: string) =>
  sql(
    testDatabase.ownerDatabase,
    `update leases set listened_ms = 60000, bytes_sent = 1000000, unlocked_at = now()
     where listener_id = $1 and closed_at is null and not is_coming`,
    [listenerId],
  );

/** Asks again while the server says that it is busy, as browsers do: thirty at once are more than it has connections. */
async function patiently<C extends Call>(listener: ApiUser, call: C, sent: Sent<C>): Promise<Answer<C>> {
  for (;;) {
    const { answer, code } = await listener.call(call, sent);
    if (answer !== undefined) return answer;
    if (code !== 'unavailable') throw new Error(`${call.path}: ${code}`);
    await sleep(20 + Math.random() * 100);
  }
}

/** Reviews so many tracks as they are served; now and then one is skipped, or the coming one is leased ahead. */
async function review(listener: ApiUser, reviews: number, skipEvery: number): Promise<void> {
  for (let done = 0, turn = 1; done < reviews; turn += 1) {
    const { track } = await patiently(listener, api.listening.nextTrack, { body: {} });
    // The last places are held by those who lease ahead.
    if (!track) return;
    if (turn % skipEvery === 0) {
      await patiently(listener, api.listening.skipTrack, { body: { trackId: track.trackId } });
      continue;
    }
    await heard(earshot, listener.userId);
    if (turn % 2 === 0) await patiently(listener, api.listening.comingTrack, { body: {} });
    await submit(listener, track.trackId);
    done += 1;
  }
}

const submit = (listener: ApiUser, trackId: string) =>
  patiently(listener, api.reviews.submitReview, {
    body: { trackId, rating: 4, comment: anHonestComment, typing: typedByHand },
    idempotencyKey: randomUUID(),
  });

const everybodyReviews = (reviews: number) =>
  Promise.all(listeners.map((listener, i) => review(listener, reviews, i % 4 === 0 ? 5 : 1000)));

const shares = () =>
  sqlRow(
    earshot.testDatabase.ownerDatabase,
    `select min(review_count) as least, max(review_count) as most, sum(review_count)::int as total,
       min(review_count + (select count(*) from leases held join assignments given on given.id = held.assignment_id
         where given.track_id = track.id))::int as least_taken,
       min(review_count) filter (where priority_weight = 3) as least_of_heaviest
     from artist_tracks track`,
  );

test('30 listeners at once share 60 tracks of 18 artists: each track gets its share, and none exceeds its places while others wait', async () => {
  await everybodyReviews(8);
  const early = await shares();
  expect(early).toMatchObject({ total: 240 });
  expect(early.most).toBeLessThanOrEqual(target);
  expect(early.least_of_heaviest).toBeGreaterThanOrEqual(target - 1);

  await everybodyReviews(2);
  const late = await shares();
  expect(late.most).toBeLessThanOrEqual(target);
  // A place is a review or a lease: who stops after the last review still holds what comes next.
  expect(late.least_taken).toBeGreaterThanOrEqual(target - 1);

  // Nothing but those leases kept tracks from their share: once they have lapsed, the next listeners get those tracks.
  earshot.clock.advance((earshot.deps.config.leaseMinutes + 1) * 60);
  listeners = await Promise.all(listeners.map(({ userId }) => earshot.signInAgain(userId)));
  await everybodyReviews(1);
  const last = await shares();
  expect(last.least).toBeGreaterThanOrEqual(target - 1);
  expect(last.most).toBeLessThanOrEqual(target);
}, 240_000);

test('no place was given twice, and the open places of each track match', async () => {
  expect(await alarmsOf(earshot.testDatabase.ownerDatabase)).toEqual([]);
});

interface Waiting {
  readonly id: string;
  readonly artistId: string;
  readonly weight: number;
  places: number;
}

/** One listener of the model: what they reviewed, the artists in the order in which they met them. */
interface Met {
  readonly tracks: Set<string>;
  readonly artists: string[];
}

/** The window that the specification describes: 32 tracks with places of the heaviest weight that has one for them. */
function windowOf(queue: readonly Waiting[], met: Met): Waiting[] {
  for (const weight of weights) {
    const open = queue.filter((track) => track.weight === weight && track.places > 0);
    const first = open.findIndex(({ id }) => !met.tracks.has(id));
    if (first !== -1) return open.slice(first, first + 32).filter(({ id }) => !met.tracks.has(id));
  }
  return [];
}

/** The oldest of the window, rather of an artist met less than twice, and only then of the one just heard. */
function nextOf(queue: readonly Waiting[], met: Met): Waiting | undefined {
  const window = windowOf(queue, met);
  const others = window.filter(({ artistId }) => artistId !== met.artists.at(-1));
  const times = (track: Waiting) => met.artists.filter((artistId) => artistId === track.artistId).length;
  return others.find((track) => times(track) < 2) ?? others[0] ?? window[0];
}

test('artists of all weights alternate while the window holds another; otherwise weight and age decide', async () => {
  const world = await startEarshot({}, { startsAt: fixedStart });
  try {
    const owner = world.testDatabase.ownerDatabase;
    for (const tracks of [1, 6, 3]) await uploads(world, tracks, { priorityWeight: 3, reviewTarget: 2 });
    // The second artist of weight 1 stands beyond the window at first, the third for longer.
    for (const tracks of [34, 2, 2]) await uploads(world, tracks, { priorityWeight: 1, reviewTarget: 2 });
    for (const tracks of [2, 5]) await uploads(world, tracks, { priorityWeight: 2, reviewTarget: 2 });
    const rows = await sql(
      owner,
      `select id, artist_id, priority_weight from artist_tracks order by priority_weight desc, created_at, id`,
    );
    const queue = rows.map(
      (row): Waiting => ({
        ...{ id: String(row.id), artistId: String(row.artist_id) },
        ...{ weight: Number(row.priority_weight), places: 2 },
      }),
    );
    const few = [];
    for (let i = 0; i < 3; i += 1) {
      const met: Met = { tracks: new Set(), artists: [] };
      few.push({ listener: await world.signIn({ userType: 'listener' }), met });
    }
    let repeated = 0;
    for (let left = queue.length * 2; left > 0; ) {
      for (const { listener, met } of few) {
        const expected = nextOf(queue, met);
        const { track } = await patiently(listener, api.listening.nextTrack, { body: {} });
        expect(track?.trackId).toBe(expected?.id);
        if (!expected) continue;
        const isAlone = windowOf(queue, met).every(({ artistId }) => artistId === expected.artistId);
        if (expected.artistId === met.artists.at(-1)) {
          expect(isAlone).toBe(true);
          repeated += 1;
        }
        await heard(world, listener.userId);
        await submit(listener, expected.id);
        met.tracks.add(expected.id);
        met.artists.push(expected.artistId);
        expected.places -= 1;
        left -= 1;
        world.clock.advance(1);
      }
    }
    expect(repeated).toBeGreaterThan(0);
    const shares = 'select min(review_count) as least, max(review_count) as most from artist_tracks';
    expect(await sqlRow(owner, shares)).toEqual({ least: 2, most: 2 });
  } finally {
    await world.close();
  }
}, 120_000);
