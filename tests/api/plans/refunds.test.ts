import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { recheckSubscriptions } from '#server/plans/subscriptions/recheck-subscriptions.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { event, type StripeStandIn, startStripe } from '#tests/support/stand-ins/stripe-stand-in.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';

// The refund of a first payment that an admin presses, at Stripe behind the official SDK.

let stripe: StripeStandIn;
let earshot: Earshot;
let admin: ApiUser;
beforeAll(async () => {
  stripe = await startStripe();
  earshot = await startEarshot({}, { billing: stripe.billing });
});
afterAll(async () => {
  await earshot.close();
  await stripe.close();
});
beforeEach(async () => {
  stripe.asked.length = 0;
  stripe.failing.clear();
  stripe.refusalCode = 'charge_not_refundable';
  stripe.beforeAnswer = async () => undefined;
  admin = await earshot.signIn({ admin: true });
});

const owner = () => earshot.testDatabase.ownerDatabase;
const day = 24 * 3600;
async function notify(type: string, object: unknown): Promise<void> {
  const payload = event(type, object);
  const headers = stripe.sign(payload);
  const sent = { method: 'POST', body: payload, headers };
  expect((await earshot.nobody.fetch('/api/billing/webhook', sent)).status).toBe(200);
}

/** An artist who has just paid $49 for the first time. */
async function aFirstPayment({ card = randomUUID(), of }: { card?: string; of?: ApiUser } = {}) {
  const artist = of ?? (await earshot.signIn({ userType: 'artist' }));
  const paidAt = earshot.clock.now();
  const subscription = stripe.subscribe({ userId: artist.userId, price: 'price_pro', now: paidAt });
  const charge = stripe.pay(subscription, 4900, paidAt, card);
  await notify('invoice.paid', { parent: { subscription_details: { subscription } } });
  return { artist, subscription, charge };
}
type Paid = Awaited<ReturnType<typeof aFirstPayment>>;

async function subscribedAgain({ artist }: Paid): Promise<string> {
  const now = earshot.clock.now();
  const subscription = stripe.subscribe({ userId: artist.userId, price: 'price_pro', now });
  stripe.pay(subscription, 4900, now);
  await notify('invoice.paid', { parent: { subscription_details: { subscription } } });
  return subscription;
}

const refund = ({ artist }: Pick<Paid, 'artist'>, by = admin) =>
  by.call(api.admin.refundPlan, { params: { userId: artist.userId } });
const planOf = ({ artist }: Paid) =>
  sqlRow(owner(), 'select active, ended_for from artist_subscriptions where user_id = $1', [artist.userId]);
const entriesOf = ({ charge }: Paid) =>
  sql(
    owner(),
    `select entry.kind, entry.gross_cents::int as cents from ledger.transactions entry
      join (select place from billing_payments where id = $1
            union all select place from billing_reversals where payment_id = $1) as source on source.place = entry.source_id
      where entry.kind <> 'plan_fee' order by entry.id`,
    [charge],
  );
const booked = [
  { kind: 'plan_payment', cents: 4900 },
  { kind: 'plan_refund', cents: 4900 },
];
const made = (call: string) => stripe.asked.filter((asked) => asked.startsWith(call)).length;
/** The bank asks between our last look and our request. */
function disputedBefore(call: string, { charge }: Paid): void {
  stripe.refusalCode = 'charge_disputed';
  stripe.beforeAnswer = async (asked) => {
    if (asked !== call) return;
    stripe.beforeAnswer = async () => undefined;
    stripe.dispute(charge, 'needs_response');
  };
}
async function refusedInDispute(paid: Paid): Promise<void> {
  stripe.refundRefusals.set(paid.charge, 'The charge is disputed.');
  disputedBefore('POST /v1/refunds', paid);
  expect((await refund(paid)).answer).toMatchObject({ state: 'refused' });
}
const untouched = async (paid: Paid) => {
  expect(made('POST /v1/refunds')).toBe(0);
  expect(await planOf(paid)).toEqual({ active: true, ended_for: null });
};

