import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import { hashPassword } from '#server/identity/passwords.ts';
import { countTroubled } from '#server/plans/subscriptions/billing-store.ts';
import { recheckSubscriptions } from '#server/plans/subscriptions/recheck-subscriptions.ts';
import { readSubscriptionAgain } from '#server/plans/subscriptions/sync-subscription.ts';
import { goodPassword as password } from '#tests/support/people/accounts.ts';
import { BilledArtist, prices } from '#tests/support/people/billed-artist.ts';
import { periodItem } from '#tests/support/stand-ins/stripe-stand-in.ts';
import { someoneWaits, sql } from '#tests/support/world/sql.ts';

// An artist has one subscription. A second one, paid while the first lasts, is canceled and refunded.

let artist: BilledArtist;
beforeAll(async () => {
  artist = await BilledArtist.start();
});
afterAll(() => artist.close());
beforeEach(async () => {
  artist.stripe.failing.clear();
  artist.stripe.asked.length = 0;
  artist.stripe.beforeAnswer = async () => undefined;
  await artist.enter();
});

const day = 24 * 3600;
const seconds = (date: Date) => Math.floor(date.getTime() / 1000);
const jobs = () => artist.earshot.runJobs();
const recheck = async () => {
  artist.earshot.clock.advance(2 * 3600);
  const told: string[] = [];
  await recheckSubscriptions(artist.earshot.deps, (line) => told.push(line));
  return told.join();
};
/** Paid at Stripe, which has not told us yet. */
const paid = (price: keyof typeof prices) => {
  const { user, stripe, now } = artist;
  const subscription = stripe.subscribe({ userId: user.userId, price, now });
  return { subscription, charge: stripe.pay(subscription, prices[price], now) };
};
const booked = (charge: string) =>
  sql(
    artist.earshot.testDatabase.ownerDatabase,
    `select entry.kind, entry.gross_cents::int as cents from ledger.transactions entry
      join (select place from billing_payments where id = $1
            union all select place from billing_reversals where payment_id = $1) as source on source.place = entry.source_id
      where entry.kind <> 'plan_fee' order by entry.id`,
    [charge],
  );
const bookedAndBack = (price: keyof typeof prices) => [
  { kind: 'plan_payment', cents: prices[price] },
  { kind: 'plan_refund', cents: prices[price] },
];
const strays = async () => {
  const admin = await artist.earshot.signIn({ admin: true });
  const all = (await admin.get(api.admin.readBilling, {})).strays;
  return all.flatMap(({ user, reason }) => (user?.id === artist.user.userId ? [reason] : []));
};
const planId = async () =>
  (await artist.rows('select billing_subscription_id as id from artist_subscriptions where user_id = $1'))[0]
    ?.id;
const refundsAsked = () => artist.stripe.asked.filter((asked) => asked === 'POST /v1/refunds').length;

