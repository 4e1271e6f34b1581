import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { beginWaitingTracks } from '#server/music/tracks/begin-waiting-tracks.ts';
import { BilledArtist, prices } from '#tests/support/people/billed-artist.ts';
import { periodItem } from '#tests/support/stand-ins/stripe-stand-in.ts';

// Each included review costs money, so each needs a payment of its own.

let artist: BilledArtist;
beforeAll(async () => {
  artist = await BilledArtist.start();
});
afterAll(() => artist.close());
beforeEach(() => artist.enter());

const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

test('checkouts that are paid one after the other share one number of included reviews and uploads', async () => {
  await artist.buy('price_basic');
  for (let made = 0; made < 2; made += 1) expect((await artist.upload()).status).toBe(201);
  await artist.buyLater('price_basic');
  expect(await artist.next()).toMatchObject({
    ...{ uploadsUsed: 2, uploadsLimit: 2, source: 'credits' },
    includedReviews: { included: 20, left: 0 },
  });
  expect(await artist.allowances()).toEqual([
    { included: 20, taken: 20 },
    { included: 20, taken: 20 },
  ]);
});

test('of a replaced subscription and the new one, a third of the reviews is open in the first seven days', async () => {
  await artist.buy('price_basic');
  await artist.upload();
  await artist.buyLater('price_pro');
  await artist.upload();
  await artist.upload();
  const [open] = await artist.rows(
    'select sum(review_target - later_places)::integer as places from artist_tracks where artist_id = $1',
  );
  expect(open).toEqual({ places: 33 });
});

test('a replaced subscription is credited and counts for the new one; if more of it was used than that includes, neither', async () => {
  const small = await artist.buy('price_basic');
  await artist.upload();
  const large = await artist.buyLater('price_unlimited');
  expect(artist.stripe.cancellations.get(small.subscription)).toMatchObject({ prorate: 'true' });
  expect(await artist.allowances()).toMatchObject([{ taken: 10 }, { included: 200, taken: 10 }]);

  await artist.upload();
  await artist.buyLater('price_basic');
  expect(artist.stripe.cancellations.get(large.subscription)).toMatchObject({ prorate: 'false' });
  expect((await artist.allowances()).at(-1)).toEqual({ included: 20, taken: 0 });
  expect(await artist.next()).toMatchObject({ uploadsUsed: 0, uploadsLimit: 2 });
});

test.each([
  ['active', 'draft'],
  ['active', 'open'],
  ['past_due', 'open'],
])('a period that is %s with its invoice %s brings no reviews until it is paid', async (status, invoice) => {
  const { subscription } = await artist.buy('price_basic', artist.daysAgo(30));
  for (let made = 0; made < 2; made += 1) await artist.upload();
  await artist.renew(subscription, 'price_basic', status, invoice);
  expect(await artist.allowances()).toEqual([{ included: 20, taken: 20 }]);
  expect(await artist.next()).toMatchObject({ plan: 'basic', uploadsUsed: 2, source: 'credits' });
  const isFailed = status === 'past_due';
  expect(await artist.status()).toMatchObject({ paymentFailed: isFailed, awaitsRenewal: !isFailed });

  await artist.payRenewal(subscription, 'price_basic');
  expect(await artist.next()).toMatchObject({ uploadsUsed: 0, includedReviews: { included: 20, left: 20 } });
  expect(await artist.status()).toMatchObject({ paymentFailed: false, awaitsRenewal: false });
});

test('a track that waits for the next period begins once that period is paid', async () => {
  const { subscription } = await artist.buy('price_unlimited', artist.daysAgo(30));
  await artist.rows('update review_allowances set taken = included where artist_id = $1');
  expect((await artist.upload()).answer).toMatchObject({ waitsFor: 'period' });
  await artist.renew(subscription, 'price_unlimited', 'past_due', 'open');
  await beginWaitingTracks(artist.earshot.deps);
  expect(await artist.tracks()).toMatchObject([{ waitsFor: 'period' }]);

  await artist.payRenewal(subscription, 'price_unlimited');
  await beginWaitingTracks(artist.earshot.deps);
  expect(await artist.tracks()).toMatchObject([{ waitsFor: null }]);
});

test('an upgrade adds its reviews once it is paid', async () => {
  const { subscription } = await artist.buy('price_basic');
  const start = seconds(artist.now);
  const upgraded = periodItem('price_unlimited', start);
  artist.stripe.change(subscription, { latest_invoice: { id: 'in_up', status: 'open' }, ...upgraded });
  await artist.notify('customer.subscription.updated', { id: subscription, object: 'subscription' });
  expect(await artist.next()).toMatchObject({ plan: 'basic', includedReviews: { included: 20 } });

  artist.stripe.change(subscription, { latest_invoice: { id: 'in_up', status: 'paid' } });
  artist.stripe.pay(subscription, 7000, artist.now);
  await artist.tellPaid(subscription);
  // In proportion to what is left of the period, which is nearly all.
  expect(await artist.next()).toMatchObject({ plan: 'unlimited', includedReviews: { included: 200 } });
});

test.each(['dispute', 'refund'])(
  'a %s of a replaced or ended subscription closes the places it paid for, and no others',
  async (back) => {
    for (const how of ['replaced', 'ended'] as const) {
      await artist.enter();
      const former = await artist.buy('price_basic');
      await artist.upload();
      artist.earshot.clock.advance(5);
      if (how === 'ended') {
        artist.stripe.change(former.subscription, { status: 'canceled', ended_at: seconds(artist.now) });
        await artist.notify('customer.subscription.deleted', {
          id: former.subscription,
          object: 'subscription',
        });
      }
      await artist.buy('price_pro');
      await artist.upload();
      if (back === 'refund') artist.stripe.refund(former.charge, prices.price_basic);
      else artist.stripe.dispute(former.charge, 'needs_response');
      await artist.notify('charge.refunded', { id: former.charge });
      expect(await artist.tracks(), how).toMatchObject([{ isClosed: true, target: 0 }, { isClosed: false }]);
      expect(await artist.status()).toMatchObject({
        plan: 'pro',
        pausedFor: null,
      });
    }
  },
);

test('a checkout that is paid after its account was deleted gives no plan, and is ended at the provider', async () => {
  await artist.rows('update users set deleted_at = now() where id = $1');
  const { subscription } = await artist.buy('price_unlimited');
  expect(artist.stripe.cancellations.get(subscription)).toMatchObject({ prorate: 'false' });
  expect(await artist.allowances()).toEqual([]);
  const plans = await artist.rows('select plan from artist_subscriptions where user_id = $1');
  expect(plans).toEqual([]);
});

test('the page shows the places that the next upload gets: the month’s credit goes before a returned upload', async () => {
  await artist.buy('price_pro');
  const first = await artist.upload();
  await artist.rows('update artist_subscriptions set uploads_used_this_month = 5 where user_id = $1');
  await artist.rows(
    `insert into given_back (track_id, artist_id, uploads, uploads_left, reviews, reviews_left, given_at)
     values ('${first.answer?.id}', $1, 1, 1, 0, 0, now())`,
  );
  const targets = [];
  for (let made = 0; made < 2; made += 1) {
    const { forecast } = await artist.next();
    targets.push([forecast?.reviewTarget, (await artist.upload()).answer?.reviewTarget]);
  }
  expect(targets).toEqual([
    [5, 5],
    [20, 20],
  ]);
});
