import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { readFormer } from '#server/music/versions/versions-store.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { event, type StripeStandIn, startStripe } from '#tests/support/stand-ins/stripe-stand-in.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { aReview, aTrack } from '#tests/support/world/rows.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';

// Money that went back, or that a bank disputes, pays for no further listener.

let stripe: StripeStandIn;
let earshot: Earshot;
let artist: ApiUser;
let charge: string;
let trackId: string;
beforeAll(async () => {
  stripe = await startStripe();
  earshot = await startEarshot({}, { billing: stripe.billing });
});
afterAll(async () => {
  await earshot.close();
  await stripe.close();
});
beforeEach(async () => {
  artist = await earshot.signIn({ userType: 'artist' });
  const paidAt = earshot.clock.now();
  const subscription = stripe.subscribe({ userId: artist.userId, price: 'price_pro', now: paidAt });
  charge = stripe.pay(subscription, 4900, paidAt);
  await notify('invoice.paid', { parent: { subscription_details: { subscription } } });
  trackId = await aPlanTrack();
});

const owner = () => earshot.testDatabase.ownerDatabase;
async function notify(type: string, object: unknown): Promise<void> {
  const payload = event(type, object);
  const headers = stripe.sign(payload);
  const { status } = await earshot.nobody.fetch('/api/billing/webhook', {
    method: 'POST',
    body: payload,
    headers,
  });
  expect(status).toBe(200);
}

/** A track that took 20 of the plan's included reviews; one has been sent, and two listeners are at it. */
async function aPlanTrack(): Promise<string> {
  const track = await aTrack(owner(), { artistId: artist.userId, reviewTarget: 20 });
  await aReview(owner(), { track });
  await sql(
    owner(),
    `with allowance as (update review_allowances set taken = 20, house_taken = 1 where artist_id = $2 returning id)
     update artist_tracks set places_from = 'plan', allowance_id = allowance.id, house_places = 1, running_leases = 2,
       promise = 'open', promised_at = now() + interval '9 days' from allowance where artist_tracks.id = $1`,
    [track.id, artist.userId],
  );
  return track.id;
}

const places = () =>
  sqlRow(
    owner(),
    `select track.review_target as target, track.house_places as house, track.has_places as open, track.promise,
       track.review_count as reviews, track.running_leases as leases, allowance.taken, allowance.house_taken as "houseTaken"
       from artist_tracks track join review_allowances allowance on allowance.id = track.allowance_id where track.id = $1`,
    [trackId],
  );
const untouched = {
  ...{ target: 20, house: 1, open: true, promise: 'open', reviews: 1, leases: 2, taken: 20, houseTaken: 1 },
};
const closed = {
  ...{ target: 3, house: 0, open: false, promise: null, reviews: 1, leases: 2, taken: 3, houseTaken: 0 },
};

test('a partial refund closes no places', async () => {
  stripe.refund(charge, 1000);
  await notify('charge.refunded', { id: charge });
  expect(await places()).toEqual(untouched);
});

test('a full refund closes the places without a listener, once, and keeps the reviews', async () => {
  stripe.refund(charge, 4900);
  for (const _ of [1, 2]) await notify('charge.refunded', { id: charge });
  expect(await places()).toEqual(closed);
});

test('a dispute closes them too; if it is won, they become included reviews again', async () => {
  stripe.dispute(charge, 'needs_response');
  await notify('charge.dispute.created', { charge });
  expect(await places()).toEqual(closed);
  stripe.dispute(charge, 'won');
  await notify('charge.dispute.closed', { charge: { id: charge } });
  expect(await places()).toEqual(closed);
});

test('an inquiry before a dispute closes no places', async () => {
  stripe.dispute(charge, 'warning_needs_response');
  await notify('charge.dispute.created', { charge });
  expect(await places()).toEqual(untouched);
});

test('uploads paid with a credit keep their places', async () => {
  await sql(owner(), "update artist_tracks set allowance_id = null, places_from = 'credit' where id = $1", [
    trackId,
  ]);
  stripe.refund(charge, 4900);
  await notify('charge.refunded', { id: charge });
  const { target } = await sqlRow(
    owner(),
    'select review_target as target from artist_tracks where id = $1',
    [trackId],
  );
  expect(target).toBe(20);
});

