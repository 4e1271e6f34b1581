import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { checkPrices } from '#server/plans/subscriptions/prices.ts';
import { recheckSubscriptions } from '#server/plans/subscriptions/recheck-subscriptions.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { BilledArtist } from '#tests/support/people/billed-artist.ts';
import { startEarshot } from '#tests/support/world/earshot.ts';
import { sql } from '#tests/support/world/sql.ts';

// Packs of reviews at Stripe behind the official SDK: paid once, refunded while unused.

let artist: BilledArtist;
let admin: ApiUser;
beforeAll(async () => {
  artist = await BilledArtist.start();
});
afterAll(() => artist.close());
beforeEach(async () => {
  artist.stripe.failing.clear();
  artist.stripe.asked.length = 0;
  artist.stripe.refundRefusals.clear();
  await artist.enter();
  admin = await artist.earshot.signIn({ admin: true });
});

const day = 24 * 3600;
const owner = () => artist.earshot.testDatabase.ownerDatabase;
const jobs = () => artist.earshot.runJobs();
const paid = (pack: 'ten' | 'twenty' = 'ten', more: { card?: string; isUnderWay?: boolean } = {}) =>
  artist.stripe.payPack({ userId: artist.user.userId, pack, now: artist.now, ...more });
const tell = (intent: string, kind = 'checkout.session.completed') =>
  artist.notify(kind, { mode: 'payment', subscription: null, payment_intent: intent });
const bought = async (card?: string) => {
  const pack = paid('ten', card === undefined ? {} : { card });
  await tell(pack.intent);
  return pack;
};
const packs = () => artist.user.get(api.subscriptions.listBoughtPacks, {});
const entries = (charge: string) =>
  sql(
    owner(),
    `select entry.kind, entry.gross_cents::int as cents from ledger.transactions entry
      join (select place from billing_payments where id = $1
            union all select place from billing_reversals where payment_id = $1) as source on source.place = entry.source_id
      where entry.kind <> 'plan_fee' order by entry.id`,
    [charge],
  );
const booked = [{ kind: 'plan_payment', cents: 900 }];
const back = [...booked, { kind: 'plan_refund', cents: 900 }];
const idOf = async (charge: string) =>
  String((await sql(owner(), 'select place from billing_payments where id = $1', [charge]))[0]?.place);
const refund = async (charge: string, by = admin) =>
  by.call(api.admin.refundPack, { params: { packId: await idOf(charge) } });
const sold = async () => {
  const { items } = await admin.get(api.admin.listPacks, { query: {} });
  return items.find(({ user }) => user.id === artist.user.userId);
};
const refundsAsked = () => artist.stripe.asked.filter((asked) => asked === 'POST /v1/refunds').length;

