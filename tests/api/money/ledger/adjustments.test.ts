import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Queryable } from '#server/adapters/database/database.ts';
import { machineClock } from '#server/foundation/clock.ts';
import { setSecondAdmin } from '#server/money/books/set-second-admin.ts';
import { alarmsOf } from '#tests/support/people/alarms.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/world/database.ts';
import { aListener, anAdmin, aPerson, aReview } from '#tests/support/world/rows.ts';
import { sql } from '#tests/support/world/sql.ts';
import {
  approve,
  cancel,
  correct,
  decide,
  decideCorrection,
  giveBack,
  grantTestFunds,
  request,
  reverse,
  setReward,
  walletOf,
} from './ledger-calls.ts';

let db: TestDatabase;
let app: Queryable;
let owner: Queryable;
let admin: string;
let second: string;
let listener: string;

beforeAll(async () => {
  db = await createTestDatabase();
  [app, owner] = [db.database, db.ownerDatabase];
  [admin, second] = [await anAdmin(owner), await anAdmin(owner)];
});
beforeEach(async () => {
  await setAmountsForTwo(null, null);
  listener = await aListener(owner);
});
afterAll(async () => {
  expect(await alarmsOf(db.auditDatabase)).toEqual([]);
  await db.drop();
});

/** Above these amounts two admins are needed from now on; null: one is enough. */
async function setAmountsForTwo(payoutCents: number | null, correctionCents: number | null): Promise<void> {
  const needs = { ownerDatabase: db.ownerDatabase, clock: machineClock };
  await setSecondAdmin(needs, 'payouts', payoutCents);
  await setSecondAdmin(needs, 'corrections', correctionCents);
}

/** Lets `listener` earn this much with one review. Answers the review's id. */
async function earn(cents: number): Promise<string> {
  await setReward(owner, cents);
  const { id } = await aReview(owner, { listenerId: listener });
  await approve(app, id);
  return id;
}

async function aRequest(cents = 600): Promise<unknown> {
  await earn(cents);
  return (await request(app, listener)).payout_id;
}

test('a listener cancels their own pending request, once, and no one else’s', async () => {
  const payout = await aRequest();
  expect(await cancel(app, payout, await aListener(owner))).toMatchObject({ outcome: 'missing' });
  expect(await cancel(app, payout, listener)).toMatchObject({ outcome: 'done', status: 'cancelled' });
  expect(await cancel(app, payout, listener)).toMatchObject({ outcome: 'already', status: 'cancelled' });
  expect(await decide(app, payout, admin, 'completed')).toMatchObject({ outcome: 'conflict' });
  expect(await walletOf(owner, listener)).toEqual([600, 0, 0]);
});

test('a decided request cannot be canceled', async () => {
  const payout = await aRequest();
  await decide(app, payout, admin, 'completed');
  expect(await cancel(app, payout, listener)).toMatchObject({ outcome: 'conflict', status: 'completed' });
});

test('a canceled request first settles what the listener owes', async () => {
  const review = await earn(300);
  const payout = await aRequest(400);
  await reverse(app, review, admin);
  await cancel(app, payout, listener);
  expect(await walletOf(owner, listener)).toEqual([400, 0, 0]);
});

test('a payout returned by the bank is available again, once', async () => {
  const payout = await aRequest();
  expect(await giveBack(app, payout, admin)).toMatchObject({ outcome: 'conflict', status: 'pending' });
  await decide(app, payout, admin, 'completed');
  expect(await giveBack(app, payout, listener)).toMatchObject({ outcome: 'not_admin' });
  expect(await giveBack(app, randomUUID(), admin)).toMatchObject({ outcome: 'missing' });
  expect(await giveBack(app, payout, second)).toMatchObject({ outcome: 'done', status: 'returned' });
  expect(await giveBack(app, payout, admin)).toMatchObject({ outcome: 'already', status: 'returned' });
  expect(await walletOf(owner, listener)).toEqual([600, 0, 0]);
});

