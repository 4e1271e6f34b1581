import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Answer, Call, Sent } from '#contract/call.ts';
import { api } from '#contract/index.ts';
import { type ApiUser, type Earshot, fixedStart, startEarshot } from '#tests/support/earshot.ts';
import { anHonestComment } from '#tests/support/reviewing.ts';
import { anArtist, aTrack } from '#tests/support/rows.ts';
import { sql, sqlRow } from '#tests/support/sql.ts';

const target = 5;
const trackCount = 120;
const listenerCount = 60;

let earshot: Earshot;
let listeners: ApiUser[];

beforeAll(async () => {
  earshot = await startEarshot({}, { startsAt: fixedStart });
  const owner = earshot.testDatabase.ownerDatabase;
  const artistId = await anArtist(owner);
  for (let i = 0; i < trackCount; i += 1) {
    const priorityWeight = i % 3 === 0 ? 3 : i % 3 === 1 ? 2 : 1;
    await aTrack(owner, { artistId, reviewTarget: target, priorityWeight });
  }
  listeners = [];
  for (let i = 0; i < listenerCount; i += 1) listeners.push(await earshot.signIn({ userType: 'listener' }));
}, 120_000);
afterAll(() => earshot.close());

/** What sixty seconds of listening leave behind. */
const heard = (listenerId: string) =>
  sql(
    earshot.testDatabase.ownerDatabase,
    `update assignments set listened_ms = 60000, bytes_sent = 1000000, unlocked_at = now()
     where listener_id = $1 and closed_at is null and not is_coming`,
    [listenerId],
  );

/** Asks again while the server says that it is busy, as browsers do: sixty at once are more than it has connections. */
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
    await heard(listener.userId);
    if (turn % 2 === 0) await patiently(listener, api.listening.comingTrack, { body: {} });
    await patiently(listener, api.reviews.submitReview, {
      body: { trackId: track.trackId, rating: 4, comment: anHonestComment },
      idempotencyKey: randomUUID(),
    });
    done += 1;
  }
}

const everybodyReviews = (reviews: number) =>
  Promise.all(listeners.map((listener, i) => review(listener, reviews, i % 4 === 0 ? 5 : 1000)));

const shares = () =>
  sqlRow(
    earshot.testDatabase.ownerDatabase,
    `select min(review_count) as least, max(review_count) as most, sum(review_count)::int as total,
       min(review_count + running_leases) as least_taken,
       min(review_count) filter (where priority_weight = 3) as least_of_heaviest,
       max(running_leases) as leases from artist_tracks`,
  );

test('60 listeners at once share 120 tracks: none beyond its places while others wait, each its share', async () => {
  await everybodyReviews(8);
  const early = await shares();
  expect(early).toMatchObject({ total: 480 });
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

test('the counted leases are those that run', async () => {
  const wrong = await sqlRow(
    earshot.testDatabase.ownerDatabase,
    `select count(*)::int as tracks from artist_tracks t where running_leases <>
       (select count(*) from assignments a where a.track_id = t.id and a.holds_place)`,
  );
  expect(wrong).toEqual({ tracks: 0 });
});
