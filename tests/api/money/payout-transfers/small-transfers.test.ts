import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import { askPayouts } from '#server/money/payout-transfers/ask-payouts.ts';
import { sendPayouts } from '#server/money/payout-transfers/send-payouts.ts';
import { PayoutOwner } from '#tests/support/people/payout-owner.ts';
import { aPayee, completeApproved, toldProvider } from '#tests/support/people/payouts.ts';
import { earnedBy } from '#tests/support/people/reviewing.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { sql } from '#tests/support/world/sql.ts';

const sendsFrom = new Map([['DE', cents(2000)]]);
const provider = { ...toldProvider(), sendsFrom };
let earshot: Earshot;
let me: PayoutOwner;
beforeAll(async () => {
  earshot = await startEarshot({ RATE_LIMITS: 'transfer=1000/1' }, { transferProviders: [provider] });
});
beforeEach(async () => {
  sendsFrom.clear();
  me = await PayoutOwner.join(earshot, provider);
  sendsFrom.set('DE', cents(2000));
  await sql(owner(), 'update payout_transfers set next_ask_at = null');
});
afterAll(() => earshot.close());

const owner = () => earshot.testDatabase.ownerDatabase;
const giveDestination = () => aPayee(earshot, me.listener.userId);
/** Earns 15 cents a review and has everything approved. */
async function approved(reviews: number): Promise<string> {
  await earnedBy(earshot, me.listener.userId, reviews);
  return me.approvedPayout();
}
const shown = async (payoutId: string) =>
  (await me.listener.get(api.wallet.listPayoutRequests, { query: {} })).items.find(
    ({ id }) => id === payoutId,
  );
const onTheirWay = async (payoutId: string) =>
  (await me.admin.get(api.books.listOpenTransfers, { query: {} })).items.find(
    (item) => item.payoutId === payoutId,
  );

test('a small payout waits after its approval, and its listener and the admins read for what amount', async () => {
  await giveDestination();
  expect(await me.listener.get(api.payoutDestinations.readDestination, {})).toMatchObject({
    sendsFromCents: 2000,
  });
  const payoutId = await me.approvedPayout();
  expect(await me.leaving()).toEqual([]);
  await me.hours(24);
  expect(await me.leaving()).toEqual([]);
  expect(await shown(payoutId)).toMatchObject({
    status: 'completed',
    transfer: 'waiting',
    waitsForCents: 2000,
  });
  expect(await onTheirWay(payoutId)).toMatchObject({ waitsFor: null, waitsForCents: 2000 });
  const [mail] = await me.mailsTo(me.address);
  expect(mail).toContain('once your payouts there reach $20.00.');
});

test('a payout that is only requested does not release an approved one', async () => {
  await giveDestination();
  await me.approvedPayout();
  await earnedBy(earshot, me.listener.userId, 100);
  await me.request();
  expect(await me.leaving()).toEqual([]);
});

test('an approved payout to another listener or destination does not release it', async () => {
  await giveDestination();
  const first = await me.approvedPayout();
  const other = await PayoutOwner.join(earshot, provider);
  await aPayee(earshot, other.listener.userId);
  await earnedBy(earshot, other.listener.userId, 100);
  const ofOther = await other.approvedPayout();
  expect(await me.leaving()).toEqual([ofOther]);
  expect(await shown(first)).toMatchObject({ transfer: 'waiting', waitsForCents: 2000 });
});

test('without an amount in the settings, a small payout is sent at once', async () => {
  sendsFrom.set('DE', cents(100));
  await giveDestination();
  const payoutId = await me.approvedPayout();
  expect(await shown(payoutId)).not.toHaveProperty('waitsForCents');
  expect(await me.leaving()).toEqual([payoutId]);
});

test('payouts that reach the amount together are sent in one run, and a later small one waits again', async () => {
  await giveDestination();
  const first = await me.approvedPayout();
  // Together $19.35.
  const second = await approved(95);
  expect(await me.leaving()).toEqual([]);
  const third = await approved(34);
  expect((await me.leaving()).sort()).toEqual([first, second, third].sort());
  await me.hours(1);
  await approved(34);
  expect(await me.leaving()).toHaveLength(3);
});

test('two approvals and three runs at once send each payout once', async () => {
  await giveDestination();
  const payoutIds = [await me.request()];
  await earnedBy(earshot, me.listener.userId, 100);
  payoutIds.push(await me.request());
  await Promise.all(payoutIds.map((payoutId) => me.approve(payoutId)));
  await Promise.all([completeApproved(earshot), sendPayouts(earshot.deps), completeApproved(earshot)]);
  await Promise.all([1, 2, 3].map(() => sendPayouts(earshot.deps)));
  await sendPayouts(earshot.deps);
  expect(provider.sent.map(({ payoutId }) => payoutId).sort()).toEqual(payoutIds.sort());
});

test('payouts claimed together by a killed server are checked with the service, and each is sent once', async () => {
  await giveDestination();
  const first = await me.approvedPayout();
  const second = await approved(100);
  await sql(
    earshot.testDatabase.database,
    `select ledger.claim_transfer('{local}', '{"local": {"DE": 2000}}', null, $1, $1)`,
    [earshot.clock.now()],
  );
  expect(await me.leaving()).toEqual([]);
  provider.answers.push({ kind: 'never_received' }, { kind: 'never_received' });
  await me.hours(1);
  await askPayouts(earshot.deps);
  await askPayouts(earshot.deps);
  expect((await me.leaving()).sort()).toEqual([first, second].sort());
});

test('a payout is sent at once if its destination was replaced, because none will follow it', async () => {
  const payeeId = await giveDestination();
  const payoutId = await me.approvedPayout();
  await sql(owner(), 'update payees set replaced_at = $2 where id = $1', [payeeId, earshot.clock.now()]);
  expect(await shown(payoutId)).not.toHaveProperty('waitsForCents');
  expect(await me.leaving()).toEqual([payoutId]);
});

test('a payout of a suspended listener is sent after 30 days', async () => {
  await giveDestination();
  const payoutId = await me.approvedPayout();
  await sql(owner(), 'update users set suspended_at = $2, suspension_reason = $3 where id = $1', [
    me.listener.userId,
    earshot.clock.now(),
    randomUUID(),
  ]);
  expect(await onTheirWay(payoutId)).toMatchObject({ waitsFor: 'suspension', waitsForCents: null });
  expect(await me.leaving()).toEqual([]);
  earshot.clock.advance(31 * 24 * 3600);
  expect(await me.leaving()).toEqual([payoutId]);
});
