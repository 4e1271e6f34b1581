import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { checkSubscription } from '#server/plans/subscriptions/check-subscription.ts';
import { consumeUpload } from '#server/plans/subscriptions/consume-upload.ts';
import { getUploadEligibility } from '#server/plans/subscriptions/get-upload-eligibility.ts';
import { readSubscriptionAgain } from '#server/plans/subscriptions/sync-subscription.ts';
import { takeBillingNotice } from '#server/plans/subscriptions/take-billing-notice.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { event, type StripeStandIn, startStripe } from '#tests/support/stand-ins/stripe-stand-in.ts';
import { isTestersServer } from '#tests/support/world/database-cluster.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';

let stripe: StripeStandIn;
let earshot: Earshot;
let artist: ApiUser;
let subscription: string;
let report: string[];
beforeAll(async () => {
  stripe = await startStripe();
  earshot = await startEarshot({}, { billing: stripe.billing });
});
afterAll(async () => {
  await earshot.close();
  await stripe.close();
});
beforeEach(async () => {
  stripe.beforeAnswer = async () => undefined;
  stripe.asked.length = 0;
  artist = await earshot.signIn({ userType: 'artist' });
  subscription = stripe.subscribe({ userId: artist.userId, price: 'price_pro', now: now() });
  report = [];
});

const now = () => earshot.clock.now();
const status = () => checkSubscription(earshot.deps, artist.userId);
const notify = (type: string, object: unknown) => {
  const payload = event(type, object);
  return takeBillingNotice(earshot.deps, Buffer.from(payload), stripe.sign(payload), (line) =>
    report.push(line),
  );
};
const read = () => readSubscriptionAgain(earshot.deps, subscription, { report: (line) => report.push(line) });
const invoicesRead = () => stripe.asked.filter((call) => call === 'GET /v1/invoice_payments').length;
const disputes = () =>
  sql(
    earshot.testDatabase.ownerDatabase,
    `select back.status from billing_reversals back join billing_payments paid on paid.id = back.payment_id
      where paid.subscription_id = $1`,
    [subscription],
  );
/** Transactions that wait for something other than the database. The app sees its own sessions. */
const idleTransactions = async () =>
  (
    await sqlRow(
      earshot.deps.database,
      `select count(*)::int as n from pg_stat_activity
        where datname = current_database() and state like 'idle in transaction%'
          and clock_timestamp() - state_change > interval '100 ms'`,
    )
  ).n;
/** Moves the clock and the subscription on, and pays what is due. */
function renew(): string {
  earshot.clock.advance(30 * 24 * 3600);
  const start = Math.floor(now().getTime() / 1000);
  const [items] = [stripe.subscriptions.get(subscription)?.items] as { data: object[] }[]; // made by the stand-in
  const period = { current_period_start: start, current_period_end: start + 30 * 24 * 3600 };
  stripe.change(subscription, { items: { data: [{ ...items?.data[0], ...period }] } });
  return stripe.pay(subscription, 4900, now());
}

test('fifteen invoices are read from a slow Stripe in parallel, without an open transaction', async () => {
  const first = stripe.pay(subscription, 4900, now());
  for (let month = 1; month < 15; month += 1) renew();
  const idle = new Set<unknown>();
  let answering = 0;
  let most = 0;
  stripe.beforeAnswer = async () => {
    answering += 1;
    most = Math.max(most, answering);
    await sleep(200);
    idle.add(await idleTransactions());
    answering -= 1;
  };
  stripe.refund(first, 4900);
  await notify('charge.refunded', { id: first });
  expect(report).toEqual([]);
  expect([...idle]).toEqual([0]);
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(10);
  expect(await status()).toMatchObject({ subscribed: true, plan: 'pro', pausedFor: null });
  const paid = sql(
    earshot.testDatabase.ownerDatabase,
    'select from billing_payments where subscription_id = $1',
    [subscription],
  );
  expect(await paid).toHaveLength(15);
});

