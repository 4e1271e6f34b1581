import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import { hashPassword } from '#server/identity/passwords.ts';
import { checkSubscription } from '#server/plans/subscriptions/check-subscription.ts';
import { getUploadEligibility } from '#server/plans/subscriptions/get-upload-eligibility.ts';
import { recheckSubscriptions } from '#server/plans/subscriptions/recheck-subscriptions.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import {
  event,
  periodItem,
  type StripeStandIn,
  startStripe,
} from '#tests/support/stand-ins/stripe-stand-in.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { sql } from '#tests/support/world/sql.ts';

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
  stripe.failing.clear();
  artist = await earshot.signIn({ userType: 'artist' });
});

const day = 24 * 3600;
const now = () => earshot.clock.now();
const status = () => checkSubscription(earshot.deps, artist.userId);
const eligibility = () => getUploadEligibility(earshot.deps, artist.userId);
const send = (payload: string, headers = stripe.sign(payload)) =>
  earshot.nobody.fetch('/api/billing/webhook', { method: 'POST', body: payload, headers });
async function notify(type: string, object: unknown): Promise<void> {
  expect((await send(event(type, object))).status).toBe(200);
}
async function subscribed(price: string): Promise<string> {
  const id = stripe.subscribe({ userId: artist.userId, price, now: now() });
  await notify('customer.subscription.created', { id });
  return id;
}
const recheck = async () => {
  const lines: string[] = [];
  await recheckSubscriptions(earshot.deps, (line) => lines.push(line));
  return lines;
};
const rowOf = async (userId = artist.userId) => {
  const [row] = await sql(
    earshot.testDatabase.ownerDatabase,
    'select * from artist_subscriptions where user_id = $1',
    [userId],
  );
  return row;
};
const strays = (id: string) =>
  sql(earshot.testDatabase.ownerDatabase, 'select * from billing_strays where subscription_id = $1', [id]);

test('a subscription on a former price keeps its plan', async () => {
  const id = await subscribed('price_basic_old');
  expect(await status()).toMatchObject({ plan: 'basic', subscribed: true });
  expect(await strays(id)).toEqual([]);
});

test('a subscription can end even if its price was removed from the settings', async () => {
  const id = await subscribed('price_basic');
  stripe.change(id, {
    ...periodItem('price_forgotten', Math.floor(now().getTime() / 1000)),
    status: 'canceled',
    ended_at: Math.floor(now().getTime() / 1000),
  });
  await notify('customer.subscription.deleted', { id });
  expect(await status()).toMatchObject({ subscribed: false, plan: null, endedPlan: { plan: 'basic' } });
});

test('a subscription without a price can end', async () => {
  const id = await subscribed('price_pro');
  stripe.change(id, { items: { data: [] }, status: 'canceled', ended_at: null });
  await notify('customer.subscription.deleted', { id });
  expect(await status()).toMatchObject({ subscribed: false, endedPlan: { plan: 'pro' } });
});

test('a subscription moved to an unknown price keeps its plan, follows Stripe, and is shown to admins', async () => {
  const id = await subscribed('price_basic');
  stripe.change(id, periodItem('price_forgotten', Math.floor(now().getTime() / 1000)));
  await notify('customer.subscription.updated', { id });
  expect(await status()).toMatchObject({ subscribed: true, plan: 'basic' });
  expect(await rowOf()).toMatchObject({ problem: 'unknown_price', billing_price_id: 'price_forgotten' });
  expect(await strays(id)).toMatchObject([{ reason: 'unknown_price', price_id: 'price_forgotten' }]);
  stripe.change(id, { status: 'past_due' });
  await notify('invoice.payment_failed', { parent: { subscription_details: { subscription: id } } });
  expect(await status()).toMatchObject({ paymentFailed: true });
  stripe.change(id, { ...periodItem('price_pro', Math.floor(now().getTime() / 1000)), status: 'active' });
  await notify('customer.subscription.updated', { id });
  expect(await status()).toMatchObject({ plan: 'pro', paymentFailed: false });
  expect(await rowOf()).toMatchObject({ problem: null });
  expect(await strays(id)).toEqual([]);
});