test('no admin can return their own payout, or return one without a reason', async () => {
  const payout = await aRequest();
  await decide(app, payout, admin, 'completed');
  await sql(owner, "insert into user_roles (user_id, role) values ($1, 'admin')", [listener]);
  expect(await giveBack(app, payout, listener)).toMatchObject({ outcome: 'own' });
  const bare = sql(app, "select ledger.return_payout($1, $2, 'because', now())", [payout, admin]);
  await expect(bare).rejects.toThrow('payout_requests__return_reason');
});

test('a correction adds to the available balance, after settling what is owed, or takes from it', async () => {
  const review = await earn(600);
  const { payout_id: payout } = await request(app, listener);
  await decide(app, payout, admin, 'completed');
  await reverse(app, review, admin);
  expect(await correct(app, listener, 700, admin)).toMatchObject({ outcome: 'done', available_cents: 100 });
  expect(await walletOf(owner, listener)).toEqual([100, 0, 0]);
  expect(await correct(app, listener, -100, admin)).toMatchObject({ outcome: 'done', available_cents: 0 });
  expect(await correct(app, listener, -1, admin)).toMatchObject({ outcome: 'below_zero' });
});

test('only admins make corrections, never for themselves, never with a reason under 20 characters', async () => {
  const person = await aPerson(owner);
  expect(await correct(app, listener, 5, person)).toMatchObject({ outcome: 'not_admin' });
  expect(await correct(app, admin, 5, admin)).toMatchObject({ outcome: 'own' });
  expect(await correct(app, randomUUID(), 5, admin)).toMatchObject({ outcome: 'missing' });
  const call = (cents: number, reason: string) =>
    sql(app, 'select ledger.correct_balance($1, $2, $3, $4, $5)', [
      listener,
      cents,
      reason,
      admin,
      randomUUID(),
    ]);
  await expect(call(5, 'nineteen characters')).rejects.toThrow('corrections__reason');
  await expect(call(0, 'a reason that is long enough')).rejects.toThrow('corrections__amount_cents');
});

test('repeating the key of a correction returns it, and reusing the key for another is rejected', async () => {
  const key = randomUUID();
  const first = await correct(app, listener, 40, admin, key);
  expect(await correct(app, listener, 40, admin, key)).toEqual({ ...first, outcome: 'already' });
  expect(await correct(app, listener, 41, admin, key)).toMatchObject({ outcome: 'key_reused' });
  expect(await walletOf(owner, listener)).toEqual([40, 0, 0]);
});

test('above the set amount another admin books a correction, and either admin can decline it', async () => {
  await setAmountsForTwo(null, 100);
  const proposer = await anAdmin(owner);
  expect(await correct(app, listener, 100, proposer)).toMatchObject({ outcome: 'done' });
  const waiting = await correct(app, listener, 101, proposer);
  expect(waiting).toMatchObject({ outcome: 'awaits_second', status: 'waiting' });
  expect(await walletOf(owner, listener)).toEqual([100, 0, 0]);
  const { correction_id: id } = waiting;
  expect(await decideCorrection(app, id, proposer, 'booked')).toMatchObject({ outcome: 'second_needed' });
  expect(await decideCorrection(app, id, listener, 'booked')).toMatchObject({ outcome: 'not_admin' });
  expect(await decideCorrection(app, id, second, 'booked')).toMatchObject({
    outcome: 'done',
    status: 'booked',
  });
  expect(await decideCorrection(app, id, second, 'booked')).toMatchObject({ outcome: 'already' });
  expect(await decideCorrection(app, id, proposer, 'declined')).toMatchObject({ outcome: 'conflict' });
  expect(await walletOf(owner, listener)).toEqual([201, 0, 0]);

  const { correction_id: declined } = await correct(app, listener, -150, proposer);
  expect(await decideCorrection(app, declined, proposer, 'declined')).toMatchObject({ outcome: 'done' });
  expect(await walletOf(owner, listener)).toEqual([201, 0, 0]);
});

test('a waiting correction is booked only if the available balance still covers it', async () => {
  await setAmountsForTwo(null, 100);
  await earn(600);
  const { correction_id: id } = await correct(app, listener, -600, admin);
  await request(app, listener);
  expect(await decideCorrection(app, id, second, 'booked')).toMatchObject({ outcome: 'below_zero' });
});

