import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { approveReview } from '#server/money/wallet/settle-review.ts';
import { alarmsOf } from '#tests/support/people/alarms.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { formerReviewers, uploadVersion } from '#tests/support/people/comparing.ts';
import { anHonestComment, typedByHand } from '#tests/support/people/reviewing.ts';
import type { Earshot } from '#tests/support/world/earshot.ts';
import { aReview, aTrack, giveReviews } from '#tests/support/world/rows.ts';
import { sharedEarshot } from '#tests/support/world/shared-earshot.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';

const shared = sharedEarshot({ LEASE_MINUTES: '5' });
let earshot: Earshot;
beforeEach(() => {
  earshot = shared();
});

const owner = () => earshot.testDatabase.ownerDatabase;
const aListener = () => earshot.signIn({ userType: 'listener' });

/** What a listener is served; asks again while the server is busy. */
async function served(listener: ApiUser, wanted?: string): Promise<string | null> {
  for (;;) {
    const { answer, code } = await listener.call(api.listening.nextTrack, {
      body: wanted === undefined ? {} : { trackId: wanted },
    });
    if (answer) return answer.track?.trackId ?? null;
    if (code !== 'unavailable') throw new Error(`Not served: ${code}`);
    await sleep(50 * Math.random());
  }
}

/** The listener has heard the minute of what they are served. */
const hear = (listener: ApiUser) =>
  sql(
    owner(),
    `update leases set listened_ms = 60000, bytes_sent = 1000000, unlocked_at = now()
      where listener_id = $1 and closed_at is null`,
    [listener.userId],
  );
const send = (listener: ApiUser, trackId: string) =>
  listener.call(api.reviews.submitReview, {
    body: { trackId, rating: 4, comment: anHonestComment, typing: typedByHand },
    idempotencyKey: randomUUID(),
  });
const reviewsOf = (trackId: string) =>
  sqlRow(
    owner(),
    `select count(*) filter (where status in ('pending', 'approved') and assignment_id is not null)::int as placed,
       count(*) filter (where status in ('pending', 'approved') and assignment_id is null)::int as house
     from reviews where track_id = $1`,
    [trackId],
  );
const openPlaces = async (trackId: string) =>
  (await sqlRow(owner(), 'select open_places from artist_tracks where id = $1', [trackId])).open_places;

describe('a place is never given twice', () => {
  test('however many listeners choose, leave, send and come back at once while the artists add and take back', async () => {
    const tracks: string[] = [];
    const artists: ApiUser[] = [];
    for (const reviewTarget of [2, 3, 4]) {
      const { id, artistId } = await aTrack(owner(), { reviewTarget });
      tracks.push(id);
      artists.push(await earshot.signInAgain(artistId));
    }
    earshot.clock.advance(60);
    const listeners = await Promise.all(Array.from({ length: 12 }, aListener));
    const takeTurn = async (listener: ApiUser, i: number, round: number) => {
      const trackId = await served(listener, tracks[(i + round) % 3]);
      if (trackId === null) return;
      if ((i + round) % 4 === 0) await listener.call(api.listening.skipTrack, { body: { trackId } });
      if ((i + round) % 5 === 0 && round > 1) {
        await hear(listener);
        await send(listener, trackId);
      }
    };
    const change = async (artist: ApiUser, i: number) => {
      const asked = { params: { trackId: tracks[i] ?? '' }, body: { reviews: 1 } };
      await artist.call(api.balance.takeBackReviews, { ...asked, idempotencyKey: randomUUID() });
      await artist.call(api.balance.addReviews, { ...asked, idempotencyKey: randomUUID() });
    };
    for (let round = 0; round < 6; round += 1) {
      await Promise.all([
        ...listeners.map((listener, i) => takeTurn(listener, i, round)),
        ...artists.flatMap((artist, i) => [change(artist, i), change(artist, i)]),
      ]);
      expect(await alarmsOf(owner())).toEqual([]);
      // Some leases lapse between the rounds.
      if (round === 3) earshot.clock.advance(301);
    }
  }, 60_000);

  test('among returning reviewers and others who ask at once, each of whom gets only their kind', async () => {
    const artist = await earshot.signIn({ userType: 'artist' });
    await sql(
      owner(),
      `insert into upload_limits values ($1, 9, date_trunc('month', $2::timestamptz at time zone 'UTC'))`,
      [artist.userId, earshot.clock.now()],
    );
    const formerId = await uploadVersion(earshot, artist, {});
    const former = { id: formerId, artistId: artist.userId };
    const returning = await formerReviewers(earshot, former, 8);
    const trackId = await uploadVersion(earshot, artist, { formerId });
    const others = await Promise.all(Array.from({ length: 8 }, aListener));
    const got = await Promise.all([...returning, ...others].map((listener) => served(listener, trackId)));
    // Two of five are for those who return. Those for whom none is left take the others.
    expect(got.filter((id) => id === trackId)).toHaveLength(5);
    expect(await alarmsOf(owner())).toEqual([]);
    const taken = await sql(
      owner(),
      `select lease.is_returning, count(*)::int as leases from assignments given
         join leases lease on lease.assignment_id = given.id
        where given.track_id = $1 group by given.returning_until is not null, lease.is_returning order by 1`,
      [trackId],
    );
    expect(taken).toEqual([
      { is_returning: false, leases: 3 },
      { is_returning: true, leases: 2 },
    ]);
  });
});