test('a new subscription with an unknown price or user is reported to the operator until it is resolved', async () => {
  const unknown = await subscribed('price_of_tomorrow');
  const ofNobody = stripe.subscribe({ userId: randomUUID(), price: 'price_pro', now: now() });
  await notify('customer.subscription.created', { id: ofNobody });
  expect(await strays(unknown)).toMatchObject([{ reason: 'unknown_price', user_id: artist.userId }]);
  expect(await strays(ofNobody)).toMatchObject([{ reason: 'unknown_user', user_id: null }]);
  stripe.change(unknown, periodItem('price_pro', Math.floor(now().getTime() / 1000)));
  stripe.change(ofNobody, { status: 'canceled' });
  earshot.clock.advance(2 * 3600);
  await recheck();
  expect(await status()).toMatchObject({ plan: 'pro' });
  expect([...(await strays(unknown)), ...(await strays(ofNobody))]).toEqual([]);
});

test('a reported subscription that Stripe does not know is looked for for seven days, as the key may be wrong', async () => {
  const id = await subscribed('price_of_tomorrow');
  stripe.subscriptions.delete(id);
  earshot.clock.advance(6 * day);
  await recheck();
  expect(await strays(id)).toMatchObject([{ reason: 'unknown_price' }]);
  earshot.clock.advance(day);
  await recheck();
  expect(await strays(id)).toEqual([]);
});

test('a subscription to another product is ignored', async () => {
  const id = stripe.subscribe({ userId: null, price: 'price_of_a_shop', now: now() });
  await notify('customer.subscription.created', { id });
  expect(await strays(id)).toEqual([]);
});

test('a plan is not renewed unless Stripe confirms it', async () => {
  const id = await subscribed('price_basic');
  await sql(
    earshot.testDatabase.ownerDatabase,
    'update artist_subscriptions set uploads_used_this_month = 2 where user_id = $1',
    [artist.userId],
  );
  stripe.subscriptions.delete(id);
  earshot.clock.advance(31 * day);
  expect((await recheck()).join()).toContain(`does not know the subscription ${id}`);
  expect(await rowOf()).toMatchObject({ problem: 'not_at_provider', active: true });
  expect(await eligibility()).toMatchObject({ plan: 'basic', uploadsUsed: 2, source: 'credits' });
  earshot.clock.advance(7 * day);
  expect(await status()).toMatchObject({ subscribed: true, plan: 'basic', pausedFor: 'unconfirmed' });
  expect(await eligibility()).toMatchObject({ plan: null });
});

test('a plan that Stripe does not know no longer blocks a deletion after its grace period, and the right key restores it', async () => {
  const id = await subscribed('price_basic');
  const facts = stripe.subscriptions.get(id);
  stripe.subscriptions.delete(id);
  const outlook = async () =>
    (await earshot.signInAgain(artist.userId)).get(api.personalData.readDeletion, {});
  earshot.clock.advance(36 * day);
  await recheck();
  expect(await outlook()).toMatchObject({ hasRenewingPlan: true });
  earshot.clock.advance(day);
  expect((await recheck()).join()).toContain(`does not know the subscription ${id}. Is it the right key?`);
  expect(await outlook()).toMatchObject({ hasRenewingPlan: false });
  expect(await status()).toMatchObject({ subscribed: true, pausedFor: 'unconfirmed' });

  if (facts) stripe.subscriptions.set(id, facts);
  stripe.change(id, periodItem('price_basic', Math.floor(now().getTime() / 1000)));
  earshot.clock.advance(3600);
  await recheck();
  expect(await status()).toMatchObject({ subscribed: true, plan: 'basic', pausedFor: null });
  expect(await outlook()).toMatchObject({ hasRenewingPlan: true });
});

test('an account whose plan Stripe does not know can be deleted, and leaves nothing to attend to', async () => {
  const id = await subscribed('price_basic');
  stripe.subscriptions.delete(id);
  earshot.clock.advance(38 * day);
  await recheck();
  const password = 'a long way home at night';
  await sql(earshot.testDatabase.ownerDatabase, 'update users set password_hash = $2 where id = $1', [
    artist.userId,
    await hashPassword(password),
  ]);
  const body = { password, confirmation: 'DELETE' as const, forfeitCents: cents(0) };
  await (await earshot.signInAgain(artist.userId)).get(api.personalData.deleteAccount, { body });
  expect(await rowOf()).toMatchObject({ active: false, problem: null });
});