describe('a pack', () => {
  test('is bought without a plan and beside one, as often as wanted', async () => {
    const buy = () => artist.user.call(api.subscriptions.createCheckout, { body: { priceId: 'price_ten' } });
    expect((await buy()).status).toBe(200);
    await artist.buy('price_basic');
    expect((await buy()).status).toBe(200);
    expect(artist.stripe.checkouts.open().length).toBeGreaterThanOrEqual(2);
    await bought();
    artist.earshot.clock.advance(1);
    await tell(paid('twenty').intent);
    expect(await packs()).toMatchObject([
      { pack: 'twenty', amountCents: 1600, state: 'paid' },
      { pack: 'ten', amountCents: 900, state: 'paid' },
    ]);
    expect(await artist.status()).toMatchObject({ plan: 'basic' });
  });

  test('is booked once, however often and from however many notices at once it is told', async () => {
    const { intent, charge } = paid();
    await Promise.all([1, 2, 3].map(() => tell(intent)));
    await tell(intent, 'checkout.session.async_payment_succeeded');
    await jobs();
    expect(await entries(charge)).toEqual(booked);
    expect(await packs()).toHaveLength(1);
  });

  test('that a bank is still paying brings nothing until the money is there', async () => {
    const { intent, charge } = paid('ten', { isUnderWay: true });
    await tell(intent);
    expect(await packs()).toEqual([]);
    artist.stripe.settle(intent);
    await tell(intent, 'checkout.session.async_payment_succeeded');
    expect(await entries(charge)).toEqual(booked);
  });

  test('is found by a job if the provider was down at its notice', async () => {
    const { intent, charge } = paid();
    artist.stripe.failing.set('GET /v1/payment_intents', 500);
    await tell(intent);
    artist.stripe.failing.clear();
    await jobs();
    expect(await entries(charge)).toEqual(booked);
  });

  test('of another product of the same Stripe account has no effect', async () => {
    const { intent, charge } = artist.stripe.payPack({ userId: 'them', pack: 'ten', now: artist.now });
    await tell(intent);
    expect(await entries(charge)).toEqual([]);
  });

  test('of a test account is no income', async () => {
    await artist.rows('update users set is_test = true where id = $1');
    const { charge } = await bought();
    expect(await entries(charge)).toEqual([]);
    expect(await packs()).toHaveLength(1);
  });

  test('that is disputed shows so until the dispute is won', async () => {
    const { charge } = await bought();
    await artist.dispute(charge);
    expect(await packs()).toMatchObject([{ state: 'disputed' }]);
    expect((await refund(charge)).code).toBe('refund_disputed');
    artist.stripe.dispute(charge, 'won');
    await artist.notify('charge.dispute.closed', { charge });
    expect(await packs()).toMatchObject([{ state: 'paid' }]);
    expect((await entries(charge)).map(({ kind }) => kind)).toEqual([
      'plan_payment',
      'plan_dispute',
      'plan_dispute_fee',
      'plan_dispute_won',
    ]);
  });

  test('that is paid after the account was deleted is refunded at once; one from before stays', async () => {
    const before = await bought();
    const late = paid();
    await artist.rows('update users set deleted_at = now() where id = $1');
    await tell(late.intent);
    await tell(before.intent);
    await jobs();
    expect(await entries(late.charge)).toEqual(back);
    expect(await entries(before.charge)).toEqual(booked);
  });

  test('with a wrong price is not for sale, and the operator is told why', async () => {
    const good = artist.stripe.prices.get('price_ten') ?? {};
    artist.stripe.prices.set('price_ten', { ...good, unit_amount: 1000 });
    const lines: string[] = [];
    await checkPrices(artist.earshot.deps, (line) => lines.push(line));
    expect(lines).toContain("STRIPE_PRICE_PACK_10: the price price_ten costs 10.00, not the pack's 9.00.");
    const buy = await artist.user.call(api.subscriptions.createCheckout, { body: { priceId: 'price_ten' } });
    expect(buy.code).toBe('plan_not_for_sale');
    artist.stripe.prices.set('price_ten', good);
    await checkPrices(artist.earshot.deps, () => undefined);
  });
});