describe('a second subscription', () => {
  test('paid an hour later from another tab is canceled and refunded, and the first one stays', async () => {
    const first = await artist.buy('price_basic');
    artist.earshot.clock.advance(3600);
    const second = await artist.buy('price_pro');
    await jobs();
    expect(artist.ended(second.subscription)).toBe(true);
    expect(artist.ended(first.subscription)).toBe(false);
    expect(await planId()).toBe(first.subscription);
    expect(await booked(second.charge)).toEqual(bookedAndBack('price_pro'));
    expect(await booked(first.charge)).toEqual([{ kind: 'plan_payment', cents: 2900 }]);
    expect(await strays()).toEqual([]);
    const mails = 'select from outbox where notice_key = $1';
    const { ownerDatabase } = artist.earshot.testDatabase;
    expect(await sql(ownerDatabase, mails, [`plan-refunded:${second.charge}`])).toHaveLength(1);
  });

  test('that Stripe reports before the first one becomes the plan; the other one goes back', async () => {
    const first = paid('price_basic');
    artist.earshot.clock.advance(3600);
    const second = await artist.buy('price_pro');
    await artist.tellPaid(first.subscription);
    await jobs();
    expect(await planId()).toBe(second.subscription);
    expect(artist.ended(first.subscription)).toBe(true);
    expect(await booked(first.charge)).toEqual(bookedAndBack('price_basic'));
    expect(artist.ended(second.subscription)).toBe(false);
  });

  test('of the same second and told of at the same moment: one is the plan, the other one goes back', async () => {
    const both = [paid('price_basic'), paid('price_basic')];
    await Promise.all(both.map(({ subscription }) => artist.tellPaid(subscription)));
    await jobs();
    const plan = await planId();
    const gone = both.filter(({ subscription }) => subscription !== plan);
    expect(gone).toHaveLength(1);
    expect(await booked(gone[0]?.charge ?? '')).toEqual(bookedAndBack('price_basic'));
    expect(refundsAsked()).toBe(1);
  });

  test('is refunded once, however often it is told, also after that', async () => {
    await artist.buy('price_basic');
    const second = paid('price_pro');
    await Promise.all([1, 2, 3].map(() => artist.tellPaid(second.subscription)));
    await jobs();
    await artist.tellPaid(second.subscription);
    await artist.notify('customer.subscription.deleted', { id: second.subscription });
    await jobs();
    expect(refundsAsked()).toBe(1);
    expect(await booked(second.charge)).toEqual(bookedAndBack('price_pro'));
  });

  test('gets all its payments back, if it was found only after its renewal', async () => {
    await artist.buy('price_basic');
    const second = paid('price_pro');
    artist.earshot.clock.advance(30 * day);
    const latest_invoice = { id: 'in_next', status: 'paid' };
    artist.stripe.change(second.subscription, {
      latest_invoice,
      ...periodItem('price_pro', seconds(artist.now)),
    });
    const renewal = artist.stripe.pay(second.subscription, prices.price_pro, artist.now);
    await artist.tellPaid(second.subscription);
    await jobs();
    for (const charge of [second.charge, renewal]) {
      expect(await booked(charge)).toEqual(bookedAndBack('price_pro'));
    }
  });

  test.each(['POST /v1/refunds', 'DELETE /v1/subscriptions'])(
    'waits for a provider that is down at %s; admins see it and the hourly check repeats it',
    async (call) => {
      await artist.buy('price_basic');
      artist.stripe.failing.set(call, 500);
      const second = paid('price_pro');
      await artist.tellPaid(second.subscription);
      expect(await strays()).toEqual(['not_refunded']);
      expect(await recheck()).toContain(second.subscription);
      artist.stripe.failing.clear();
      await recheck();
      expect(artist.ended(second.subscription)).toBe(true);
      expect(await booked(second.charge)).toEqual(bookedAndBack('price_pro'));
      expect(await strays()).toEqual([]);
    },
  );

  test('whose refund is refused stays with the admins until it is refunded at the provider', async () => {
    await artist.buy('price_basic');
    const second = paid('price_pro');
    artist.stripe.refundRefusals.set(second.charge, 'The charge cannot be refunded.');
    await artist.tellPaid(second.subscription);
    await jobs();
    expect(artist.ended(second.subscription)).toBe(true);
    expect(await strays()).toEqual(['not_refunded']);
    expect(await recheck()).toContain(`The subscription ${second.subscription} brings nothing`);
    const { not_refunded: counted } = await countTroubled.only(artist.earshot.deps.database, {});
    expect(counted).toBe(1);
    artist.stripe.refundRefusals.clear();
    await artist.refund(second.charge, prices.price_pro);
    expect(await strays()).toEqual([]);
    expect(await booked(second.charge)).toEqual(bookedAndBack('price_pro'));
  });

  test('that is disputed is canceled, and refunded once the dispute is won', async () => {
    await artist.buy('price_basic');
    const second = paid('price_pro');
    artist.stripe.dispute(second.charge, 'needs_response');
    artist.stripe.refundRefusals.set(second.charge, 'The charge is disputed.');
    artist.stripe.refusalCode = 'charge_disputed';
    await artist.tellPaid(second.subscription);
    await jobs();
    expect(await artist.status()).toMatchObject({ plan: 'basic', pausedFor: null });
    artist.stripe.refundRefusals.clear();
    artist.stripe.refusalCode = 'charge_not_refundable';
    artist.stripe.dispute(second.charge, 'won');
    await artist.notify('charge.dispute.closed', { charge: second.charge });
    await jobs();
    expect((await booked(second.charge)).at(-1)).toEqual({ kind: 'plan_refund', cents: 4900 });
    expect(await strays()).toEqual([]);
  });

  test('takes nothing from the first: an admin can still refund that one', async () => {
    const first = await artist.buy('price_basic');
    await artist.buy('price_basic');
    await jobs();
    const admin = await artist.earshot.signIn({ admin: true });
    const { answer } = await admin.call(api.admin.refundPlan, { params: { userId: artist.user.userId } });
    expect(answer).toMatchObject({ state: 'refunded', amountCents: 2900 });
    expect(await booked(first.charge)).toEqual(bookedAndBack('price_basic'));
  });
});

