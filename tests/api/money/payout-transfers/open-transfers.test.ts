import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import type { DirectProvider, TransferProvider } from '#server/adapters/payments/payout-service.ts';
import { hashPassword } from '#server/identity/passwords.ts';
import { askAboutNoticed } from '#server/money/payout-transfers/ask-payouts.ts';
import { sendPayouts } from '#server/money/payout-transfers/send-payouts.ts';
import { setTaxLimits } from '#server/money/payout-transfers/tax-details.ts';
import { settleSuspended } from '#server/operation/admin/suspend-users.ts';
import { goodPassword } from '#tests/support/people/accounts.ts';
import { PayoutOwner } from '#tests/support/people/payout-owner.ts';
import {
  aPayee,
  bankDestination,
  completeApproved,
  lineProvider,
  toldProvider,
} from '#tests/support/people/payouts.ts';
import { earnedBy } from '#tests/support/people/reviewing.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';

const provider = toldProvider();
const providers: TransferProvider[] = [];
let earshot: Earshot;
let me: PayoutOwner;
beforeAll(async () => {
  earshot = await startEarshot({}, { transferProviders: providers });
});
beforeEach(async () => {
  providers.splice(0, providers.length, provider, lineProvider);
  await setTaxLimits(earshot.deps.database, new Map());
  await sql(owner(), 'update payout_transfers set next_ask_at = null');
  me = await PayoutOwner.join(earshot, provider);
});
afterAll(() => earshot.close());

const owner = () => earshot.testDatabase.ownerDatabase;
const once = () => ({ idempotencyKey: randomUUID() });
const reason = 'Stripe says that it never arrived.';
const confirmArrival = (payoutId: string) =>
  me.admin.call(api.books.confirmPayout, { params: { payoutId }, body: {} });
const bookBack = (payoutId: string) =>
  me.admin.call(api.books.returnPayout, { params: { payoutId }, body: { reason }, ...once() });
const onTheirWay = async (payoutId: string) => {
  const { items } = await me.admin.get(api.books.listOpenTransfers, { query: {} });
  return items.find((item) => item.payoutId === payoutId);
};
const shown = async () => (await me.listener.get(api.wallet.listPayoutRequests, { query: {} })).items[0];
const transferOf = async (payoutId: string) =>
  (await sqlRow(owner(), 'select transfer from payout_transfers where payout_id = $1', [payoutId])).transfer;

const statusOf = async (payoutId: string) =>
  (await sqlRow(owner(), 'select status from payout_requests where id = $1', [payoutId])).status;

/** A payout that its service took, and of which it can tell no end: its account is gone. */
async function takenWithoutEnd(): Promise<string> {
  await aPayee(earshot, me.listener.userId);
  const payoutId = await me.approvedPayout();
  await sendPayouts(earshot.deps);
  return payoutId;
}

test('in the first 14 days only the payment service ends a payout that it accepted', async () => {
  const payoutId = await takenWithoutEnd();
  await me.hours(14 * 24 - 1);
  expect(await onTheirWay(payoutId)).toMatchObject({ transfer: 'sending', canBeEnded: false });
  expect((await confirmArrival(payoutId)).code).toBe('already_decided');
  expect((await bookBack(payoutId)).code).toBe('already_decided');
});

test('after 14 days an admin can confirm that an open payout arrived', async () => {
  const payoutId = await takenWithoutEnd();
  await me.hours(14 * 24);
  expect(await onTheirWay(payoutId)).toMatchObject({ canBeEnded: true, isByRule: false });
  expect((await confirmArrival(payoutId)).answer).toEqual({ id: payoutId, transfer: 'paid' });
  expect((await confirmArrival(payoutId)).status).toBe(200);
  expect(await shown()).toMatchObject({ status: 'completed', transfer: 'paid' });
  expect(await onTheirWay(payoutId)).toBeUndefined();
});

test('after 14 days an admin can reverse an open payout, once', async () => {
  const payoutId = await takenWithoutEnd();
  await me.hours(14 * 24);
  const answers = await Promise.all([bookBack(payoutId), bookBack(payoutId), confirmArrival(payoutId)]);
  const wasConfirmed = answers[2].status === 200;
  expect(await transferOf(payoutId)).toBe(answers[0].status === 200 ? 'failed' : 'paid');
  if (wasConfirmed) await bookBack(payoutId);
  expect(await shown()).toMatchObject({ status: 'rejected', transfer: 'failed', reason });
  const { availableCents } = await me.listener.get(api.wallet.readWallet, {});
  expect(availableCents).toBe(510);
});