test('above the set amount a payout needs two admins', async () => {
  await setAmountsForTwo(599, null);
  const payout = await aRequest(600);
  const waits = { outcome: 'awaits_second', status: 'pending' };
  expect(await decide(app, payout, admin, 'completed')).toMatchObject(waits);
  expect(await decide(app, payout, admin, 'completed')).toMatchObject(waits);
  expect(await walletOf(owner, listener)).toEqual([0, 600, 0]);
  expect(await decide(app, payout, second, 'completed')).toMatchObject({
    outcome: 'done',
    status: 'completed',
  });
});

test('the first approval of a former admin does not count', async () => {
  await setAmountsForTwo(599, null);
  const payout = await aRequest(600);
  const former = await anAdmin(owner);
  await decide(app, payout, former, 'completed');
  await sql(owner, "insert into user_roles (user_id, role) values ($1, 'user')", [former]);
  expect(await decide(app, payout, admin, 'completed')).toMatchObject({ outcome: 'awaits_second' });
  expect(await decide(app, payout, second, 'completed')).toMatchObject({ outcome: 'done' });
});

test('corrections by one admin need a second admin once their sum exceeds the amount', async () => {
  await setAmountsForTwo(null, 250);
  const [alone, other] = [await anAdmin(owner), await anAdmin(owner)];
  const listeners = [listener, await aListener(owner), await aListener(owner)] as const;
  expect(await correct(app, listeners[0], 100, alone)).toMatchObject({ outcome: 'done' });
  expect(await correct(app, listeners[1], 100, alone)).toMatchObject({ outcome: 'done' });
  expect(await correct(app, listeners[2], 51, alone)).toMatchObject({ outcome: 'awaits_second' });
  // What is taken counts like what is given.
  expect(await correct(app, listeners[0], -51, alone)).toMatchObject({ outcome: 'awaits_second' });
  expect(await correct(app, listeners[0], -50, alone)).toMatchObject({ outcome: 'done' });
  expect(await correct(app, listeners[0], 1, alone)).toMatchObject({ outcome: 'awaits_second' });
  expect(await correct(app, listeners[0], 1, other)).toMatchObject({ outcome: 'done' });
});

test('corrections booked by a second admin or older than 24 hours do not count toward the sum', async () => {
  await setAmountsForTwo(null, 250);
  const alone = await anAdmin(owner);
  const { correction_id: waiting } = await correct(app, listener, 300, alone);
  await decideCorrection(app, waiting, second, 'booked');
  expect(await correct(app, listener, 250, alone)).toMatchObject({ outcome: 'done' });
  expect(await correct(app, listener, 1, alone)).toMatchObject({ outcome: 'awaits_second' });

  const yesterday = await anAdmin(owner);
  const { correction_id: old } = await correct(app, listener, 250, yesterday);
  const age = (interval: string) =>
    sql(owner, 'update ledger.corrections set decided_at = now() - $2::interval where id = $1', [
      old,
      interval,
    ]);
  await sql(owner, 'alter table ledger.corrections disable trigger guard');
  try {
    await age('23 hours 59 minutes');
    expect(await correct(app, listener, 1, yesterday)).toMatchObject({ outcome: 'awaits_second' });
    await age('24 hours 1 minute');
    expect(await correct(app, listener, 1, yesterday)).toMatchObject({ outcome: 'done' });
  } finally {
    await sql(owner, 'alter table ledger.corrections enable trigger guard');
  }
});

test('payouts completed by one admin need a second admin once their sum exceeds the amount', async () => {
  await setAmountsForTwo(1500, null);
  const alone = await anAdmin(owner);
  const paid = async (by: string) => decide(app, await aRequest(600), by, 'completed');
  expect(await paid(alone)).toMatchObject({ outcome: 'done' });
  expect(await paid(alone)).toMatchObject({ outcome: 'done' });
  const payout = await aRequest(600);
  expect(await decide(app, payout, alone, 'completed')).toMatchObject({ outcome: 'awaits_second' });
  expect(await decide(app, payout, second, 'completed')).toMatchObject({ outcome: 'done' });
  // With two admins it counts for neither: the second one's own sum is still empty.
  expect(await paid(second)).toMatchObject({ outcome: 'done' });
  // A rejection moves no money out, so it never waits.
  expect(await decide(app, await aRequest(600), alone, 'rejected')).toMatchObject({ outcome: 'done' });
});

