import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { checkSubscription } from '#server/plans/subscriptions/check-subscription.ts';
import { getUploadEligibility } from '#server/plans/subscriptions/get-upload-eligibility.ts';
import { recheckSubscriptions } from '#server/plans/subscriptions/recheck-subscriptions.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { event, type StripeStandIn, startStripe } from '#tests/support/stand-ins/stripe-stand-in.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { sql } from '#tests/support/world/sql.ts';

let stripe: StripeStandIn;
let earshot: Earshot;
let artist: ApiUser;
let subscription: string;
let charge: string;
beforeAll(async () => {
  stripe = await startStripe();
  earshot = await startEarshot({}, { billing: stripe.billing });
});
afterAll(async () => {
  await earshot.close();
  await stripe.close();
});
beforeEach(async () => {
  stripe.failing.clear();
  artist = await earshot.signIn({ userType: 'artist' });
  subscription = stripe.subscribe({ userId: artist.userId, price: 'price_pro', now: now() });
  charge = stripe.pay(subscription, 4900, now());
  await notify('invoice.paid', { parent: { subscription_details: { subscription } } });
  stripe.asked.length = 0;
});

const day = 24 * 3600;
const now = () => earshot.clock.now();
const status = () => checkSubscription(earshot.deps, artist.userId);
const eligibility = () => getUploadEligibility(earshot.deps, artist.userId);
const send = (payload: string) =>
  earshot.nobody.fetch('/api/billing/webhook', {
    method: 'POST',
    body: payload,
    headers: stripe.sign(payload),
  });
const notify = async (type: string, object: unknown) =>
  expect((await send(event(type, object))).status).toBe(200);
const rows = (table: 'billing_payments' | 'billing_reversals') =>
  sql(
    earshot.testDatabase.ownerDatabase,
    table === 'billing_payments'
      ? 'select * from billing_payments where subscription_id = $1 order by paid_at'
      : `select back.* from billing_reversals back join billing_payments paid on paid.id = back.payment_id
          where paid.subscription_id = $1 order by back.id`,
    [subscription],
  );
const cancellations = () =>
  stripe.asked.filter((call) => call === `DELETE /v1/subscriptions/${subscription}`);
const ended = (endedFor: 'refund' | 'dispute') => ({
  subscribed: false,
  plan: null,
  endedPlan: { plan: 'pro', endedFor },
});

test('a payment is stored once, with amount, fee, currency and period', async () => {
  await notify('invoice.paid', { parent: { subscription_details: { subscription } } });
  expect(await rows('billing_payments')).toMatchObject([
    { id: charge, user_id: artist.userId, amount_cents: 4900, fee_cents: 172, currency: 'usd' },
  ]);
});

test('a full refund ends the plan at once, here and at Stripe', async () => {
  stripe.refund(charge, 4900);
  const refunded = event('charge.refunded', { id: charge });
  for (const _ of [1, 2]) expect((await send(refunded)).status).toBe(200);
  expect(await status()).toMatchObject(ended('refund'));
  expect(await eligibility()).toMatchObject({ plan: null });
  expect(cancellations()).toHaveLength(1);
  const { endedPlan } = await status();
  earshot.clock.advance(3600);
  await notify('customer.subscription.deleted', { id: subscription });
  await earshot.runJobs();
  expect(await status()).toMatchObject({ ...ended('refund'), endedPlan });
  expect(await rows('billing_reversals')).toMatchObject([
    { kind: 'refund', status: 'succeeded', amount_cents: 4900, payment_id: charge },
  ]);
});

test('a partial or failed refund does not end the plan', async () => {
  stripe.refund(charge, 1000);
  stripe.refund(charge, 3900, 'failed');
  await notify('charge.refunded', { id: charge });
  expect(await status()).toMatchObject({ subscribed: true, plan: 'pro' });
  expect(await rows('billing_reversals')).toHaveLength(2);
  stripe.refund(charge, 3900);
  await notify('charge.refunded', { id: charge });
  expect(await status()).toMatchObject(ended('refund'));
});

test('a refund of an upgrade does not end the plan if the rest of the period is paid', async () => {
  const upgrade = stripe.pay(subscription, 5000, now());
  stripe.refund(upgrade, 5000);
  // No notice of the upgrade's invoice has come: what was paid is read again, not believed.
  await notify('charge.refunded', { id: upgrade });
  expect(await status()).toMatchObject({ subscribed: true });
  expect(await rows('billing_payments')).toHaveLength(2);
});