test('a payout that the service called paid is still checked after an admin confirms it', async () => {
  const payoutId = await takenWithoutEnd();
  provider.answers.push({ kind: 'paid', providerId: `tr_${payoutId}` });
  await askAboutNoticed(earshot.deps, [`tr_${payoutId}`]);
  expect((await confirmArrival(payoutId)).status).toBe(200);
  const { asked } = await sqlRow(
    owner(),
    'select next_ask_at is not null as asked from payout_transfers where payout_id = $1',
    [payoutId],
  );
  expect(asked).toBe(true);
});

test('a payout that arrives after it was reversed is recorded for the admins, and no other response changes it', async () => {
  const payoutId = await takenWithoutEnd();
  await me.hours(14 * 24);
  await bookBack(payoutId);
  const providerId = `tr_${payoutId}`;
  const recorded = async () => {
    const asked = { query: { event: 'payout_paid_after_return' as const } };
    const { items } = await me.admin.get(api.admin.listActivity, asked);
    return items.filter(({ details }) => JSON.stringify(details).includes(payoutId)).length;
  };
  const answers = [
    { kind: 'unknown' },
    { kind: 'never_received' },
    { kind: 'sending', providerId },
    { kind: 'failed', reason: 'Taken back.' },
  ] as const;
  provider.sent.length = 0;
  for (const answer of answers) {
    provider.answers.push(answer);
    await askAboutNoticed(earshot.deps, [providerId]);
  }
  expect([await recorded(), provider.sent.length]).toEqual([0, 0]);
  provider.answers.push({ kind: 'paid', providerId });
  await askAboutNoticed(earshot.deps, [providerId]);
  expect(await recorded()).toBe(1);
  expect(await shown()).toMatchObject({ status: 'rejected', transfer: 'failed', reason });
});

test('an admin cannot end their own payout', async () => {
  const payoutId = await takenWithoutEnd();
  await me.hours(14 * 24);
  await sql(owner(), "insert into user_roles (user_id, role) values ($1, 'admin')", [me.listener.userId]);
  expect((await me.listener.call(api.books.confirmPayout, { params: { payoutId }, body: {} })).code).toBe(
    'own_decision',
  );
});

test('payouts of one listener in one export together stay below the yearly amount', async () => {
  await setTaxLimits(earshot.deps.database, new Map([['DE', cents(1200)]]));
  await aPayee(earshot, me.listener.userId, bankDestination);
  const payoutIds: string[] = [];
  for (let payouts = 0; payouts < 3; payouts += 1) {
    payoutIds.push(await me.approvedPayout());
    await earnedBy(earshot, me.listener.userId, 34);
  }
  const made = await me.admin.get(api.books.exportPayouts, {
    body: { method: 'bank', euroRate: 10_850 },
    ...once(),
  });
  expect(made).toMatchObject({ lineCount: 2, totalCents: 1020 });
  expect(await onTheirWay(payoutIds[2] ?? '')).toMatchObject({ waitsFor: 'tax_details' });
});

test('payouts of one listener sent by several servers at once together stay below the yearly amount', async () => {
  await setTaxLimits(earshot.deps.database, new Map([['DE', cents(1200)]]));
  await aPayee(earshot, me.listener.userId);
  for (let payouts = 0; payouts < 4; payouts += 1) {
    await me.approvedPayout();
    await earnedBy(earshot, me.listener.userId, 34);
  }
  await Promise.all([1, 2, 3, 4].map(() => sendPayouts(earshot.deps)));
  expect(provider.sent).toHaveLength(2);
});

test('a destination is rejected if the password changes while the payment service is being called', async () => {
  const service: DirectProvider = {
    ...toldProvider(),
    method: 'stripe',
    read: (typed) => ({ destination: typed, masked: 'Stripe •••• 1234' }),
    onboarding: {
      begin: async () => {
        await sql(owner(), 'update users set password_hash = $2 where id = $1', [
          me.listener.userId,
          await hashPassword('five green glass bottles'),
        ]);
        return { accountId: 'acct_1' };
      },
      link: async () => 'https://stripe.example',
      read: async () => ({ kind: 'ready' }),
    },
  };
  providers.push(service);
  const given = await me.give({ destination: { method: 'stripe' }, password: goodPassword });
  expect(given.code).toBe('wrong_password');
  expect(await me.listener.get(api.payoutDestinations.readDestination, {})).toMatchObject({
    unconfirmed: null,
  });
});