describe('the refund of a pack', () => {
  test('is made once and seen by both sides, with an email', async () => {
    const { charge } = await bought();
    const listed = await sold();
    expect(listed).toMatchObject({ user: { id: artist.user.userId }, pack: 'ten', refund: null });
    expect(listed?.refundableUntil).toBe(
      new Date(Date.parse(listed?.paidAt ?? '') + 14 * day * 1000).toISOString(),
    );
    const answers = await Promise.all([refund(charge), refund(charge), refund(charge)]);
    for (const { status } of answers) expect(status).toBe(200);
    expect((await refund(charge)).answer).toEqual({ state: 'refunded', amountCents: 900, problem: null });
    await jobs();
    // The same key may be asked for again; the provider refunds it once.
    expect(await entries(charge)).toEqual(back);
    expect(await packs()).toMatchObject([{ state: 'refunded' }]);
    expect(await sold()).toMatchObject({
      refundedCents: 900,
      refundableUntil: null,
      refund: { state: 'refunded', amountCents: 900 },
    });
    const { items } = await admin.get(api.admin.listReversals, { query: {} });
    expect(items.filter(({ paymentId }) => paymentId === charge)).toMatchObject([
      { subscriptionId: null, status: 'succeeded' },
    ]);
    expect(
      await sql(owner(), 'select from outbox where notice_key = $1', [`plan-refunded:${charge}`]),
    ).toHaveLength(1);
  });

  test('is refused after 14 days, for own accounts and for an unknown one', async () => {
    const { charge } = await bought();
    expect((await admin.call(api.admin.refundPack, { params: { packId: randomUUID() } })).code).toBe(
      'not_found',
    );
    await sql(owner(), "update billing_payments set paid_at = paid_at - interval '14 days' where id = $1", [
      charge,
    ]);
    expect(await refund(charge)).toMatchObject({ code: 'refund_too_late', details: { days: 14 } });
    const own = await artist.earshot.signIn({ userType: 'artist', admin: true });
    const ownPack = artist.stripe.payPack({ userId: own.userId, pack: 'ten', now: artist.now });
    await tell(ownPack.intent);
    expect((await refund(ownPack.charge, own)).code).toBe('own_decision');
    expect(refundsAsked()).toBe(0);
  });

  test('comes once in 30 days for an account, a card and a cluster; a refunded plan does not count', async () => {
    const { earshot } = artist;
    await artist.buy('price_basic');
    await admin.call(api.admin.refundPlan, { params: { userId: artist.user.userId } });
    const card = randomUUID();
    const first = await bought(card);
    expect((await refund(first.charge)).answer).toMatchObject({ state: 'refunded' });
    const again = await bought();
    expect(await refund(again.charge)).toMatchObject({ code: 'refund_used', details: { by: 'mailbox' } });
    const [sameCard, sameBrowser] = await Promise.all(
      [1, 2].map(() => earshot.signIn({ userType: 'artist' })),
    );
    const bySame = artist.stripe.payPack({
      ...{ userId: sameCard?.userId ?? '', pack: 'ten', now: artist.now, card },
    });
    await tell(bySame.intent);
    expect(await refund(bySame.charge)).toMatchObject({ code: 'refund_used', details: { by: 'card' } });
    const mark = randomUUID().slice(0, 22);
    for (const userId of [artist.user.userId, sameBrowser?.userId]) {
      await sql(
        owner(),
        `insert into evidence (user_id, kind, day, mark, first_at, last_at)
         values ($1, 'device', current_date, $2, now(), now())`,
        [userId, mark],
      );
    }
    const byLinked = artist.stripe.payPack({
      ...{ userId: sameBrowser?.userId ?? '', pack: 'ten', now: artist.now },
    });
    await tell(byLinked.intent);
    expect(await refund(byLinked.charge)).toMatchObject({ code: 'refund_used', details: { by: 'cluster' } });
    await sql(owner(), "update plan_refunds set decided_at = decided_at - interval '30 days'", []);
    await sql(owner(), "update billing_reversals set happened_at = happened_at - interval '30 days'", []);
    expect((await refund(again.charge)).answer).toMatchObject({ state: 'refunded' });
  });

  test('without a response from Stripe is repeated every hour, and one that Stripe refuses shows why', async () => {
    const { charge } = await bought();
    artist.stripe.failing.set('POST /v1/refunds', 500);
    expect((await refund(charge)).answer).toMatchObject({ state: 'under_way' });
    expect(await packs()).toMatchObject([{ state: 'refunding' }]);
    artist.stripe.failing.clear();
    await recheckSubscriptions(artist.earshot.deps, () => undefined);
    expect(await entries(charge)).toEqual(back);

    await artist.enter();
    const refused = await bought();
    artist.stripe.refundRefusals.set(refused.charge, 'The charge cannot be refunded.');
    expect((await refund(refused.charge)).answer).toMatchObject({ state: 'refused' });
    expect(await packs()).toMatchObject([{ state: 'paid' }]);
  });

  test('refused during a dispute is made once the dispute is won', async () => {
    const { charge } = await bought();
    artist.stripe.refundRefusals.set(charge, 'The charge is disputed.');
    artist.stripe.refusalCode = 'charge_disputed';
    expect((await refund(charge)).answer).toMatchObject({ state: 'refused' });
    artist.stripe.refusalCode = 'charge_not_refundable';
    artist.stripe.refundRefusals.clear();
    artist.stripe.dispute(charge, 'won');
    await artist.notify('charge.dispute.closed', { charge });
    await jobs();
    expect((await entries(charge)).at(-1)).toEqual({ kind: 'plan_refund', cents: 900 });
  });
});

test('the local payment service sells and refunds packs too', async () => {
  const local = await startEarshot();
  try {
    const buyer = await local.signIn({ userType: 'artist' });
    const { url } = await buyer.get(api.subscriptions.createCheckout, {
      body: { priceId: local.deps.billing.packPrices.twenty ?? '' },
    });
    const { pathname } = new URL(url);
    expect(await (await local.nobody.fetch(pathname)).text()).toContain('Buy 20 reviews');
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    for (const _ of [1, 2]) {
      await local.nobody.fetch(`${pathname}/complete`, { method: 'POST', redirect: 'manual', headers });
    }
    expect(await buyer.get(api.subscriptions.listBoughtPacks, {})).toMatchObject([
      { pack: 'twenty', amountCents: 1600, state: 'paid' },
    ]);
    const localAdmin = await local.signIn({ admin: true });
    const [pack] = (await localAdmin.get(api.admin.listPacks, { query: {} })).items;
    const refunded = await localAdmin.get(api.admin.refundPack, { params: { packId: pack?.id ?? '' } });
    expect(refunded).toEqual({ state: 'refunded', amountCents: 1600, problem: null });
    expect(await buyer.get(api.subscriptions.listBoughtPacks, {})).toMatchObject([{ state: 'refunded' }]);
  } finally {
    await local.close();
  }
});
