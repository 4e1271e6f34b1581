import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { beginWaitingTracks } from '#server/tracks/begin-waiting-tracks.ts';
import { anMp3 } from '#tests/support/audio-files.ts';
import { type ApiUser, type Earshot, startEarshot } from '#tests/support/earshot.ts';
import { sql } from '#tests/support/sql.ts';
import { event, periodItem, type StripeStandIn, startStripe } from '#tests/support/stripe-stand-in.ts';

// Each included review costs money, so each needs a payment of its own.

const prices = { price_basic: 2900, price_pro: 4900, price_unlimited: 9900 } as const;
type Price = keyof typeof prices;

let stripe: StripeStandIn;
let earshot: Earshot;
let artist: ApiUser;
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
});

const owner = () => earshot.testDatabase.ownerDatabase;
const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

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
const tellPaid = (subscription: string) =>
  notify('invoice.paid', { parent: { subscription_details: { subscription } } });

/** A checkout that is paid now. */
async function buy(price: Price, now = earshot.clock.now()) {
  const subscription = stripe.subscribe({ userId: artist.userId, price, now });
  const charge = stripe.pay(subscription, prices[price], now);
  await tellPaid(subscription);
  return { subscription, charge };
}

async function upload() {
  const uploadId = randomUUID();
  await artist.upload(anMp3({ mark: randomUUID() }), uploadId);
  return artist.call(api.tracks.createTrack, { body: { uploadId, title: randomUUID(), genre: 'indie' } });
}

const next = () => artist.get(api.subscriptions.getUploadEligibility, { body: {} });
const allowances = () =>
  sql(owner(), 'select included, taken from review_allowances where artist_id = $1 order by period_start', [
    artist.userId,
  ]);
const tracks = () =>
  sql(
    owner(),
    `select review_target as target, waits_for as "waitsFor", places_closed_at is not null as "isClosed"
       from artist_tracks where artist_id = $1 order by created_at`,
    [artist.userId],
  );

/** The subscription begins its next period now. Its invoice has this status. */
async function renew(subscription: string, price: Price, status: string, invoice: string): Promise<void> {
  const latest_invoice = { id: 'in_next', object: 'invoice', status: invoice };
  const start = seconds(earshot.clock.now());
  stripe.change(subscription, { status, latest_invoice, ...periodItem(price, start) });
  await notify('customer.subscription.updated', { id: subscription, object: 'subscription' });
}
async function payRenewal(subscription: string, price: Price): Promise<void> {
  stripe.change(subscription, { status: 'active', latest_invoice: { id: 'in_next', status: 'paid' } });
  stripe.pay(subscription, prices[price], earshot.clock.now());
  await tellPaid(subscription);
}
const aMonthAgo = () => new Date(earshot.clock.now().getTime() - 30 * 24 * 3600 * 1000);

test('checkouts that are paid one after the other share one number of included reviews and uploads', async () => {
  await buy('price_basic');
  for (let made = 0; made < 2; made += 1) expect((await upload()).status).toBe(201);
  earshot.clock.advance(5);
  await buy('price_basic');
  expect(await next()).toMatchObject({
    ...{ uploadsUsed: 2, uploadsLimit: 2, source: 'credits' },
    includedReviews: { included: 20, left: 0 },
  });
  expect(await allowances()).toEqual([
    { included: 20, taken: 20 },
    { included: 20, taken: 20 },
  ]);
});

test('of a replaced subscription and the new one, a third of the reviews is open in the first seven days', async () => {
  await buy('price_basic');
  await upload();
  earshot.clock.advance(5);
  await buy('price_pro');
  await upload();
  await upload();
  const [open] = await sql(
    owner(),
    'select sum(review_target - later_places)::integer as places from artist_tracks where artist_id = $1',
    [artist.userId],
  );
  expect(open).toEqual({ places: 33 });
});

test('a replaced subscription is credited, unless more of it was used than the new one includes', async () => {
  const small = await buy('price_basic');
  await upload();
  earshot.clock.advance(5);
  const large = await buy('price_unlimited');
  expect(stripe.cancellations.get(small.subscription)).toMatchObject({ prorate: 'true' });
  expect(await allowances()).toMatchObject([{ taken: 10 }, { included: 200, taken: 10 }]);

  await upload();
  earshot.clock.advance(5);
  await buy('price_basic');
  expect(stripe.cancellations.get(large.subscription)).toMatchObject({ prorate: 'false' });
  expect((await allowances()).at(-1)).toEqual({ included: 20, taken: 20 });
});

