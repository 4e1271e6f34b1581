import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { openHeldPlaces } from '#server/reviewing/reviews/open-held-places.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { anHonestComment } from '#tests/support/people/reviewing.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { aReview, aTrack, type Track } from '#tests/support/world/rows.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';

let earshot: Earshot;
beforeEach(async () => {
  earshot = await startEarshot({ LEASE_MINUTES: '5' });
});
afterEach(() => earshot.close());

const owner = () => earshot.testDatabase.ownerDatabase;
const aListener = () => earshot.signIn({ userType: 'listener' });
const served = async (listener: ApiUser, trackId?: string) =>
  (await listener.get(api.listening.nextTrack, { body: trackId ? { trackId } : {} })).track?.trackId ?? null;
const skip = (listener: ApiUser, trackId: string) =>
  listener.get(api.listening.skipTrack, { body: { trackId } });

/** A track that is older than all that were made before, so many minutes before now. */
async function aTrackAged(minutes: number, track: Track = {}) {
  const made = await aTrack(owner(), track);
  await sql(owner(), "update artist_tracks set created_at = now() - $2 * interval '1 minute' where id = $1", [
    made.id,
    minutes,
  ]);
  return made;
}
const unlock = (listener: ApiUser) =>
  sql(owner(), 'update leases set unlocked_at = now() where listener_id = $1 and closed_at is null', [
    listener.userId,
  ]);

/** The listener is done with the track that is served. */
async function reviewed(listener: ApiUser, track: { id: string; artistId: string }) {
  await aReview(owner(), { listenerId: listener.userId, track });
  await sql(
    owner(),
    "update leases set closed_at = now(), outcome = 'reviewed' where listener_id = $1 and closed_at is null",
    [listener.userId],
  );
  await sql(owner(), 'delete from skipped_tracks where listener_id = $1 and track_id = $2', [
    listener.userId,
    track.id,
  ]);
}

describe('the queue never serves', () => {
  test('the listener’s own, a reviewed or a deleted track, or one of a suspended artist', async () => {
    const listener = await aListener();
    await aTrack(owner(), { artistId: listener.userId });
    await aTrack(owner(), { status: 'deleted' });
    const suspended = await aTrack(owner());
    await sql(owner(), 'update users set suspended_at = now() where id = $1', [suspended.artistId]);
    await aReview(owner(), { listenerId: listener.userId });
    expect(await served(listener)).toBeNull();
    await sql(owner(), 'update users set suspended_at = null where id = $1', [suspended.artistId]);
    expect(await served(listener)).toBe(suspended.id);
  });

  test('a skipped track again while its artist is suspended', async () => {
    const skipped = await aTrack(owner());
    const listener = await aListener();
    expect(await served(listener)).toBe(skipped.id);
    await skip(listener, skipped.id);
    await sql(owner(), 'update users set suspended_at = now() where id = $1', [skipped.artistId]);
    expect(await served(listener)).toBeNull();
    await sql(owner(), 'update users set suspended_at = null where id = $1', [skipped.artistId]);
    expect(await served(listener)).toBe(skipped.id);
  });
});

describe('the order of the queue', () => {
  test('puts heavier tracks first, then older ones, and never repeats a reviewed track', async () => {
    const young = await aTrackAged(60);
    const old = await aTrackAged(90);
    const heavy = await aTrackAged(30, { priorityWeight: 3 });
    const listener = await aListener();
    for (const track of [heavy, old, young]) {
      expect(await served(listener)).toBe(track.id);
      await reviewed(listener, track);
    }
    expect(await served(listener)).toBeNull();
    const late = await aTrack(owner());
    expect(await served(listener)).toBe(late.id);
  });

  test('puts a heavier track that is uploaded later before the rest', async () => {
    const [first, second] = [await aTrackAged(90), await aTrackAged(60)];
    const listener = await aListener();
    expect(await served(listener)).toBe(first.id);
    await reviewed(listener, first);
    const heavy = await aTrack(owner(), { priorityWeight: 2 });
    expect(await served(listener)).toBe(heavy.id);
    await reviewed(listener, heavy);
    expect(await served(listener)).toBe(second.id);
  });

  test('puts skipped tracks last, the oldest skip first', async () => {
    const [one, two, three] = [await aTrackAged(90), await aTrackAged(60), await aTrackAged(30)];
    const listener = await aListener();
    for (const track of [one, two]) {
      expect(await served(listener)).toBe(track.id);
      await skip(listener, track.id);
      earshot.clock.advance(1);
    }
    expect(await served(listener)).toBe(three.id);
    await reviewed(listener, three);
    expect(await served(listener)).toBe(one.id);
    await reviewed(listener, one);
    expect(await served(listener)).toBe(two.id);
  });
});