describe('a later subscription simply begins', () => {
  test('if the first one has ended at the provider, also if that is told later', async () => {
    const first = await artist.buy('price_basic');
    artist.stripe.change(first.subscription, { status: 'canceled', ended_at: seconds(artist.now) });
    const later = await artist.buyLater('price_pro');
    await artist.end(first.subscription);
    await jobs();
    expect(await planId()).toBe(later.subscription);
    expect(await booked(first.charge)).toEqual([{ kind: 'plan_payment', cents: 2900 }]);
    expect(refundsAsked()).toBe(0);
  });

  test('if the provider no longer has the first one', async () => {
    const first = await artist.buy('price_basic');
    artist.stripe.subscriptions.delete(first.subscription);
    const later = await artist.buyLater('price_pro');
    expect(await planId()).toBe(later.subscription);
  });

  test.each([false, true])(
    'if the first one stayed unpaid beyond its grace; that one is ended and keeps what it used (Stripe down: %s)',
    async (isDown) => {
      const first = await artist.buy('price_unlimited', artist.daysAgo(30));
      await artist.renew(first.subscription, 'price_unlimited', 'past_due', 'open');
      artist.earshot.clock.advance(8 * day);
      if (isDown) artist.stripe.failing.set(`DELETE /v1/subscriptions/${first.subscription}`, 500);
      const later = await artist.buy('price_unlimited');
      if (isDown) expect(await strays()).toEqual(['not_ended']);
      artist.stripe.failing.clear();
      await recheck();
      expect(artist.ended(first.subscription)).toBe(true);
      expect(await planId()).toBe(later.subscription);
      expect(await strays()).toEqual([]);
      expect(refundsAsked()).toBe(0);
    },
  );
});

test('after two in 30 days checkout closes for the account and those linked to it, and opens again', async () => {
  const { earshot } = artist;
  await artist.buy('price_basic');
  for (const price of ['price_pro', 'price_unlimited'] as const) await artist.buyLater(price);
  await jobs();
  const [linked, other] = await Promise.all([1, 2].map(() => earshot.signIn({ userType: 'artist' })));
  const mark = randomUUID().slice(0, 22);
  for (const userId of [artist.user.userId, linked?.userId]) {
    await sql(
      earshot.testDatabase.ownerDatabase,
      `insert into evidence (user_id, kind, day, mark, first_at, last_at)
       values ($1, 'device', current_date, $2, now(), now())`,
      [userId, mark],
    );
  }
  const checkout = async (by: typeof linked) =>
    (await by?.call(api.subscriptions.createCheckout, { body: { priceId: 'price_pro' } }))?.code;
  expect(await checkout(linked)).toBe('checkout_closed');
  expect(await checkout(other)).toBeUndefined();
  // The one subscription can still be changed.
  expect(await checkout(artist.user)).toBeUndefined();
  await artist.end(String(await planId()));
  expect(await checkout(artist.user)).toBe('checkout_closed');
  await sql(
    earshot.testDatabase.ownerDatabase,
    "update plan_refunds set decided_at = decided_at - interval '31 days' where user_id = $1",
    [artist.user.userId],
  );
  expect(await checkout(artist.user)).toBeUndefined();
});

