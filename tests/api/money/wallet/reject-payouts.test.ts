import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { mostPayoutsAtOnce } from '#contract/operation/admin/admin.ts';
import { rejectPayouts } from '#server/money/wallet/decide-payouts.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { aPayee, completeApproved, readsPayout } from '#tests/support/people/payouts.ts';
import { earnedBy } from '#tests/support/people/reviewing.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { sql } from '#tests/support/world/sql.ts';

let earshot: Earshot;
let admin: ApiUser;
let second: ApiUser;
beforeAll(async () => {
  earshot = await startEarshot();
  [admin, second] = [await earshot.signIn({ admin: true }), await earshot.signIn({ admin: true })];
});
afterAll(async () => {
  expect(await sql(owner(), 'select * from ledger.audit()')).toEqual([]);
  await earshot.close();
});

interface Requested {
  readonly listener: ApiUser;
  readonly payoutId: string;
}

const reason = 'The name differs from the account’s.';
const owner = () => earshot.testDatabase.ownerDatabase;
const once = () => ({ idempotencyKey: randomUUID() });
const idsOf = (requested: readonly Requested[]) => requested.map(({ payoutId }) => payoutId);

/** Of $5.10, each of another listener. */
async function requests(count: number): Promise<Requested[]> {
  const requested: Requested[] = [];
  for (let made = 0; made < count; made += 1) {
    const listener = await earshot.signIn({ userType: 'listener' });
    await earnedBy(earshot, listener.userId, 34);
    await aPayee(earshot, listener.userId);
    const { id } = await listener.get(api.wallet.requestPayout, { body: {}, ...once() });
    requested.push({ listener, payoutId: id });
  }
  return requested;
}

const reject = async (payoutIds: string[], by = admin, why = reason) =>
  (await by.get(api.admin.rejectPayouts, { body: { payoutIds, reason: why } })).outcomes.map(
    ({ outcome }) => outcome,
  );
const approve = async (payoutId: string) => {
  await readsPayout(admin, payoutId);
  return admin.call(api.admin.decidePayout, {
    params: { payoutId },
    body: { status: 'completed' },
    ...once(),
  });
};
const cancel = ({ listener, payoutId }: Requested) =>
  listener.call(api.wallet.cancelPayout, { params: { payoutId }, body: {}, ...once() });
const wallet = ({ listener }: Requested) => listener.get(api.wallet.readWallet, {});
const shown = async ({ listener }: Requested) =>
  (await listener.get(api.wallet.listPayoutRequests, { query: {} })).items[0];
/** How often the money of a payout moved after its request. */
const movesOf = async ({ payoutId }: Requested): Promise<unknown[]> =>
  (
    await sql(
      owner(),
      "select kind from ledger.transactions where source_id = $1 and kind <> 'payout_request'",
      [payoutId],
    )
  ).map(({ kind }) => kind);

const back = { availableCents: 510, pendingCents: 0 };
const pending = { availableCents: 0, pendingCents: 510 };

test('several payouts are not rejected without a reason of 3 to 500 characters, or without a payout', async () => {
  const [one] = await requests(1);
  const payoutIds = one === undefined ? [] : [one.payoutId];
  const codeOf = async (body: { payoutIds: string[]; reason: string }) =>
    (await admin.call(api.admin.rejectPayouts, { body })).code;
  expect(await codeOf({ payoutIds, reason: ' No ' })).toBe('malformed');
  expect(await codeOf({ payoutIds, reason: 'x'.repeat(501) })).toBe('malformed');
  expect(await codeOf({ payoutIds: [], reason })).toBe('malformed');
  const tooMany = Array.from({ length: mostPayoutsAtOnce + 1 }, () => randomUUID());
  expect(await codeOf({ payoutIds: tooMany, reason })).toBe('malformed');
  expect(one && (await shown(one))).toMatchObject({ status: 'pending' });
});

test('payouts that are approved, completed, canceled or unknown are not rejected with the others', async () => {
  const requested = await requests(4);
  const [completed, approved, cancelled, waiting] = requested;
  if (!(completed && approved && cancelled && waiting)) throw new Error('There are four.');
  await approve(completed.payoutId);
  await completeApproved(earshot);
  await approve(approved.payoutId);
  await cancel(cancelled);
  expect(await reject([...idsOf(requested), randomUUID()])).toEqual([
    'already_decided',
    'already_decided',
    'already_decided',
    'done',
    'not_found',
  ]);
  expect(await movesOf(completed)).toEqual(['payout_completion']);
  expect(await movesOf(approved)).toEqual([]);
  expect(await movesOf(cancelled)).toEqual(['payout_cancellation']);
  expect(await wallet(waiting)).toMatchObject(back);
});

test('each listener of a rejected selection gets the money back once and sees the reason, even if it is sent again', async () => {
  const requested = await requests(2);
  const ids = idsOf(requested);
  expect(await reject([...ids, ...ids])).toEqual(['done', 'done']);
  expect(await reject(ids)).toEqual(['done', 'done']);
  expect(await reject(ids, second)).toEqual(['done', 'done']);
  expect(await reject(ids, second, 'Another reason.')).toEqual(['already_decided', 'already_decided']);
  for (const one of requested) {
    expect(await movesOf(one)).toEqual(['payout_rejection']);
    expect(await wallet(one)).toMatchObject(back);
    expect(await shown(one)).toMatchObject({ status: 'rejected', reason });
  }
});

test('if the server fails at one payout, those before stay rejected, and sending all again rejects the rest', async () => {
  const requested = await requests(3);
  const ids = idsOf(requested);
  const { database, clock } = earshot.deps;
  let transactions = 0;
  const failing: typeof database = {
    ...database,
    transaction: (work) => {
      transactions += 1;
      return database.transaction(async (tx) => {
        const done = await work(tx);
        if (transactions === 2) throw new Error('The connection is gone.');
        return done;
      });
    },
  };
  const all = { payoutIds: ids, reason };
  await expect(rejectPayouts({ database: failing, clock }, admin.userId, all)).rejects.toThrow('gone');
  const wallets = () => Promise.all(requested.map(wallet));
  expect(await wallets()).toMatchObject([back, pending, pending]);
  expect(await reject(ids)).toEqual(['done', 'done', 'done']);
  expect(await wallets()).toMatchObject([back, back, back]);
  expect(await Promise.all(requested.map(movesOf))).toEqual(ids.map(() => ['payout_rejection']));
});

test('a selection that two admins reject while its listeners cancel and an admin approves moves each amount once', async () => {
  for (let round = 0; round < 6; round += 1) {
    const requested = await requests(3);
    const ids = idsOf(requested);
    await Promise.all([
      reject(ids),
      reject(ids.toReversed(), second),
      ...requested.slice(0, 1).map(cancel),
      ...ids.slice(1, 2).map(approve),
    ]);
    await completeApproved(earshot);
    for (const one of requested) {
      expect(await movesOf(one)).toHaveLength(1);
      const status = (await shown(one))?.status;
      expect(await wallet(one)).toMatchObject(status === 'completed' ? { pendingCents: 0 } : back);
    }
  }
});
