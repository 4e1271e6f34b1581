import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { endServing } from '#server/music/tracks/end-serving.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { listenTo } from '#tests/support/people/listening.ts';
import { anHonestComment, typedByHand } from '#tests/support/people/reviewing.ts';
import type { Earshot } from '#tests/support/world/earshot.ts';
import { aTrack } from '#tests/support/world/rows.ts';
import { sharedEarshot } from '#tests/support/world/shared-earshot.ts';
import { someoneWaits, sql, sqlRow } from '#tests/support/world/sql.ts';

const shared = sharedEarshot({ LEASE_MINUTES: '5' });
let earshot: Earshot;
let listener: ApiUser;
beforeEach(async () => {
  earshot = shared();
  listener = await earshot.signIn({ userType: 'listener' });
});

const owner = () => earshot.testDatabase.ownerDatabase;
/** Hears a track whose file is nowhere: its sound counts as sent. */
async function hear(who: ApiUser, track: Parameters<typeof listenTo>[2], seconds: number): Promise<void> {
  await listenTo(earshot, who, track, seconds, { fetchAudio: false });
  await sql(owner(), 'update leases set bytes_sent = 1000000 where listener_id = $1 and closed_at is null', [
    who.userId,
  ]);
}
const next = (who = listener) => who.get(api.listening.nextTrack, { body: {} });
/** Later; a session of before is over by then. */
async function later(seconds: number): Promise<void> {
  earshot.clock.advance(seconds);
  listener = await earshot.signInAgain(listener.userId);
}
const submit = (trackId: string, who = listener) =>
  who.call(api.reviews.submitReview, {
    body: { trackId, rating: 4, comment: anHonestComment, typing: typedByHand },
    idempotencyKey: randomUUID(),
  });
const heard = async (seconds: number, who = listener) => {
  const { track } = await next(who);
  await hear(who, track, seconds);
  return track?.trackId ?? '';
};
const end = {
  deleted: async ({ id, artistId }: { id: string; artistId: string }) => {
    await (await earshot.signInAgain(artistId)).get(api.tracks.deleteTrack, { params: { trackId: id } });
  },
  suspended: async ({ artistId }: { artistId: string }) => {
    const admin = await earshot.signIn({ userType: 'artist', admin: true });
    const body = { suspended: true, reason: 'Stolen music' };
    await admin.get(api.admin.setSuspension, { params: { userId: artistId }, body });
  },
  taken_down: async ({ id }: { id: string }) => {
    const now = earshot.clock.now();
    await earshot.deps.database.transaction((tx) =>
      endServing(tx, { trackIds: [id], why: 'taken_down', now }),
    );
    await sql(owner(), "update artist_tracks set status = 'deleted' where id = $1", [id]);
  },
};

describe.each(['deleted', 'suspended', 'taken_down'] as const)('a track that is %s', (why) => {
  test('can be reviewed for a day by a listener with a proven minute, and pays', async () => {
    const track = await aTrack(owner());
    await heard(64);
    await end[why](track);
    await later(23 * 3600);
    const again = (await next()).track;
    expect(again).toMatchObject({ trackId: track.id, ended: { why } });
    expect((await submit(track.id)).status).toBe(201);
    await earshot.runJobs();
    expect(await sqlRow(owner(), 'select status, earned_cents::int from reviews')).toEqual({
      status: 'approved',
      earned_cents: 15,
    });
  });

  test('stops playing and shows until when the review can be sent', async () => {
    const track = await aTrack(owner());
    const trackId = await heard(64);
    await end[why](track);
    const body = {
      trackId,
      sessionId: randomUUID(),
      event: 'beat',
      positionSeconds: 70,
      playing: true,
    } as const;
    const refused = await listener.call(api.listening.recordPlayEvent, { body });
    expect(refused).toMatchObject({ code: 'track_ended', details: { why } });
    expect(Date.parse(String(refused.details.sendableUntil)) - earshot.clock.now().getTime()).toBeGreaterThan(
      23 * 3_600_000,
    );
    const link = await listener.call(api.tracks.createPlaybackLink, { params: { trackId } });
    expect(link.status).not.toBe(200);
  });

  test('cannot be reviewed after the day, or by a listener who heard too little', async () => {
    const track = await aTrack(owner());
    const other = await earshot.signIn({ userType: 'listener' });
    await heard(64);
    await heard(40, other);
    await end[why](track);
    expect((await submit(track.id, other)).status).not.toBe(201);
    expect((await next(other)).track).toBeNull();
    await later(24 * 3600 + 1);
    expect((await submit(track.id)).code).toMatch(/track_(ended|deleted)/);
    expect((await next()).track).toBeNull();
  });
});