describe('places', () => {
  test('a full track is not served, so no review exceeds the paid places', async () => {
    const full = await aTrackAged(90, { reviewTarget: 1 });
    const free = await aTrackAged(60);
    const [holder, listener] = [await aListener(), await aListener()];
    expect(await served(holder)).toBe(full.id);
    expect(await served(listener)).toBe(free.id);
    await skip(listener, free.id);
    expect(await served(listener)).toBe(free.id);
    await reviewed(listener, free);
    expect(await served(listener)).toBeNull();
    expect((await listener.get(api.listening.nextTrack, { body: { trackId: full.id } })).refusedWish).toBe(
      'not_open',
    );
  });

  test('test and sample accounts take no place, and are served full tracks too', async () => {
    const full = await aTrackAged(90, { reviewTarget: 1 });
    const [tester, listener] = [await aListener(), await aListener()];
    await sql(owner(), 'update users set is_test = true where id = $1', [tester.userId]);
    expect(await served(tester)).toBe(full.id);
    await reviewed(tester, full);
    expect(await served(listener)).toBe(full.id);
    const other = await aListener();
    expect(await served(other)).toBeNull();
    await sql(owner(), 'update users set is_test = true where id = $1', [other.userId]);
    expect(await served(other)).toBe(full.id);
  });

  test('a skipped track is not served again once it is full', async () => {
    const only = await aTrackAged(90, { reviewTarget: 1 });
    const [listener, other] = [await aListener(), await aListener()];
    expect(await served(listener)).toBe(only.id);
    await skip(listener, only.id);
    expect(await served(other)).toBe(only.id);
    expect(await served(listener)).toBeNull();
    await skip(other, only.id);
    expect(await served(listener)).toBe(only.id);
  });

  test('a freed place is offered to listeners who passed the track', async () => {
    const full = await aTrackAged(90, { reviewTarget: 1 });
    const [second, third] = [await aTrackAged(60), await aTrackAged(30)];
    const [holder, listener] = [await aListener(), await aListener()];
    await served(holder);
    expect(await served(listener)).toBe(second.id);
    await skip(holder, full.id);
    await reviewed(listener, second);
    expect(await served(listener)).toBe(full.id);
    await reviewed(listener, full);
    expect(await served(listener)).toBe(third.id);
  });

  test('a lease expires, and a returning listener is served the next track if the place is taken', async () => {
    const only = await aTrackAged(90, { reviewTarget: 1 });
    const other = await aTrackAged(60);
    const [holder, listener] = [await aListener(), await aListener()];
    expect(await served(holder)).toBe(only.id);
    earshot.clock.advance(301);
    expect(await served(listener)).toBe(only.id);
    expect(await served(holder)).toBe(other.id);
    await skip(listener, only.id);
    await skip(holder, other.id);
    expect(await served(holder)).toBe(only.id);
  });

  describe('a review sent after the lease expired', () => {
    const send = (listener: ApiUser, trackId: string) =>
      listener.call(api.reviews.submitReview, {
        body: { trackId, rating: 4, comment: anHonestComment },
        idempotencyKey: randomUUID(),
      });
    /** Somebody has listened for a minute, their lease has lapsed, and another has been served the last place. */
    async function somebodyTooLate(leftInPool: number) {
      const only = await aTrackAged(90, { reviewTarget: 1 });
      await sql(
        owner(),
        `with pool as (insert into review_allowances (artist_id, plan, period_start, period_end, included, house_taken)
           values ($2, 'pro', now(), now() + interval '30 days', 100, 20 - $3::integer) returning id)
         update artist_tracks set places_from = 'plan', allowance_id = (select id from pool) where id = $1`,
        [only.id, only.artistId, leftInPool],
      );
      const [late, other] = [await aListener(), await aListener()];
      expect(await served(late)).toBe(only.id);
      await sql(
        owner(),
        `update leases set listened_ms = 60000, bytes_sent = 1000000, unlocked_at = now()
          where listener_id = $1 and closed_at is null`,
        [late.userId],
      );
      earshot.clock.advance(301);
      expect(await served(other)).toBe(only.id);
      return { only, late };
    }

    test('takes a place from the house pool if the last one is taken', async () => {
      const { only, late } = await somebodyTooLate(1);
      expect((await send(late, only.id)).status).toBe(201);
      expect(
        await sqlRow(
          owner(),
          `select house_places, house_taken, running_leases, review_count, has_places
             from artist_tracks track join review_allowances pool on pool.id = track.allowance_id where track.id = $1`,
          [only.id],
        ),
      ).toEqual({ house_places: 1, house_taken: 20, running_leases: 1, review_count: 1, has_places: false });
    });

    test('is rejected if the pool is empty, without exceeding the target', async () => {
      const { only, late } = await somebodyTooLate(0);
      expect((await send(late, only.id)).code).toBe('places_taken');
      expect(
        await sqlRow(owner(), 'select house_places, review_count from artist_tracks where id = $1', [
          only.id,
        ]),
      ).toEqual({ house_places: 0, review_count: 0 });
    });
  });

  test('a review that waits for a person opens one more place from the house pool after a day, once', async () => {
    const only = await aTrackAged(90, { reviewTarget: 1 });
    await sql(
      owner(),
      `with pool as (insert into review_allowances (artist_id, plan, period_start, period_end, included)
         values ($2, 'pro', now(), now() + interval '30 days', 10) returning id)
       update artist_tracks set places_from = 'plan', allowance_id = (select id from pool) where id = $1`,
      [only.id, only.artistId],
    );
    const { id } = await aReview(owner(), { track: only, createdAt: earshot.clock.now() });
    await sql(owner(), "update reviews set waits_for = 'person' where id = $1", [id]);
    const opened = async () => {
      await Promise.all([openHeldPlaces(earshot.deps), openHeldPlaces(earshot.deps)]);
      return (await sqlRow(owner(), 'select house_places from artist_tracks where id = $1', [only.id]))
        .house_places;
    };
    earshot.clock.advance(24 * 3600 - 60);
    expect(await opened()).toBe(0);
    earshot.clock.advance(60);
    expect(await opened()).toBe(1);
    expect(await opened()).toBe(1);
    expect(await served(await aListener())).toBe(only.id);
  });

  test('simultaneous calls of one listener are served the same track', async () => {
    for (let i = 0; i < 5; i += 1) await aTrackAged(90 - i);
    const listener = await aListener();
    const tracks = await Promise.all(Array.from({ length: 8 }, () => served(listener)));
    expect(new Set(tracks).size).toBe(1);
    expect(await sqlRow(owner(), 'select sum(running_leases)::int as leases from artist_tracks')).toEqual({
      leases: 1,
    });
  });
});