test('a payout whose method was removed from the settings says so to its listener and to admins', async () => {
  await aPayee(earshot, me.listener.userId, bankDestination);
  const payoutId = await me.request();
  expect(await shown()).not.toHaveProperty('isMethodGone');
  providers.splice(0, providers.length, provider);
  expect(await shown()).toMatchObject({ isMethodGone: true, status: 'pending' });
  expect((await me.listener.get(api.payoutDestinations.readDestination, {})).isMethodGone).toBe(true);
  await me.complete(payoutId);
  expect(await onTheirWay(payoutId)).toMatchObject({ waitsFor: 'method', canBeEnded: false });
  expect((await bookBack(payoutId)).status).toBe(200);
  expect(await shown()).not.toHaveProperty('isMethodGone');
});

test('the list says why each approved payout is waiting', async () => {
  const without = await me.approvedPayout();
  expect(await onTheirWay(without)).toMatchObject({ waitsFor: 'destination', method: null });
  await aPayee(earshot, me.listener.userId);
  await sql(owner(), 'select ledger.freeze_destination($1)', [me.listener.userId]);
  expect(await onTheirWay(without)).toMatchObject({ waitsFor: null, method: 'local' });
  await sql(owner(), 'update users set suspended_at = $2 where id = $1', [
    me.listener.userId,
    earshot.clock.now(),
  ]);
  expect(await onTheirWay(without)).toMatchObject({ waitsFor: 'suspension' });
  await sql(
    owner(),
    "insert into payout_holds (user_id, held_until, held_for) values ($1, $2, 'changed_email')",
    [me.listener.userId, new Date(earshot.clock.now().getTime() + 1000)],
  );
  expect(await onTheirWay(without)).toMatchObject({ waitsFor: 'hold' });
  await sql(owner(), 'update payout_holds set stopped_at = $2 where user_id = $1', [
    me.listener.userId,
    earshot.clock.now(),
  ]);
  expect(await onTheirWay(without)).toMatchObject({ waitsFor: 'stop' });
});

test('a suspension cancels an approval that was just given', async () => {
  await aPayee(earshot, me.listener.userId);
  const payoutId = await me.request();
  await me.approve(payoutId);
  await sql(owner(), 'update users set suspended_at = $2 where id = $1', [
    me.listener.userId,
    earshot.clock.now(),
  ]);
  await completeApproved(earshot);
  expect(await statusOf(payoutId)).toBe('pending');
});

test('payouts of a suspended ring that were just approved are rejected like the rest', async () => {
  await aPayee(earshot, me.listener.userId);
  const payoutId = await me.request();
  await me.approve(payoutId);
  const settled = {
    userId: me.listener.userId,
    actorId: me.admin.userId,
    reason: 'These accounts act together.',
  };
  await sql(owner(), 'update users set suspended_at = $2 where id = $1', [
    me.listener.userId,
    earshot.clock.now(),
  ]);
  await settleSuspended(earshot.deps, settled);
  await completeApproved(earshot);
  expect(await statusOf(payoutId)).toBe('rejected');
});

test('many blocked payouts do not block those behind them', async () => {
  // One suspended listener with more approved payouts than a claim looks at.
  await aPayee(earshot, me.listener.userId);
  const correct = `select ledger.correct_balance($1, 500, 'Paid by hand in a former month.', $2, gen_random_uuid()),
    ledger.request_payout($1, gen_random_uuid()) from generate_series(1, 205)`;
  await sql(owner(), correct, [me.listener.userId, me.admin.userId]);
  await sql(
    owner(),
    "select ledger.decide_payout(id, $2, 'completed', null) from payout_requests where listener_id = $1 and status = 'pending'",
    [me.listener.userId, me.admin.userId],
  );
  await sql(owner(), 'update users set suspended_at = $2 where id = $1', [
    me.listener.userId,
    earshot.clock.now(),
  ]);
  const other = await PayoutOwner.join(earshot, provider);
  await aPayee(earshot, other.listener.userId);
  const payoutId = await other.approvedPayout();
  expect(await other.leaving()).toEqual([payoutId]);
});