describe('a refund is rejected', () => {
  test('after seven days, and for a later payment', async () => {
    const paid = await aFirstPayment();
    const before = paid.artist.userId;
    await sql(
      owner(),
      "update billing_payments set paid_at = paid_at - interval '7 days' where user_id = $1",
      [before],
    );
    expect((await refund(paid)).code).toBe('refund_too_late');
    await sql(
      owner(),
      `insert into billing_payments (id, subscription_id, user_id, amount_cents, currency, period_start, period_end, paid_at)
       values ($1, $2, $3, 4900, 'usd', now() - interval '60 days', now() - interval '30 days', now() - interval '60 days')`,
      [randomUUID(), paid.subscription, before],
    );
    expect((await refund(paid)).code).toBe('refund_not_first');
    await untouched(paid);
  });

  test('for a payment after the refunded one, also if requested several times at once', async () => {
    const paid = await aFirstPayment();
    expect((await refund(paid)).answer).toMatchObject({ state: 'refunded', amountCents: 4900 });
    expect((await refund(paid)).answer).toMatchObject({ state: 'refunded', amountCents: 4900 });
    earshot.clock.advance(60);
    await subscribedAgain(paid);
    const before = made('POST /v1/refunds');
    const answers = await Promise.all([refund(paid), refund(paid), refund(paid)]);
    expect(answers.map(({ code }) => code)).toEqual(Array(3).fill('refund_not_first'));
    expect(made('POST /v1/refunds')).toBe(before);
  });

  test('if nothing was paid, and for an unknown user', async () => {
    const artist = await earshot.signIn({ userType: 'artist' });
    expect((await refund({ artist })).code).toBe('nothing_to_refund');
    const nobody = { ...artist, userId: randomUUID() };
    expect((await refund({ artist: nobody })).code).toBe('not_found');
  });

  test('during an inquiry by the bank', async () => {
    const paid = await aFirstPayment();
    stripe.dispute(paid.charge, 'needs_response');
    await notify('charge.dispute.created', { charge: paid.charge });
    expect((await refund(paid)).code).toBe('refund_disputed');
    expect(made('POST /v1/refunds')).toBe(0);
  });

  test('for a card, a mailbox or a cluster that had one before', async () => {
    const card = randomUUID();
    const first = await aFirstPayment({ card });
    await sql(
      owner(),
      "update users set email = 'rob.in@gmail.com', email_normalized = 'rob.in@gmail.com' where id = $1",
      [first.artist.userId],
    );
    expect((await refund(first)).status).toBe(200);
    stripe.asked.length = 0;

    const sameCard = await aFirstPayment({ card });
    expect(await refund(sameCard)).toMatchObject({ code: 'refund_used', details: { by: 'card' } });
    await untouched(sameCard);

    const sameMailbox = await aFirstPayment();
    await sql(
      owner(),
      "update users set email = 'robin+2@gmail.com', email_normalized = 'robin+2@gmail.com' where id = $1",
      [sameMailbox.artist.userId],
    );
    expect(await refund(sameMailbox)).toMatchObject({ code: 'refund_used', details: { by: 'mailbox' } });
    await untouched(sameMailbox);

    const sameBrowser = await aFirstPayment();
    await shareABrowser(first.artist.userId, sameBrowser.artist.userId);
    expect(await refund(sameBrowser)).toMatchObject({ code: 'refund_used', details: { by: 'cluster' } });
    await untouched(sameBrowser);
  });

  test('for a card with another refund waiting for a dispute, until that dispute is lost', async () => {
    const card = randomUUID();
    const [disputed, sameCard] = [await aFirstPayment({ card }), await aFirstPayment({ card })];
    await refusedInDispute(disputed);
    stripe.asked.length = 0;
    expect(await refund(sameCard)).toMatchObject({ code: 'refund_used', details: { by: 'card' } });
    await untouched(sameCard);
    stripe.dispute(disputed.charge, 'lost');
    await notify('charge.dispute.closed', { charge: disputed.charge });
    expect((await refund(sameCard)).answer).toMatchObject({ state: 'refunded' });
  });

  test('by an admin for their own account or one that shares their browser', async () => {
    const artist = await earshot.signIn({ userType: 'artist', admin: true });
    const own = await aFirstPayment({ of: artist });
    expect((await refund(own, artist)).code).toBe('own_decision');
    const other = await aFirstPayment();
    await shareABrowser(admin.userId, other.artist.userId);
    expect((await refund(other)).code).toBe('own_decision');
    await untouched(other);
  });
});