test('simultaneous notices of one refund close the places once', async () => {
  stripe.refund(charge, 4900);
  await Promise.all([1, 2, 3, 4].map(() => notify('charge.refunded', { id: charge })));
  expect(await places()).toEqual(closed);
});

describe('closed places', () => {
  const refund = async () => {
    stripe.refund(charge, 4900);
    await notify('charge.refunded', { id: charge });
  };
  const leaseMilliseconds = 21 * 60_000;

  test('stay closed if a lease expires or a review is rejected, even on tracks that were full', async () => {
    const full = await aTrack(owner(), { artistId: artist.userId, reviewTarget: 1 });
    const { id: reviewId } = await aReview(owner(), { track: full });
    await sql(owner(), "update artist_tracks set places_from = 'plan' where id = $1", [full.id]);
    await refund();
    await sql(owner(), 'update artist_tracks set running_leases = 0 where id = $1', [trackId]);
    expect(await places()).toMatchObject({ target: 3, open: false, leases: 0 });
    const admin = await earshot.signIn({ userType: 'artist', admin: true });
    await admin.get(api.admin.decideReview, {
      params: { reviewId },
      body: { status: 'rejected', reason: 'too_little', sentence: 'It says nothing of the track.' },
    });
    expect(
      await sqlRow(owner(), 'select review_count, has_places from artist_tracks where id = $1', [full.id]),
    ).toEqual({ review_count: 0, has_places: false });
  });

  test('are served again only to a listener who was already listening, and who is paid', async () => {
    const listening = await earshot.signIn({ userType: 'listener' });
    const next = async (who: ApiUser) =>
      (await who.get(api.listening.nextTrack, { body: {} })).track?.trackId;
    // Nothing of the tests before this one.
    await sql(owner(), 'update artist_tracks set places_closed_at = now() where id <> $1', [trackId]);
    await sql(owner(), 'update artist_tracks set running_leases = 0 where id = $1', [trackId]);
    expect(await next(listening)).toBe(trackId);
    await refund();
    expect(await places()).toMatchObject({ target: 2, open: false, leases: 1 });
    earshot.clock.advance(leaseMilliseconds / 1000);
    expect(await next(await earshot.signIn({ userType: 'listener' }))).toBeUndefined();
    expect(await places()).toMatchObject({ target: 2, open: false, leases: 0 });
    const again = await earshot.signInAgain(listening.userId);
    expect(await next(again)).toBe(trackId);
    await again.get(api.listening.skipTrack, { body: { trackId } });
    expect(await places()).toMatchObject({ open: false, leases: 0 });
  });

  test('do not move to a new version', async () => {
    await refund();
    await sql(owner(), 'update artist_tracks set running_leases = 0 where id = $1', [trackId]);
    const former = await readFormer.only(earshot.deps.database, {
      formerId: trackId,
      artistId: artist.userId,
    });
    expect(former.openPlaces).toBe(0);
  });

  test('from extra places do not go to the house pool', async () => {
    await sql(owner(), 'update artist_tracks set extra_places = 2, running_leases = 20 where id = $1', [
      trackId,
    ]);
    await refund();
    // 21 are held: 20 of the target and one of the house pool.
    expect(await places()).toMatchObject({ target: 20, house: 1, taken: 20, houseTaken: 1 });
    const { extra } = await sqlRow(owner(), 'select extra_places as extra from artist_tracks where id = $1', [
      trackId,
    ]);
    expect(extra).toBe(0);
  });
});

test('a review in a place opened by the house pool can still be rejected after a refund', async () => {
  const { id } = await sqlRow(
    owner(),
    `update reviews set place_opened_at = now(), waits_for = 'person' where track_id = $1 returning id`,
    [trackId],
  );
  stripe.refund(charge, 4900);
  await notify('charge.refunded', { id: charge });
  const admin = await earshot.signIn({ userType: 'artist', admin: true });
  const decided = await admin.call(api.admin.decideReview, {
    params: { reviewId: String(id) },
    body: { status: 'rejected', reason: 'too_little', sentence: 'It says nothing of the track.' },
  });
  expect(decided.code).toBeUndefined();
  expect(await places()).toMatchObject({ house: 0, houseTaken: 0 });
});