test('a listener takes a place of the reviews that are late, then of the heaviest, then of the oldest', async () => {
  const { id } = await aTrack(owner(), { reviewTarget: 1 });
  for (const weight of [3, 0, 1]) await giveReviews(owner(), id, 1, weight);
  await sql(owner(), 'update assignments set late_at = now() where weight = 0');
  await sql(
    owner(),
    `update assignments set assigned_at = assigned_at + interval '1 minute'
      where id = (select id from assignments where weight = 1 order by id limit 1)`,
  );
  const taken: unknown[] = [];
  for (let i = 0; i < 4; i += 1) {
    const listener = await aListener();
    expect(await served(listener)).toBe(id);
    taken.push(
      await sqlRow(
        owner(),
        `select weight, given.assigned_at > track.created_at as younger from leases
           join assignments given on given.id = assignment_id join artist_tracks track on track.id = given.track_id
          where listener_id = $1`,
        [listener.userId],
      ),
    );
  }
  expect(taken).toEqual([
    { weight: 0, younger: false },
    { weight: 3, younger: false },
    { weight: 1, younger: false },
    { weight: 1, younger: true },
  ]);
});

describe('a review sent after its lease expired', () => {
  /** Listeners who have heard a track, and whose leases have lapsed. */
  async function late(count: number, trackId: string): Promise<ApiUser[]> {
    const listeners = await Promise.all(Array.from({ length: count }, aListener));
    for (const listener of listeners) {
      expect(await served(listener, trackId)).toBe(trackId);
      await hear(listener);
    }
    earshot.clock.advance(301);
    return listeners;
  }
  /** Others take every place of a track. */
  async function fill(track: { id: string; artistId: string }): Promise<void> {
    expect(await served(await aListener(), track.id)).toBe(track.id);
    while (Number(await openPlaces(track.id)) > 0) await aReview(owner(), { track });
  }

  test.each([
    ['is served', null],
    ['waits for an admin', 2],
  ])('takes an open place of a track that %s', async (_, days) => {
    const track = await aTrack(owner(), { reviewTarget: 2 });
    const [listener] = await late(1, track.id);
    expect(await served(await aListener(), track.id)).toBe(track.id);
    const hold = "update artist_tracks set held_until = now() + $2 * interval '1 day' where id = $1";
    await sql(owner(), hold, [track.id, days]);
    expect(listener && (await send(listener, track.id)).status).toBe(201);
    expect(await reviewsOf(track.id)).toEqual({ placed: 1, house: 0 });
    expect(await openPlaces(track.id)).toBe(0);
  });

  test.each([
    [1, 1],
    [10, 1],
    [11, 2],
  ])(
    'for a track with %i reviews is paid by the house if no place is open, for %i at most, however many send at once',
    async (reviewTarget, most) => {
      const track = await aTrack(owner(), { reviewTarget });
      const listeners: ApiUser[] = [];
      while (listeners.length < most + 2) listeners.push(...(await late(1, track.id)));
      await fill(track);
      const again = await Promise.all(listeners.map(({ userId }) => earshot.signInAgain(userId)));
      const sent = await Promise.all(again.map((listener) => send(listener, track.id)));
      expect(sent.map(({ code }) => code).toSorted()).toEqual([
        'places_taken',
        'places_taken',
        ...Array.from({ length: most }, () => undefined),
      ]);
      expect(await reviewsOf(track.id)).toEqual({ placed: reviewTarget - 1, house: most });
      expect(await alarmsOf(owner())).toEqual([]);
      const { id } = await sqlRow(owner(), 'select id from reviews where assignment_id is null');
      await earshot.testDatabase.database.transaction((tx) =>
        approveReview(tx, { reviewId: String(id), decidedBy: null }),
      );
      expect(await sqlRow(owner(), 'select earned_cents from reviews where id = $1', [id])).toEqual({
        earned_cents: 15,
      });
    },
  );

  test('is paid by the house within one tenth for all tracks that a payment brought reviews', async () => {
    const first = await aTrack(owner(), { reviewTarget: 1 });
    const second = await aTrack(owner(), { artistId: first.artistId, reviewTarget: 1 });
    await sql(
      owner(),
      `update assignments set lot_id = (select lot_id from assignments where track_id = $1) where track_id = $2`,
      [first.id, second.id],
    );
    await sql(
      owner(),
      'update review_lots set reviews = 2 where id = (select lot_id from assignments where track_id = $1)',
      [first.id],
    );
    const codes: unknown[] = [];
    for (const track of [first, second]) {
      const [listener] = await late(1, track.id);
      await fill(track);
      const again = listener && (await earshot.signInAgain(listener.userId));
      codes.push(again && (await send(again, track.id)).code);
    }
    expect(codes).toEqual([undefined, 'places_taken']);
  });

  test('of a listener who takes no place before sending is never paid by the house', async () => {
    const track = await aTrack(owner(), { reviewTarget: 11 });
    const loose = await aListener();
    await sql(owner(), 'insert into lapsed_leases (listener_id, in_row) values ($1, 3)', [loose.userId]);
    expect(await served(loose, track.id)).toBe(track.id);
    await hear(loose);
    await fill(track);
    expect((await send(loose, track.id)).code).toBe('places_taken');
    expect(await served(loose)).toBeNull();
  });
});