test.each([
  ['active', 'draft'],
  ['active', 'open'],
  ['past_due', 'open'],
])('a period that is %s with its invoice %s brings no reviews until it is paid', async (status, invoice) => {
  const { subscription } = await buy('price_basic', aMonthAgo());
  for (let made = 0; made < 2; made += 1) await upload();
  await renew(subscription, 'price_basic', status, invoice);
  expect(await allowances()).toEqual([{ included: 20, taken: 20 }]);
  expect(await next()).toMatchObject({ plan: 'basic', uploadsUsed: 2, source: 'credits' });

  await payRenewal(subscription, 'price_basic');
  expect(await next()).toMatchObject({ uploadsUsed: 0, includedReviews: { included: 20, left: 20 } });
});

test('a track that waits for the next period begins once that period is paid', async () => {
  const { subscription } = await buy('price_unlimited', aMonthAgo());
  await sql(owner(), 'update review_allowances set taken = included where artist_id = $1', [artist.userId]);
  expect((await upload()).answer).toMatchObject({ waitsFor: 'period' });
  await renew(subscription, 'price_unlimited', 'past_due', 'open');
  await beginWaitingTracks(earshot.deps);
  expect(await tracks()).toMatchObject([{ waitsFor: 'period' }]);

  await payRenewal(subscription, 'price_unlimited');
  await beginWaitingTracks(earshot.deps);
  expect(await tracks()).toMatchObject([{ waitsFor: null }]);
});

test('an upgrade adds its reviews once it is paid', async () => {
  const { subscription } = await buy('price_basic');
  const start = seconds(earshot.clock.now());
  const upgraded = periodItem('price_unlimited', start);
  stripe.change(subscription, { latest_invoice: { id: 'in_up', status: 'open' }, ...upgraded });
  await notify('customer.subscription.updated', { id: subscription, object: 'subscription' });
  expect(await next()).toMatchObject({ plan: 'basic', includedReviews: { included: 20 } });

  stripe.change(subscription, { latest_invoice: { id: 'in_up', status: 'paid' } });
  stripe.pay(subscription, 7000, earshot.clock.now());
  await tellPaid(subscription);
  // By the time that is left of the period.
  expect(await next()).toMatchObject({ plan: 'unlimited', includedReviews: { included: 199 } });
});

test.each(['dispute', 'refund'])(
  'a %s of a replaced or ended subscription closes the places it paid for, and no others',
  async (back) => {
    for (const how of ['replaced', 'ended'] as const) {
      artist = await earshot.signIn({ userType: 'artist' });
      const former = await buy('price_basic');
      await upload();
      earshot.clock.advance(5);
      if (how === 'ended') {
        stripe.change(former.subscription, { status: 'canceled', ended_at: seconds(earshot.clock.now()) });
        await notify('customer.subscription.deleted', { id: former.subscription, object: 'subscription' });
      }
      await buy('price_pro');
      await upload();
      if (back === 'refund') stripe.refund(former.charge, prices.price_basic);
      else stripe.dispute(former.charge, 'needs_response');
      await notify('charge.refunded', { id: former.charge });
      expect(await tracks(), how).toMatchObject([{ isClosed: true, target: 0 }, { isClosed: false }]);
      expect(await artist.get(api.subscriptions.checkSubscription, {})).toMatchObject({
        plan: 'pro',
        pausedFor: null,
      });
    }
  },
);

test('a checkout that is paid after its account was deleted gives no plan, and is ended at the provider', async () => {
  await sql(owner(), 'update users set deleted_at = now() where id = $1', [artist.userId]);
  const { subscription } = await buy('price_unlimited');
  expect(stripe.cancellations.get(subscription)).toMatchObject({ prorate: 'false' });
  expect(await allowances()).toEqual([]);
  const plans = await sql(owner(), 'select plan from artist_subscriptions where user_id = $1', [
    artist.userId,
  ]);
  expect(plans).toEqual([]);
});

test('the page shows the places that the next upload gets: the month’s credit goes before a returned upload', async () => {
  await buy('price_pro');
  const first = await upload();
  await sql(owner(), 'update artist_subscriptions set uploads_used_this_month = 5 where user_id = $1', [
    artist.userId,
  ]);
  await sql(
    owner(),
    `insert into given_back (track_id, artist_id, uploads, uploads_left, reviews, reviews_left, given_at)
     values ($1, $2, 1, 1, 0, 0, now())`,
    [first.answer?.id ?? '', artist.userId],
  );
  const targets = [];
  for (let made = 0; made < 2; made += 1) {
    const { forecast } = await next();
    targets.push([forecast?.reviewTarget, (await upload()).answer?.reviewTarget]);
  }
  expect(targets).toEqual([
    [5, 5],
    [20, 20],
  ]);
});