test('of listeners who proved the minute and whose leases expired, those can send the review who get an open place, and for a tenth of the reviews the house pays', async () => {
  const track = await aTrack(owner(), { reviewTarget: 3 });
  const late = [listener];
  for (let i = 0; i < 2; i += 1) late.push(await earshot.signIn({ userType: 'listener' }));
  for (const who of late) await heard(64, who);
  await later(3600);
  // Others have all places but one by then.
  for (let i = 0; i < 2; i += 1) await next(await earshot.signIn({ userType: 'listener' }));
  await end.deleted(track);
  const sent: number[] = [];
  for (const { userId } of late)
    sent.push((await submit(track.id, await earshot.signInAgain(userId))).status);
  expect(sent.filter((status) => status === 201)).toHaveLength(2);
});

test('a minute proven while the track is being deleted is not lost', async () => {
  const track = await aTrack(owner());
  await heard(40);
  const deleted = await owner().transaction(async (proof) => {
    await sql(proof, 'update leases set unlocked_at = now(), listened_ms = 61000 where listener_id = $1', [
      listener.userId,
    ]);
    const deletion = end.deleted(track);
    await someoneWaits(owner());
    return { deletion };
  });
  await deleted.deletion;
  expect((await next()).track).toMatchObject({ trackId: track.id, ended: { why: 'deleted' } });
  expect((await submit(track.id)).status).toBe(201);
});

test('giving up an ended track serves the next one', async () => {
  const track = await aTrack(owner());
  await heard(64);
  await end.deleted(track);
  const after = await aTrack(owner());
  expect((await next()).track?.trackId).toBe(track.id);
  await listener.get(api.listening.skipTrack, { body: { trackId: track.id } });
  expect((await next()).track?.trackId).toBe(after.id);
});

describe('expired leases', () => {
  const lapse = async (times: number) => {
    for (let i = 0; i < times; i += 1) {
      await next();
      await later(6 * 60);
      // Somebody else's call ends it.
      await next(await earshot.signIn({ userType: 'listener' }));
      await sql(owner(), 'delete from skipped_tracks');
      await listener.get(api.listening.skipTrack, {
        body: { trackId: (await next()).track?.trackId ?? '' },
      });
    }
  };
  const openPlaces = async (trackId: string) =>
    (await sqlRow(owner(), 'select open_places from artist_tracks where id = $1', [trackId])).open_places;

  test('three times in a row leave the next track without a place until a review is sent', async () => {
    for (let i = 0; i < 6; i += 1) await aTrack(owner(), { reviewTarget: 30 });
    await lapse(2);
    expect(
      await sqlRow(owner(), 'select in_row from lapsed_leases where listener_id = $1', [listener.userId]),
    ).toMatchObject({ in_row: 2 });
    const held = (await next()).track?.trackId ?? '';
    expect(
      await sqlRow(
        owner(),
        'select assignment_id is not null as holds_place, is_loose from leases where listener_id = $1 and closed_at is null',
        [listener.userId],
      ),
    ).toEqual({ holds_place: true, is_loose: false });
    await later(6 * 60);
    await next(await earshot.signIn({ userType: 'listener' }));
    await listener.get(api.listening.skipTrack, { body: { trackId: held } });
    const { track } = await next();
    const before = await openPlaces(track?.trackId ?? '');
    expect(
      await sqlRow(
        owner(),
        'select assignment_id is not null as holds_place, is_loose from leases where listener_id = $1 and closed_at is null',
        [listener.userId],
      ),
    ).toEqual({ holds_place: false, is_loose: true });
    expect(track?.isLoose).toBe(true);
    await hear(listener, track, 64);
    expect(await openPlaces(track?.trackId ?? '')).toBe(before);
    expect((await listener.get(api.listening.comingTrack, { body: {} })).track).toBeNull();
    expect((await submit(track?.trackId ?? '')).status).toBe(201);
    expect(
      await sql(owner(), 'select * from lapsed_leases where listener_id = $1', [listener.userId]),
    ).toEqual([]);
    expect((await next()).track?.isLoose).toBe(false);
    expect(
      await sqlRow(
        owner(),
        'select assignment_id is not null as holds_place, is_loose from leases where listener_id = $1 and closed_at is null',
        [listener.userId],
      ),
    ).toEqual({ holds_place: true, is_loose: false });
  });

  test('cost the listener the place if others fill the track first', async () => {
    const track = await aTrack(owner(), { reviewTarget: 1 });
    await sql(owner(), 'insert into lapsed_leases (listener_id, in_row) values ($1, 3)', [listener.userId]);
    await heard(64);
    const other = await earshot.signIn({ userType: 'listener' });
    await heard(64, other);
    expect((await submit(track.id, other)).status).toBe(201);
    expect((await submit(track.id)).code).toBe('places_taken');
  });
});
