import { beforeEach, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import type { Earshot } from '#tests/support/world/earshot.ts';
import { aReview, aTrack, giveReviews, type Track } from '#tests/support/world/rows.ts';
import { sharedEarshot } from '#tests/support/world/shared-earshot.ts';
import { sql } from '#tests/support/world/sql.ts';

const shared = sharedEarshot({ LEASE_MINUTES: '5' });
let earshot: Earshot;
beforeEach(() => {
  earshot = shared();
});

const owner = () => earshot.testDatabase.ownerDatabase;
const aListener = () => earshot.signIn({ userType: 'listener' });
const served = async (listener: ApiUser, trackId?: string) =>
  (await listener.get(api.listening.nextTrack, { body: trackId ? { trackId } : {} })).track?.trackId ?? null;
const skip = (listener: ApiUser, trackId: string) =>
  listener.get(api.listening.skipTrack, { body: { trackId } });

/** A track that is older than all that were made before, so many minutes before now. */
async function aTrackAged(minutes: number, track: Track = {}) {
  const { reviewTarget = 5, priorityWeight } = track;
  const made = await aTrack(owner(), { ...track, reviewTarget: 0 });
  await sql(owner(), "update artist_tracks set created_at = now() - $2 * interval '1 minute' where id = $1", [
    made.id,
    minutes,
  ]);
  await giveReviews(owner(), made.id, reviewTarget, priorityWeight);
  return made;
}
const unlock = (listener: ApiUser) =>
  sql(owner(), 'update leases set unlocked_at = now() where listener_id = $1 and closed_at is null', [
    listener.userId,
  ]);

/** The listener is done with the track that is served. */
async function reviewed(listener: ApiUser, track: { id: string; artistId: string }) {
  await sql(
    owner(),
    "update leases set closed_at = now(), outcome = 'reviewed' where listener_id = $1 and closed_at is null",
    [listener.userId],
  );
  await aReview(owner(), { listenerId: listener.userId, track });
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
    const [tester, sample, listener] = [await aListener(), await aListener(), await aListener()];
    await sql(owner(), 'update users set is_test = true where id = $1', [tester.userId]);
    await sql(owner(), "update users set email_normalized = id || '@sample.invalid' where id = $1", [
      sample.userId,
    ]);
    for (const apart of [tester, sample]) {
      expect(await served(apart)).toBe(full.id);
      await reviewed(apart, full);
    }
    expect(await served(listener)).toBe(full.id);
    const other = await aListener();
    expect(await served(other)).toBeNull();
    await sql(owner(), 'update users set is_test = true where id = $1', [other.userId]);
    expect(await served(other)).toBe(full.id);
    expect(await sql(owner(), 'select listener_id from leases where assignment_id is not null')).toEqual([
      { listener_id: listener.userId },
    ]);
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

  test('a lease that expired comes back to another open place of its track', async () => {
    const only = await aTrackAged(90, { reviewTarget: 2 });
    const [holder, listener, third] = [await aListener(), await aListener(), await aListener()];
    expect(await served(holder)).toBe(only.id);
    earshot.clock.advance(301);
    expect(await served(listener)).toBe(only.id);
    expect(await served(holder)).toBe(only.id);
    expect(await served(third)).toBeNull();
  });

  test('simultaneous calls of one listener are served the same track', async () => {
    for (let i = 0; i < 5; i += 1) await aTrackAged(90 - i);
    const listener = await aListener();
    const tracks = await Promise.all(Array.from({ length: 8 }, () => served(listener)));
    expect(new Set(tracks).size).toBe(1);
    expect(await sql(owner(), 'select from leases where assignment_id is not null')).toHaveLength(1);
  });
});

describe('a listener who has passed a track finds it again', () => {
  /** A listener for whom the track of 90 minutes ago was full, and who is with that of 60 minutes ago. */
  async function passed(track: Track = {}) {
    const old = await aTrackAged(90, { reviewTarget: 1, ...track });
    if (track.reviewTarget !== 0) await aReview(owner(), { track: old });
    const [second, third] = [await aTrackAged(60), await aTrackAged(30)];
    const listener = await aListener();
    expect(await served(listener)).toBe(second.id);
    await reviewed(listener, second);
    return { old, third, listener };
  }
  /** More reviews from the artist's balance. */
  async function add({ id, artistId }: { id: string; artistId: string }) {
    await sql(
      owner(),
      `insert into review_lots (artist_id, source, reviews, created_at, opens_at, expires_at)
       values ($1, 'pack', 10, now(), $2, $2::timestamptz + interval '12 months')`,
      [artistId, earshot.clock.now()],
    );
    const artist = await earshot.signInAgain(artistId);
    await artist.get(api.balance.addReviews, {
      params: { trackId: id },
      body: { reviews: 2 },
      idempotencyKey: crypto.randomUUID(),
    });
  }

  test('that gets its first reviews later, in their place', async () => {
    const { old, third, listener } = await passed({ reviewTarget: 0 });
    await add(old);
    expect(await served(listener)).toBe(third.id);
    await reviewed(listener, third);
    expect(await served(listener)).toBe(old.id);
  });

  test('that gets more reviews, in their place', async () => {
    const { old, third, listener } = await passed();
    await add(old);
    expect(await served(listener)).toBe(third.id);
    await reviewed(listener, third);
    expect(await served(listener)).toBe(old.id);
  });

  test('whose earlier reviews have an open place again, in its former place', async () => {
    const { old, third, listener } = await passed();
    await aTrackAged(20);
    await add(old);
    expect(await served(listener)).toBe(third.id);
    await reviewed(listener, third);
    await sql(
      owner(),
      "select ledger.reject_review(id, $2, 'copied', 'Copied.') from reviews where track_id = $1",
      [old.id, (await earshot.signIn({ admin: true })).userId],
    );
    expect(await served(listener)).toBe(old.id);
  });

  test('that is late, before all others', async () => {
    const late = await aTrackAged(20);
    const listener = await aListener();
    const heavy = [
      await aTrackAged(90, { priorityWeight: 3 }),
      await aTrackAged(60, { priorityWeight: 3 }),
    ] as const;
    expect(await served(listener)).toBe(heavy[0].id);
    await reviewed(listener, heavy[0]);
    const place = "update assignments set late_at = now() - interval '1 hour' where track_id = $1";
    await sql(owner(), place, [late.id]);
    expect(await served(listener)).toBe(late.id);
    await reviewed(listener, late);
    expect(await served(listener)).toBe(heavy[1].id);
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