test('if one admin is enough again, the first approver can complete alone', async () => {
  await setAmountsForTwo(599, null);
  const payout = await aRequest(600);
  await decide(app, payout, admin, 'completed');
  await setAmountsForTwo(null, null);
  expect(await decide(app, payout, admin, 'completed')).toMatchObject({ outcome: 'done' });
});

test('a test account gets test funds, once per key, and is never paid out', async () => {
  expect(await grantTestFunds(app, listener, admin)).toMatchObject({ outcome: 'not_test' });
  await sql(app, 'update users set is_test = true where id = $1', [listener]);
  expect(await grantTestFunds(app, listener, await aPerson(owner))).toMatchObject({ outcome: 'not_admin' });
  const key = randomUUID();
  const granted = { amount_cents: 1500, available_cents: 1500 };
  expect(await grantTestFunds(app, listener, admin, key)).toEqual({ outcome: 'done', ...granted });
  expect(await grantTestFunds(app, listener, admin, key)).toEqual({ outcome: 'already', ...granted });
  const { payout_id: payout } = await request(app, listener);
  expect(await decide(app, payout, admin, 'completed')).toMatchObject({ outcome: 'test_account' });
  expect(await decide(app, payout, admin, 'rejected')).toMatchObject({ outcome: 'done' });
  expect(await walletOf(owner, listener)).toEqual([1500, 0, 0]);
});

test('test funds are topped up, never added up', async () => {
  await sql(app, 'update users set is_test = true where id = $1', [listener]);
  const full = { amount_cents: 1500, available_cents: 1500 };
  expect(await grantTestFunds(app, listener, admin)).toEqual({ outcome: 'done', ...full });
  expect(await grantTestFunds(app, listener, admin)).toEqual({
    outcome: 'enough',
    amount_cents: 0,
    available_cents: 1500,
  });
  await request(app, listener);
  expect(await grantTestFunds(app, listener, admin)).toEqual({ outcome: 'done', ...full });
  expect(await walletOf(owner, listener)).toEqual([1500, 1500, 0]);
});

test('a test account stays one, and an account with money cannot become one', async () => {
  const flag = (isTest: boolean) =>
    sql(owner, 'update users set is_test = $2 where id = $1', [listener, isTest]);
  await flag(true);
  await expect(flag(false)).rejects.toThrow('test account');
  listener = await aListener(owner);
  await earn(15);
  await expect(flag(true)).rejects.toThrow('test account');
});

test.each([
  ["update payout_requests set status = 'pending' where status = 'completed'", 'one decision'],
  ["update payout_requests set decided_by = null where status = 'completed'", 'one decision'],
  ["update payout_requests set status = 'returned' where status = 'completed'", 'payout_requests__returned'],
  ["update payout_requests set status = 'completed' where status = 'cancelled'", 'one decision'],
  ["update ledger.corrections set status = 'declined' where status = 'booked'", 'one decision'],
  ["update ledger.corrections set decided_by = listener_id where status = 'waiting'", 'corrections__'],
  [
    "update ledger.corrections set status = 'booked', decided_by = proposed_by, decided_at = now() where status = 'waiting'",
    'corrections__second_admin',
  ],
  [
    "insert into ledger.transactions (kind, source_id, posting_count, gross_cents) values ('payout_return', gen_random_uuid(), 2, 5)",
    'transactions__reversal',
  ],
])('the tables reject, for every role: %s', async (statement, message) => {
  await setAmountsForTwo(null, 1);
  const payout = await aRequest();
  await decide(app, payout, admin, 'completed');
  await earn(600);
  await cancel(app, (await request(app, listener)).payout_id, listener);
  await correct(app, listener, 1, admin);
  await correct(app, listener, 2, admin);
  await expect(sql(owner, statement)).rejects.toThrow(message);
});