describe('a rejected review', () => {
  const admin = () => earshot.signIn({ admin: true });
  const reject = (by: ApiUser, reviewId: string) =>
    by.get(api.admin.decideReview, {
      params: { reviewId },
      body: { status: 'rejected', reason: 'copied', sentence: 'This is another review again.' },
    });
  const undo = (by: ApiUser, reviewId: string) =>
    by.get(api.admin.undoReviewDecisions, { body: { reviewIds: [reviewId] } });

  test('opens its place again, and takes the next open one when that is undone', async () => {
    const track = await aTrack(owner(), { reviewTarget: 1 });
    const { id } = await aReview(owner(), { track });
    expect(await openPlaces(track.id)).toBe(0);
    const by = await admin();
    await reject(by, id);
    expect(await openPlaces(track.id)).toBe(1);
    await undo(by, id);
    expect(await openPlaces(track.id)).toBe(0);
    expect(await reviewsOf(track.id)).toEqual({ placed: 1, house: 0 });
  });

  test('is paid by the house when that is undone after another listener took the place', async () => {
    const track = await aTrack(owner(), { reviewTarget: 1 });
    const { id } = await aReview(owner(), { track });
    const by = await admin();
    await reject(by, id);
    expect(await served(await aListener())).toBe(track.id);
    await undo(by, id);
    expect(await reviewsOf(track.id)).toEqual({ placed: 0, house: 1 });
    expect(await openPlaces(track.id)).toBe(0);
    expect(await alarmsOf(owner())).toEqual([]);
  });

  test('of a test account opens and takes no place', async () => {
    const track = await aTrack(owner(), { reviewTarget: 1 });
    const tester = await aListener();
    await sql(owner(), 'update users set is_test = true where id = $1', [tester.userId]);
    const { id } = await aReview(owner(), { track, listenerId: tester.userId });
    const by = await admin();
    await reject(by, id);
    await undo(by, id);
    expect(await openPlaces(track.id)).toBe(1);
  });
});