test('a refund of a past period is stored, and does not end the plan', async () => {
  earshot.clock.advance(31 * day);
  const [item] = [stripe.subscriptions.get(subscription)?.items] as { data: object[] }[]; // made by the stand-in
  const start = Math.floor(now().getTime() / 1000);
  const next = { current_period_start: start, current_period_end: start + 30 * day };
  stripe.change(subscription, { items: { data: [{ ...item?.data[0], ...next }] } });
  stripe.pay(subscription, 4900, now());
  stripe.refund(charge, 4900);
  await notify('charge.refunded', { id: charge });
  expect(await status()).toMatchObject({ subscribed: true });
  expect(await rows('billing_reversals')).toHaveLength(1);
});

test('a dispute pauses the plan until it is won', async () => {
  stripe.dispute(charge, 'needs_response');
  await notify('charge.dispute.created', { charge });
  expect(await status()).toMatchObject({ subscribed: true, plan: 'pro', pausedFor: 'dispute' });
  expect(await eligibility()).toMatchObject({ plan: null, source: 'credits', isPlanPaused: true });
  expect(await rows('billing_reversals')).toMatchObject([
    { kind: 'dispute', status: 'open', fee_cents: 1500 },
  ]);
  stripe.dispute(charge, 'won');
  await notify('charge.dispute.closed', { charge: { id: charge } });
  expect(await status()).toMatchObject({ pausedFor: null });
  expect(await eligibility()).toMatchObject({ plan: 'pro', source: 'subscription' });
  expect(cancellations()).toEqual([]);
});

test('a lost dispute ends the plan, even if its notice was lost, and months later', async () => {
  stripe.dispute(charge, 'under_review');
  await notify('charge.dispute.created', { charge });
  stripe.dispute(charge, 'lost');
  earshot.clock.advance(60 * day);
  await recheckSubscriptions(earshot.deps, () => undefined);
  expect(await status()).toMatchObject(ended('dispute'));
  expect(cancellations()).toHaveLength(1);
});

test('a bank inquiry is stored, and does not pause the plan', async () => {
  stripe.dispute(charge, 'warning_needs_response');
  await notify('charge.dispute.created', { charge });
  expect(await status()).toMatchObject({ pausedFor: null });
  expect(await rows('billing_reversals')).toMatchObject([{ status: 'inquiry' }]);
});

test('simultaneous and out-of-order notices of one dispute end in the current state', async () => {
  stripe.dispute(charge, 'won');
  await Promise.all(
    ['charge.dispute.closed', 'charge.dispute.updated', 'charge.dispute.created', 'invoice.paid'].map(
      (type) => notify(type, { charge, parent: { subscription_details: { subscription } } }),
    ),
  );
  await earshot.runJobs();
  expect(await status()).toMatchObject({ subscribed: true, pausedFor: null });
  expect(await rows('billing_reversals')).toMatchObject([{ status: 'won' }]);
  expect(await rows('billing_payments')).toHaveLength(1);
});

test('a job retries a failed cancellation after a refund', async () => {
  stripe.refund(charge, 4900);
  stripe.failing.set('DELETE /v1/subscriptions', 500);
  await notify('charge.refunded', { id: charge });
  expect(await status()).toMatchObject(ended('refund'));
  expect(stripe.subscriptions.get(subscription)).toMatchObject({ status: 'active' });
  stripe.failing.clear();
  await earshot.runJobs();
  expect(stripe.subscriptions.get(subscription)).toMatchObject({ status: 'canceled' });
});

test('a job catches up on a notice that arrived while Stripe was down', async () => {
  stripe.refund(charge, 4900);
  stripe.failing.set('GET /v1/charges', 500);
  await notify('charge.refunded', { id: charge });
  expect(await status()).toMatchObject({ subscribed: true });
  stripe.failing.clear();
  await earshot.runJobs();
  expect(await status()).toMatchObject(ended('refund'));
});

test('a payment for something else is ignored', async () => {
  await notify('charge.refunded', { id: 'ch_of_a_shop' });
  await earshot.runJobs();
  expect(await status()).toMatchObject({ subscribed: true });
});

test('an artist can subscribe again after a refund', async () => {
  stripe.refund(charge, 4900);
  await notify('charge.refunded', { id: charge });
  earshot.clock.advance(60);
  const again = stripe.subscribe({ userId: artist.userId, price: 'price_basic', now: now() });
  stripe.pay(again, 2900, now());
  await notify('customer.subscription.created', { id: again });
  expect(await status()).toMatchObject({ subscribed: true, plan: 'basic', endedPlan: null });
});