test('a refund for the last paid period ends the plan, although the next one is unpaid', async () => {
  const only = await artist.buy('price_basic', artist.daysAgo(30));
  await artist.renew(only.subscription, 'price_basic', 'past_due', 'open');
  await artist.refund(only.charge, prices.price_basic);
  expect(await artist.status()).toMatchObject({ subscribed: false, endedPlan: { endedFor: 'refund' } });
  expect(artist.ended(only.subscription)).toBe(true);
});

test('a change of plan that is paid while the renewal is not changes nothing', async () => {
  const only = await artist.buy('price_basic', artist.daysAgo(30));
  await artist.renew(only.subscription, 'price_basic', 'past_due', 'open');
  artist.stripe.bill(only.subscription, artist.now, 'open');
  const latest_invoice = { id: 'in_up', status: 'paid' };
  const upgraded = periodItem('price_pro', seconds(artist.now));
  artist.stripe.change(only.subscription, { status: 'active', latest_invoice, ...upgraded });
  artist.stripe.pay(only.subscription, 2000, artist.now);
  await artist.tellPaid(only.subscription);
  expect(await artist.status()).toMatchObject({ plan: 'basic' });
});

/** What reading a subscription again tells the operator. */
async function linesAbout(subscription: string): Promise<string> {
  const said: string[] = [];
  await readSubscriptionAgain(artist.earshot.deps, subscription, { report: (line) => said.push(line) });
  return said.join();
}

test('a payment that arrives after its subscription ended is reported to the operator until it is refunded', async () => {
  const only = await artist.buy('price_basic', artist.daysAgo(30));
  await artist.end(only.subscription);
  artist.earshot.clock.advance(5);
  // A bank debit that began before the end.
  const began = artist.daysAgo(1);
  const late = artist.stripe.pay(only.subscription, prices.price_basic, began, 'an account', artist.now);
  expect(await linesAbout(only.subscription)).toContain(`The payment ${late} arrived after the subscription`);
  expect(await artist.status()).toMatchObject({ subscribed: false });
  artist.stripe.refund(late, prices.price_basic);
  expect(await linesAbout(only.subscription)).toBe('');
});

describe('a deleted account', () => {
  test('gets no plan back from a later notice', async () => {
    const only = await artist.buy('price_basic');
    await artist.change(only.subscription, { cancel_at_period_end: true });
    await artist.rows('update artist_subscriptions set active = false where user_id = $1');
    await artist.rows('update users set deleted_at = now() where id = $1');
    await artist.change(only.subscription);
    expect(await artist.rows('select active from artist_subscriptions where user_id = $1')).toEqual([
      { active: false },
    ]);
  });

  test('gets back what is paid after it was deleted', async () => {
    await artist.rows('update users set deleted_at = now() where id = $1');
    const late = await artist.buy('price_basic');
    await jobs();
    expect(artist.ended(late.subscription)).toBe(true);
    expect(await booked(late.charge)).toEqual(bookedAndBack('price_basic'));
    expect(await planId()).toBeUndefined();
  });

  test.each(['profiles', 'artist_tracks'])(
    'gets back what is paid while it is being deleted, at %s',
    async (table) => {
      const { ownerDatabase } = artist.earshot.testDatabase;
      await artist.upload();
      await sql(ownerDatabase, 'update users set password_hash = $2 where id = $1', [
        artist.user.userId,
        await hashPassword(password),
      ]);
      const second = paid('price_unlimited');
      const [deleting, telling] = await ownerDatabase.transaction(async (tx) => {
        const owner = table === 'profiles' ? 'user_id' : 'artist_id';
        await sql(tx, `select from ${table} where ${owner} = $1 for no key update`, [artist.user.userId]);
        const body = { password, confirmation: 'DELETE', forfeitCents: cents(0) } as const;
        const call = artist.user.call(api.personalData.deleteAccount, { body });
        await someoneWaits(ownerDatabase);
        return [[call], [artist.tellPaid(second.subscription)]] as const;
      });
      expect((await deleting[0]).status).toBe(200);
      await telling[0];
      await jobs();
      expect(artist.ended(second.subscription)).toBe(true);
      expect(await booked(second.charge)).toEqual(bookedAndBack('price_unlimited'));
    },
  );
});