describe('the next track', () => {
  const coming = async (listener: ApiUser) =>
    (await listener.get(api.listening.comingTrack, { body: {} })).track;

  test('is shown once the current one can be reviewed, holds a place, and is served next', async () => {
    const [one, two] = [await aTrackAged(90, { reviewTarget: 1 }), await aTrackAged(60, { reviewTarget: 1 })];
    const three = await aTrackAged(30);
    const [listener, other] = [await aListener(), await aListener()];
    expect(await served(listener)).toBe(one.id);
    expect(await coming(listener)).toBeNull();
    await unlock(listener);
    const ahead = await coming(listener);
    expect(ahead?.trackId).toBe(two.id);
    expect((await listener.fetch(ahead?.playbackLink.url ?? '', { method: 'HEAD' })).status).not.toBe(403);
    expect(await served(other)).toBe(three.id);
    expect(await served(listener)).toBe(one.id);
    const report = {
      trackId: two.id,
      sessionId: crypto.randomUUID(),
      event: 'start' as const,
      positionSeconds: 0,
      playing: true,
    };
    expect((await listener.call(api.listening.recordPlayEvent, { body: report })).code).toBe('not_assigned');
    await skip(listener, one.id);
    expect(await served(listener)).toBe(two.id);
  });

  test('is not served while its recording waits for an admin', async () => {
    const [one, two] = [await aTrackAged(90), await aTrackAged(60)];
    const three = await aTrackAged(30);
    const listener = await aListener();
    expect(await served(listener)).toBe(one.id);
    await unlock(listener);
    expect((await coming(listener))?.trackId).toBe(two.id);
    await sql(owner(), "update artist_tracks set held_until = now() + interval '2 days' where id = $1", [
      two.id,
    ]);
    await skip(listener, one.id);
    expect(await served(listener)).toBe(three.id);
  });

  test('is served to others after its lease expires', async () => {
    const [one, two] = [await aTrackAged(90), await aTrackAged(60, { reviewTarget: 1 })];
    const listener = await aListener();
    await served(listener);
    await unlock(listener);
    expect((await coming(listener))?.trackId).toBe(two.id);
    earshot.clock.advance(301);
    const other = await aListener();
    expect(await served(other)).toBe(one.id);
    await skip(other, one.id);
    expect(await served(other)).toBe(two.id);
  });
});