async function shareABrowser(...userIds: string[]): Promise<void> {
  for (const userId of userIds) {
    await sql(
      owner(),
      `insert into evidence (user_id, kind, day, mark, first_at, last_at)
       values ($1, 'device', current_date, 'the-same-browser-00000', now(), now())`,
      [userId],
    );
  }
}

describe('a refund', () => {
  test('ends the plan at once and is made once, with one email', async () => {
    const paid = await aFirstPayment();
    expect((await refund(paid)).answer).toEqual({ state: 'refunded', amountCents: 4900, problem: null });
    expect(await planOf(paid)).toEqual({ active: false, ended_for: 'refund' });
    expect(await entriesOf(paid)).toEqual(booked);
    expect([made('POST /v1/refunds'), made('DELETE /v1/subscriptions')]).toEqual([1, 1]);
    await earshot.runJobs();
    expect(
      await sql(owner(), 'select from outbox where notice_key = $1', [`plan-refunded:${paid.charge}`]),
    ).toHaveLength(1);
    expect(await entriesOf(paid)).toEqual(booked);
    expect(made('POST /v1/refunds')).toBe(1);
  });

  test('requested by several admins at once is made once, and each gets the result', async () => {
    const paid = await aFirstPayment();
    const admins = await Promise.all([1, 2, 3, 4].map(() => earshot.signIn({ admin: true })));
    const answers = await Promise.all(admins.map((one) => refund(paid, one)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await earshot.runJobs();
    expect((await refund(paid)).answer).toMatchObject({ state: 'refunded', amountCents: 4900 });
    expect(await entriesOf(paid)).toEqual(booked);
    expect(
      await sql(owner(), 'select from billing_reversals where payment_id = $1', [paid.charge]),
    ).toHaveLength(1);
  });

  test('whose notice arrives before its response is booked once', async () => {
    const paid = await aFirstPayment();
    stripe.beforeAnswer = async (call) => {
      if (call === 'POST /v1/refunds') await notify('charge.refunded', { id: paid.charge });
    };
    expect((await refund(paid)).answer).toMatchObject({ state: 'refunded' });
    await notify('charge.refunded', { id: paid.charge });
    expect(await entriesOf(paid)).toEqual(booked);
    expect(await planOf(paid)).toEqual({ active: false, ended_for: 'refund' });
  });

  test('without a response from Stripe is retried until there is one; the plan ends at once', async () => {
    const paid = await aFirstPayment();
    stripe.failing.set('POST /v1/refunds', 500);
    expect((await refund(paid)).answer).toMatchObject({ state: 'under_way' });
    expect(await planOf(paid)).toEqual({ active: false, ended_for: 'refund' });
    // A notice meanwhile does not end at Stripe what it may still refuse to refund.
    await notify('customer.subscription.updated', { id: paid.subscription });
    expect(made('DELETE /v1/subscriptions')).toBe(0);
    expect((await planOf(paid)).active).toBe(false);
    stripe.failing.clear();
    expect((await refund(paid)).answer).toMatchObject({ state: 'refunded' });
    expect(await entriesOf(paid)).toEqual(booked);
    expect(made('DELETE /v1/subscriptions')).toBe(1);
  });

  test('whose response was lost is not made twice', async () => {
    const paid = await aFirstPayment();
    stripe.beforeAnswer = async (call) => {
      if (call === 'POST /v1/refunds') stripe.failing.set('GET /v1/subscriptions', 500);
    };
    await refund(paid);
    await sql(owner(), 'update plan_refunds set outcome = null where payment_id = $1', [paid.charge]);
    stripe.beforeAnswer = async () => undefined;
    stripe.failing.clear();
    expect((await refund(paid)).answer).toMatchObject({ state: 'refunded' });
    expect(await entriesOf(paid)).toEqual(booked);
  });

  test('rejected by Stripe keeps the plan, and shows why', async () => {
    const paid = await aFirstPayment();
    stripe.refundRefusals.set(paid.charge, 'The charge cannot be refunded.');
    expect((await refund(paid)).answer).toEqual({
      state: 'refused',
      amountCents: 4900,
      problem: 'The charge cannot be refunded.',
    });
    expect(await planOf(paid)).toEqual({ active: true, ended_for: null });
    expect(made('DELETE /v1/subscriptions')).toBe(0);
    expect(
      await sql(owner(), 'select from outbox where notice_key = $1', [`plan-refunded:${paid.charge}`]),
    ).toEqual([]);
  });

  test('rejected by Stripe during a dispute is made once the dispute is won, once', async () => {
    const paid = await aFirstPayment();
    stripe.refundRefusals.set(paid.charge, 'The charge is disputed.');
    disputedBefore('POST /v1/refunds', paid);
    expect((await refund(paid)).answer).toMatchObject({ state: 'refused' });
    expect(await planOf(paid)).toEqual({ active: true, ended_for: null });
    await notify('charge.dispute.updated', { charge: paid.charge });
    await earshot.runJobs();
    expect(made('POST /v1/refunds')).toBe(1);

    stripe.dispute(paid.charge, 'won');
    stripe.refundRefusals.clear();
    await Promise.all([1, 2].map(() => notify('charge.dispute.closed', { charge: paid.charge })));
    await earshot.runJobs();
    expect((await entriesOf(paid)).map(({ kind }) => kind).filter((kind) => kind === 'plan_refund')).toEqual([
      'plan_refund',
    ]);
    expect(await planOf(paid)).toEqual({ active: false, ended_for: 'refund' });
    expect(
      await sql(owner(), 'select from outbox where notice_key = $1', [`plan-refunded:${paid.charge}`]),
    ).toHaveLength(1);
    expect(stripe.cancellations.has(paid.subscription)).toBe(true);
  });

  test('rejected by Stripe during a dispute is not retried if the dispute is lost or it is rejected again', async () => {
    const [lost, won] = [await aFirstPayment(), await aFirstPayment()];
    for (const paid of [lost, won]) {
      stripe.refundRefusals.set(paid.charge, 'The charge is disputed.');
      disputedBefore('POST /v1/refunds', paid);
      expect((await refund(paid)).answer).toMatchObject({ state: 'refused' });
    }
    stripe.dispute(lost.charge, 'lost');
    stripe.dispute(won.charge, 'won');
    for (const { charge } of [lost, won, lost, won]) await notify('charge.dispute.closed', { charge });
    await earshot.runJobs();
    expect(made('POST /v1/refunds')).toBe(3);
    expect(await planOf(lost)).toEqual({ active: false, ended_for: 'dispute' });
    expect(await planOf(won)).toEqual({ active: true, ended_for: null });
  });

  test('made after its period, once a dispute is won, notifies the artist', async () => {
    const paid = await aFirstPayment();
    await refusedInDispute(paid);
    stripe.dispute(paid.charge, 'won');
    stripe.refundRefusals.clear();
    // Its period ends before the refund is made.
    stripe.beforeAnswer = async (call) => {
      if (call === 'POST /v1/refunds') {
        await sql(owner(), 'update billing_payments set period_end = $2 where id = $1', [
          paid.charge,
          earshot.clock.now(),
        ]);
      }
    };
    await notify('charge.dispute.closed', { charge: paid.charge });
    await earshot.runJobs();
    expect((await entriesOf(paid)).map(({ kind }) => kind)).toContain('plan_refund');
    expect(
      await sql(owner(), 'select from outbox where notice_key = $1', [`plan-refunded:${paid.charge}`]),
    ).toHaveLength(1);
  });

  test('without a response from Stripe is retried even behind five unreadable subscriptions', async () => {
    const paid = await aFirstPayment();
    stripe.failing.set('POST /v1/refunds', 500);
    await refund(paid);
    await sql(owner(), "delete from graphile_worker._private_jobs where payload ->> 'userId' = $1", [
      paid.artist.userId,
    ]);
    stripe.failing.clear();
    const broken = await Promise.all(Array.from({ length: 5 }, () => aFirstPayment()));
    const due = broken.map(({ subscription }) => subscription);
    await sql(
      owner(),
      `update artist_subscriptions set next_check_at = case when billing_subscription_id = any($1) then $2 else
         $2::timestamptz + interval '1 day' end`,
      [due, earshot.clock.now()],
    );
    for (const id of due) stripe.failing.set(`GET /v1/subscriptions/${id}`, 400);
    const lines: string[] = [];
    await recheckSubscriptions(earshot.deps, (line) => lines.push(line));
    expect(lines.join()).toContain('stopped after repeated failures');
    expect(await entriesOf(paid)).toEqual(booked);
  });

  test('that fails for a temporary reason counts as open and is retried indefinitely', async () => {
    const paid = await aFirstPayment();
    stripe.refundRefusals.set(paid.charge, 'The balance is too low.');
    stripe.refusalCode = 'balance_insufficient';
    expect((await refund(paid)).answer).toMatchObject({ state: 'under_way', problem: null });
    // The job has given up, and the period is over.
    await sql(owner(), "delete from graphile_worker._private_jobs where payload ->> 'userId' = $1", [
      paid.artist.userId,
    ]);
    await sql(owner(), 'update billing_payments set period_end = $2 where id = $1', [
      paid.charge,
      earshot.clock.now(),
    ]);
    const recheck = () => recheckSubscriptions(earshot.deps, () => undefined);
    await recheck();
    expect(await entriesOf(paid)).toEqual(booked.slice(0, 1));
    stripe.refundRefusals.clear();
    await recheck();
    expect(await entriesOf(paid)).toEqual(booked);
  });

  test('without a response blocks deletion of the account', async () => {
    const paid = await aFirstPayment();
    const outlook = () => paid.artist.get(api.personalData.readDeletion, {});
    stripe.failing.set('POST /v1/refunds', 500);
    await refund(paid);
    expect((await outlook()).hasRefundUnderWay).toBe(true);
    stripe.failing.clear();
    await refund(paid);
    expect(await outlook()).toMatchObject({ hasRefundUnderWay: false, hasRenewingPlan: false });
  });

  test('leaves a plan that the artist subscribed to before it was made', async () => {
    const paid = await aFirstPayment();
    stripe.failing.set('POST /v1/refunds', 500);
    await refund(paid);
    earshot.clock.advance(2);
    const again = await subscribedAgain(paid);
    await notify('customer.subscription.updated', { id: paid.subscription });
    stripe.failing.clear();
    await earshot.runJobs();
    expect(await entriesOf(paid)).toEqual(booked);
    expect(stripe.cancellations.get(paid.subscription)).toMatchObject({ prorate: 'false' });
    expect(stripe.cancellations.has(again)).toBe(false);
    expect((await planOf(paid)).active).toBe(true);
    const { items } = await admin.get(api.admin.listSubscriptions, { query: {} });
    expect(items.find(({ userId }) => userId === paid.artist.userId)).toMatchObject({
      subscriptionId: again,
      refund: null,
    });
  });

  test('includes a payment whose notice never arrived', async () => {
    const paid = await aFirstPayment();
    stripe.pay(paid.subscription, 5000, earshot.clock.now());
    expect((await refund(paid)).answer).toMatchObject({ state: 'refunded', amountCents: 9900 });
  });

  test('ends the plan even if another payment is read only later, which can be refunded too', async () => {
    const paid = await aFirstPayment();
    const late = stripe.pay(paid.subscription, 5000, earshot.clock.now());
    stripe.failing.set('GET /v1/subscriptions', 500);
    expect((await refund(paid)).answer).toMatchObject({ amountCents: 4900 });
    stripe.failing.clear();
    await notify('invoice.paid', { parent: { subscription_details: { subscription: paid.subscription } } });
    expect(await sql(owner(), 'select from billing_payments where id = $1', [late])).toHaveLength(1);
    expect(await planOf(paid)).toEqual({ active: false, ended_for: 'refund' });
    expect((await refund(paid)).answer).toMatchObject({ state: 'refunded', amountCents: 9900 });
    expect(made('POST /v1/refunds')).toBe(2);
  });

  test('is not affected by an earlier failed one, and shows as failed if it fails', async () => {
    const paid = await aFirstPayment();
    const before = stripe.refund(paid.charge, 4900, 'failed');
    await notify('charge.refunded', { id: paid.charge });
    await sql(
      owner(),
      "update billing_reversals set happened_at = happened_at - interval '1 day' where id = $1",
      [before],
    );
    stripe.failing.set('POST /v1/refunds', 500);
    await refund(paid);
    await notify('customer.subscription.updated', { id: paid.subscription });
    expect(await planOf(paid)).toEqual({ active: false, ended_for: 'refund' });
    stripe.failing.clear();
    expect((await refund(paid)).answer).toMatchObject({ state: 'refunded' });
    await sql(
      owner(),
      "update plan_refunds set decided_at = decided_at - interval '1 hour' where payment_id = $1",
      [paid.charge],
    );
    stripe.refund(paid.charge, 4900, 'failed');
    await notify('charge.refunded', { id: paid.charge });
    expect((await refund(paid)).answer).toMatchObject({ state: 'failed' });
  });

  test('includes an upgrade in the period, minus earlier partial refunds', async () => {
    const paid = await aFirstPayment();
    const upgrade = stripe.pay(paid.subscription, 5000, earshot.clock.now());
    stripe.refund(paid.charge, 900);
    await notify('charge.refunded', { id: paid.charge });
    await notify('invoice.paid', { parent: { subscription_details: { subscription: paid.subscription } } });
    expect((await refund(paid)).answer).toEqual({ state: 'refunded', amountCents: 9000, problem: null });
    const { refunded } = await sqlRow(
      owner(),
      `select sum(amount_cents)::int as refunded from billing_reversals where payment_id = any($1)`,
      [[paid.charge, upgrade]],
    );
    expect(refunded).toBe(9900);
  });

  test('is offered in the list as long as it is possible', async () => {
    const paid = await aFirstPayment();
    const entry = async () =>
      (await admin.get(api.admin.listSubscriptions, { query: {} })).items.find(
        ({ userId }) => userId === paid.artist.userId,
      );
    const { paid_at: paidAt } = await sqlRow(owner(), 'select paid_at from billing_payments where id = $1', [
      paid.charge,
    ]);
    const until = new Date(new Date(String(paidAt)).getTime() + 7 * day * 1000);
    expect(Math.abs(Date.parse((await entry())?.refundableUntil ?? '') - until.getTime())).toBeLessThan(1000);
    stripe.dispute(paid.charge, 'warning_needs_response');
    await notify('charge.dispute.created', { charge: paid.charge });
    expect(await entry()).toMatchObject({ state: 'active', refundableUntil: null });
    stripe.dispute(paid.charge, 'needs_response');
    await notify('charge.dispute.updated', { charge: paid.charge });
    expect(await entry()).toMatchObject({ state: 'paused', refundableUntil: null });
    stripe.dispute(paid.charge, 'won');
    await notify('charge.dispute.closed', { charge: { id: paid.charge } });
    expect((await entry())?.refundableUntil).not.toBeNull();
    await refund(paid);
    expect(await entry()).toMatchObject({
      state: 'ended',
      endedFor: 'refund',
      refundableUntil: null,
      refund: { state: 'refunded', amountCents: 4900 },
    });
  });
});

test('the local payment service refunds too', async () => {
  const local = await startEarshot();
  try {
    const artist = await local.signIn({ userType: 'artist' });
    const { url } = await artist.get(api.subscriptions.createCheckout, {
      body: { priceId: local.deps.billing.prices.basic },
    });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    await local.nobody.fetch(`${new URL(url).pathname}/complete`, {
      method: 'POST',
      redirect: 'manual',
      headers,
    });
    const localAdmin = await local.signIn({ admin: true });
    const refunded = await localAdmin.get(api.admin.refundPlan, { params: { userId: artist.userId } });
    expect(refunded).toEqual({ state: 'refunded', amountCents: 2900, problem: null });
    expect((await artist.get(api.subscriptions.checkSubscription, {})).endedPlan?.endedFor).toBe('refund');
  } finally {
    await local.close();
  }
});

// Keep this test last: it moves the clock away from the stand-in’s.
test('a refund whose cancellation fails at Stripe is shown to admins, and the cancellation is retried indefinitely', async () => {
  const paid = await aFirstPayment();
  stripe.failing.set('DELETE /v1/subscriptions', 500);
  await refund(paid);
  // The jobs have used up their attempts.
  await sql(owner(), 'delete from graphile_worker._private_jobs');
  const strays = async () =>
    (await admin.get(api.admin.readBilling, {})).strays.filter(({ reason }) => reason === 'not_ended');
  expect(await strays()).toMatchObject([
    { subscriptionId: paid.subscription, user: { id: paid.artist.userId } },
  ]);
  const recheck = () => recheckSubscriptions(earshot.deps, () => undefined);
  earshot.clock.advance(3601);
  await recheck();
  admin = await earshot.signInAgain(admin.userId);
  expect(await strays()).toHaveLength(1);
  stripe.failing.clear();
  earshot.clock.advance(3601);
  await recheck();
  admin = await earshot.signInAgain(admin.userId);
  expect(await strays()).toEqual([]);
  expect(stripe.cancellations.has(paid.subscription)).toBe(true);
});
