import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { anMp3 } from '#tests/support/files/audio-files.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { BilledArtist, prices } from '#tests/support/people/billed-artist.ts';
import { sql } from '#tests/support/world/sql.ts';

// What was paid brings reviews, and what goes back takes along those that nobody has.

let artist: BilledArtist;
let admin: ApiUser;
beforeAll(async () => {
  artist = await BilledArtist.start();
});
afterAll(() => artist.close());
beforeEach(async () => {
  artist.stripe.failing.clear();
  await artist.enter();
  admin = await artist.earshot.signIn({ admin: true });
});

const owner = () => artist.earshot.testDatabase.ownerDatabase;
const jobs = () => artist.earshot.runJobs();
const left = async () => (await artist.user.get(api.balance.readReviewBalance, {})).left;
const lots = () =>
  artist.rows(
    'select source, reviews, closed_at is not null as closed from review_lots where artist_id = $1 order by created_at, reviews',
  );
const upload = async (reviews: number): Promise<string> => {
  const uploadId = randomUUID();
  await artist.user.upload(anMp3({ mark: uploadId }), uploadId);
  const body = { uploadId, title: 'Night Bus', genre: 'indie', reviews } as const;
  return (await artist.user.get(api.tracks.createTrack, { body })).id;
};
const add = (trackId: string, reviews: number) =>
  artist.user.call(api.balance.addReviews, {
    ...{ params: { trackId }, body: { reviews }, idempotencyKey: randomUUID() },
  });
const openPlaces = async (trackId: string) =>
  (await sql(owner(), 'select open_places as open from artist_tracks where id = $1', [trackId]))[0]?.open;
const buyPack = async (pack: 'ten' | 'twenty' = 'ten') => {
  const paid = artist.stripe.payPack({ userId: artist.user.userId, pack, now: artist.now });
  await artist.notify('checkout.session.completed', { subscription: null, payment_intent: paid.intent });
  return paid;
};
const refundPack = async (charge: string) => {
  const [payment] = await sql(owner(), 'select place from billing_payments where id = $1', [charge]);
  return admin.call(api.admin.refundPack, { params: { packId: String(payment?.place) } });
};

describe('what is paid', () => {
  test('a pack brings its reviews and one upload once, for twelve months, without a plan', async () => {
    const { intent } = await buyPack('twenty');
    await artist.notify('checkout.session.async_payment_succeeded', {
      subscription: null,
      payment_intent: intent,
    });
    const [lot, ...others] = await artist.rows(
      `select source, reviews, uploads, expires_at = opens_at + interval '12 months' as "isAYear"
         from review_lots where artist_id = $1`,
    );
    expect(lot).toEqual({ source: 'pack', reviews: 20, uploads: 1, isAYear: true });
    expect(others).toEqual([]);
    expect(await left()).toBe(20);
  });

  test('a second subscription brings nothing', async () => {
    await artist.buy('price_basic');
    const before = await lots();
    await artist.buyLater('price_unlimited');
    await jobs();
    expect(await lots()).toEqual(before);
  });

  test('a period that was over before it was read brings nothing', async () => {
    await artist.buy('price_basic', artist.daysAgo(31));
    expect(await lots()).toEqual([]);
  });
});

describe('what goes back', () => {
  test('with a refunded plan closes what is unassigned and open, and nothing of a pack', async () => {
    await artist.buy('price_basic');
    const trackId = await upload(10);
    await buyPack();
    const { answer } = await admin.call(api.admin.refundPlan, { params: { userId: artist.user.userId } });
    expect(answer).toMatchObject({ state: 'refunded' });
    expect(await openPlaces(trackId)).toBe(0);
    expect(await left()).toBe(10);
    expect((await lots()).filter(({ source }) => source === 'plan').every(({ closed }) => closed)).toBe(true);
  });

  test('with a disputed plan comes back unassigned once the dispute is won, with its time', async () => {
    const { charge } = await artist.buy('price_basic');
    const all = await left();
    const trackId = await upload(10);
    await artist.dispute(charge);
    expect([await left(), await openPlaces(trackId)]).toEqual([0, 0]);
    artist.stripe.dispute(charge, 'won');
    await artist.notify('charge.dispute.closed', { charge });
    expect([await left(), await openPlaces(trackId)]).toEqual([all, 0]);
  });

  test('with an ended subscription closes only what that one brought', async () => {
    const ended = await artist.buy('price_basic', artist.daysAgo(20));
    const first = await upload(40);
    await artist.end(ended.subscription);
    await artist.buyLater('price_basic');
    const second = await upload(10);
    await artist.refund(ended.charge, prices.price_basic);
    expect([await openPlaces(first), await openPlaces(second)]).toEqual([0, 10]);
    expect(await artist.status()).toMatchObject({ plan: 'basic' });
  });
});

describe('a pack of which something was used', () => {
  test('is not refunded: reviews on a track, also while they are open, until they are taken back', async () => {
    await artist.buy('price_basic');
    const trackId = await upload(0);
    await artist.rows('update review_lots set closed_at = now() where artist_id = $1');
    const { charge } = await buyPack();
    expect((await add(trackId, 4)).status).toBe(201);
    expect((await refundPack(charge)).code).toBe('pack_used');
    await artist.user.get(api.balance.takeBackReviews, {
      ...{ params: { trackId }, body: { reviews: 4 }, idempotencyKey: randomUUID() },
    });
    expect((await refundPack(charge)).answer).toMatchObject({ state: 'refunded', amountCents: 900 });
    expect(await left()).toBe(0);
  });

  test('is not refunded: its upload', async () => {
    const { charge } = await buyPack();
    await artist.rows('update upload_limits set remaining = 0 where user_id = $1');
    await upload(0);
    await upload(0);
    const [used] = await artist.rows(
      'select count(upload_lot_id)::int as uploads from artist_tracks where artist_id = $1',
    );
    expect(used).toEqual({ uploads: 1 });
    expect((await refundPack(charge)).code).toBe('pack_used');
  });

  test('is not assigned after its refund, also if both are asked for at once', async () => {
    await artist.buy('price_basic');
    const trackId = await upload(0);
    await artist.rows('update review_lots set closed_at = now() where artist_id = $1');
    const { charge } = await buyPack();
    const [refunded, added] = await Promise.all([refundPack(charge), add(trackId, 10)]);
    const isRefunded = refunded.status === 200;
    expect(added.status).toBe(isRefunded ? 409 : 201);
    expect(await openPlaces(trackId)).toBe(isRefunded ? 0 : 10);
  });
});