test('the four events of one checkout are processed at once, without their jobs', async () => {
  stripe.pay(subscription, 4900, now());
  stripe.beforeAnswer = () => sleep(500);
  await Promise.all([
    notify('checkout.session.completed', { subscription }),
    notify('customer.subscription.created', { id: subscription }),
    notify('customer.subscription.updated', { id: subscription }),
    notify('invoice.paid', { parent: { subscription_details: { subscription } } }),
  ]);
  expect(report).toEqual([]);
  expect(await status()).toMatchObject({ subscribed: true, plan: 'pro' });
  // Readings that agree are not repeated.
  expect(invoicesRead()).toBeLessThanOrEqual(4);
});

test.each(['GET /v1/disputes', 'GET /v1/subscriptions'])(
  'the later state of two simultaneous notices wins, even if the earlier response to %s is late',
  async (late) => {
    const charge = stripe.pay(subscription, 4900, now());
    stripe.dispute(charge, 'needs_response');
    stripe.change(subscription, { pause_collection: { behavior: 'void' } });
    const held = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    let asking = 0;
    stripe.beforeAnswer = async (call) => {
      if (!call.startsWith(late)) return;
      asking += 1;
      // The first reading of a subscription only tells whose it is; the second counts.
      if (asking !== (late === 'GET /v1/subscriptions' ? 2 : 1)) return;
      asked.resolve();
      await held.promise;
    };
    const earlier = notify('charge.dispute.created', { charge });
    await asked.promise;
    stripe.dispute(charge, 'won');
    stripe.change(subscription, { pause_collection: null, cancel_at_period_end: true });
    await notify('charge.dispute.closed', { charge });
    expect(await status()).toMatchObject({ pausedFor: null, cancelsAtPeriodEnd: true });
    held.resolve();
    await earlier;
    expect(report).toEqual([]);
    expect(await status()).toMatchObject({ pausedFor: null, cancelsAtPeriodEnd: true });
    expect(await disputes()).toEqual([{ status: 'won' }]);
  },
);

test('a read that keeps being overtaken is left to its job', async () => {
  stripe.pay(subscription, 4900, now());
  await read();
  let turn = 0;
  stripe.beforeAnswer = async (call) => {
    if (!call.startsWith('GET /v1/charges')) return;
    // Somebody else saves another state each time, between the reading and the saving.
    turn += 1;
    await sql(
      earshot.testDatabase.ownerDatabase,
      'update artist_subscriptions set uploads_limit = $1 where user_id = $2',
      [turn, artist.userId],
    );
  };
  await expect(read()).rejects.toThrow('changed while it was read');
});

test.skipIf(isTestersServer)('an upload counted while a notice is processed stays counted', async () => {
  await read();
  const counted = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const upload = earshot.deps.database.transaction(async (tx) => {
    await consumeUpload(earshot.deps, tx, artist.userId);
    locked.resolve();
    await counted.promise;
  });
  await locked.promise;
  const reading = read();
  await expect
    .poll(() =>
      sql(
        earshot.deps.database,
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      ),
    )
    .toHaveLength(1);
  counted.resolve();
  await Promise.all([upload, reading]);
  expect(await getUploadEligibility(earshot.deps, artist.userId)).toMatchObject({ uploadsUsed: 1 });
});

test('after the bank closes an inquiry, older payments are not read again', async () => {
  const charge = stripe.pay(subscription, 4900, now());
  stripe.dispute(charge, 'warning_needs_response');
  await notify('charge.dispute.created', { charge });
  expect(await disputes()).toEqual([{ status: 'inquiry' }]);
  stripe.dispute(charge, 'warning_closed');
  renew();
  await notify('charge.dispute.closed', { charge });
  expect(await disputes()).toEqual([{ status: 'won' }]);
  expect(await status()).toMatchObject({ subscribed: true, pausedFor: null });
  renew();
  stripe.asked.length = 0;
  await read();
  expect(invoicesRead()).toBe(1);
});