test('the grace period of an unpaid plan starts with the first notice, and repeats do not extend it', async () => {
  const id = await subscribed('price_pro');
  earshot.clock.advance(30 * day);
  const failedAt = now();
  stripe.change(id, { status: 'past_due', ...periodItem('price_pro', Math.floor(now().getTime() / 1000)) });
  const failed = { parent: { subscription_details: { subscription: id } } };
  await notify('invoice.payment_failed', failed);
  const grace = new Date(failedAt.getTime() + 7 * day * 1000);
  expect(await status()).toMatchObject({
    subscribed: true,
    paymentFailed: true,
    subscriptionEnd: grace.toISOString(),
  });
  earshot.clock.advance(3 * day);
  await notify('invoice.payment_failed', failed);
  await recheck();
  expect((await status()).subscriptionEnd).toBe(grace.toISOString());
  earshot.clock.advance(4 * day + 1);
  expect(await status()).toMatchObject({
    subscribed: false,
    endedPlan: { plan: 'pro', endedAt: grace.toISOString() },
  });
  stripe.change(id, { status: 'active' });
  await notify('invoice.paid', failed);
  expect(await status()).toMatchObject({ subscribed: true, paymentFailed: false, plan: 'pro' });
  earshot.clock.advance(30 * day);
  stripe.change(id, { status: 'past_due', ...periodItem('price_pro', Math.floor(now().getTime() / 1000)) });
  await notify('invoice.payment_failed', failed);
  expect((await status()).subscriptionEnd).toBe(new Date(now().getTime() + 7 * day * 1000).toISOString());
});

test('paused payments pause the plan until they resume', async () => {
  const id = await subscribed('price_pro');
  stripe.change(id, { pause_collection: { behavior: 'void', resumes_at: null } });
  await notify('customer.subscription.updated', { id });
  expect(await status()).toMatchObject({ subscribed: true, plan: 'pro', pausedFor: 'collection' });
  expect(await eligibility()).toMatchObject({ plan: null, source: 'credits', isPlanPaused: true });
  stripe.change(id, { pause_collection: null });
  earshot.clock.advance(2 * 3600);
  await recheck();
  expect(await status()).toMatchObject({ pausedFor: null });
  expect(await eligibility()).toMatchObject({ plan: 'pro', source: 'subscription' });
});

test('one unreadable subscription does not block the others', async () => {
  const broken = await subscribed('price_pro');
  const artists = [artist];
  for (const _ of [1, 2]) {
    artist = await earshot.signIn({ userType: 'artist' });
    artists.push(artist);
    stripe.change(await subscribed('price_pro'), { cancel_at_period_end: true });
  }
  stripe.failing.set(`GET /v1/subscriptions/${broken}`, 400);
  earshot.clock.advance(31 * day);
  const lines = await recheck();
  expect(lines.filter((line) => line.includes(broken))).toHaveLength(1);
  const [first, ...others] = artists;
  expect(await rowOf(first?.userId)).toMatchObject({ problem: 'unreadable', active: true });
  for (const { userId } of others) expect(await rowOf(userId)).toMatchObject({ problem: null });
  expect((await recheck()).filter((line) => line.includes(broken))).toEqual([]);
});

test('if Stripe is down the recheck stops after a few failures, and starts with the others the next time', async () => {
  const ids: string[] = [];
  for (const _ of Array(7)) {
    artist = await earshot.signIn({ userType: 'artist' });
    ids.push(await subscribed('price_pro'));
  }
  earshot.clock.advance(31 * day);
  stripe.failing.set('GET /v1/subscriptions', 400);
  const lines = await recheck();
  expect(lines.at(-1)).toContain('stopped after repeated failures');
  expect(lines.length).toBeLessThan(7);
  stripe.failing.clear();
  stripe.asked.length = 0;
  await recheck();
  const read = (id: string) => stripe.asked.includes(`GET /v1/subscriptions/${id}`);
  expect(ids.filter(read).length).toBeGreaterThan(0);
  earshot.clock.advance(2 * 3600);
  await recheck();
  expect(ids.filter((id) => !read(id))).toEqual([]);
});

test.each([
  [
    'a thin event',
    JSON.stringify({ id: 'evt_thin', object: 'v2.core.event', type: 'v1.billing.meter.error' }),
    200,
  ],
  ['an event without data', JSON.stringify({ id: 'evt_1', type: 'invoice.paid' }), 200],
  ['an event of an unknown type', event('customer.tax_id.created', { id: 'txi_1' }), 200],
  ['an event whose object is null', event('customer.subscription.updated', null), 200],
  ['an event of another shape', event('charge.dispute.created', { charge: 7 }), 200],
  ['an event that is a list', '[]', 400],
  ['an event without an id', JSON.stringify({ type: 'invoice.paid', data: { object: {} } }), 400],
  ['invalid JSON', 'no JSON at all', 400],
  ['an empty body', '', 400],
])('%s with a valid signature never causes a server error', async (_, payload, answered) => {
  expect((await send(payload)).status).toBe(answered);
});
