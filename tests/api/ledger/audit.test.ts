import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Transaction } from '#server/adapters/database/database.ts';
import { alarmsOf } from '#tests/support/alarms.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { aListener, anAdmin, aReview } from '#tests/support/rows.ts';
import { sql } from '#tests/support/sql.ts';
import { approve, decide, request, reverse, setReward } from './ledger-calls.ts';

let db: TestDatabase;

beforeAll(async () => {
  db = await createTestDatabase();
  const [app, owner] = [db.database, db.ownerDatabase];
  const [admin, listenerId] = [await anAdmin(owner), await aListener(owner)];
  await setReward(owner, 600);
  const reviews = [];
  for (let i = 0; i < 4; i += 1) reviews.push(await aReview(owner, { listenerId }));
  for (const [i, { id }] of reviews.slice(0, 3).entries()) {
    await approve(app, id);
    const { payout_id: payout } = await request(app, listenerId);
    if (i === 0) await decide(app, payout, admin, 'completed');
    if (i === 1) await decide(app, payout, admin, 'rejected');
  }
  await reverse(app, reviews[0]?.id ?? '', admin);
});
afterAll(() => db.drop());

/** What the audit says after a forger with all rights and no triggers did this; all of it is undone afterwards. */
async function afterForging(statement: string, withoutFloors = false): Promise<string[]> {
  const undo = new Error('undo');
  let found: string[] = [];
  const forge = async (transaction: Transaction) => {
    await sql(transaction, 'set role none');
    await sql(transaction, "set local session_replication_role = 'replica'");
    if (withoutFloors) await sql(transaction, 'alter table ledger.accounts drop constraint accounts__floor');
    expect((await sql(transaction, `${statement} returning 1`)).length).toBeGreaterThan(0);
    found = await alarmsOf(transaction);
    throw undo;
  };
  await expect(db.ownerDatabase.transaction(forge)).rejects.toBe(undo);
  return [...new Set(found.map((alarm) => alarm.slice(0, 2)))].sort();
}

const one = (kind: string, account: string) =>
  `(posting.transaction_id, posting.account_id) = (select entry.id, account.id from ledger.transactions entry
     join ledger.postings leg on leg.transaction_id = entry.id join ledger.accounts account on account.id = leg.account_id
    where entry.kind = '${kind}' and account.kind = '${account}' order by entry.id limit 1)`;

test('an untouched ledger raises no alarm, also for the audit role', async () => {
  expect(await alarmsOf(db.auditDatabase)).toEqual([]);
  expect(await alarmsOf(db.database)).toEqual([]);
});

test.each<[string, string, string[]]>([
  [
    'a posting altered by one cent',
    `update ledger.postings posting set amount_cents = amount_cents + 1 where ${one('reward', 'available')}`,
    ['A1', 'A2', 'A3', 'A4'],
  ],
  [
    'a posting of the platform altered',
    `update ledger.postings posting set amount_cents = amount_cents - 1 where ${one('reward', 'reward_expense')}`,
    ['A1', 'A4', 'A9'],
  ],
  [
    'a posting taken away',
    `delete from ledger.postings posting where ${one('payout_completion', 'pending')}`,
    ['A1', 'A2', 'A3', 'A4'],
  ],
  [
    'an entry taken away, its postings left',
    "delete from ledger.transactions where kind = 'payout_rejection'",
    ['A2', 'A7'],
  ],
  [
    'a balance raised',
    "update ledger.accounts set balance_cents = balance_cents + 1 where kind = 'available'",
    ['A3', 'A9'],
  ],
  [
    'pending raised',
    "update ledger.accounts set balance_cents = balance_cents + 1 where kind = 'pending'",
    ['A3', 'A5', 'A9'],
  ],
  [
    'a review approved without a reward',
    "update reviews set status = 'approved', earned_cents = 600, decided_at = now() where status = 'pending'",
    ['A6'],
  ],
  [
    'a reward kept for a review sent back',
    "update reviews set status = 'pending', earned_cents = 0, decided_at = null where status = 'approved'",
    ['A6'],
  ],
  [
    'a review earning more than its reward',
    "update reviews set earned_cents = 9000 where status = 'approved'",
    ['A6'],
  ],
  [
    'earnings of a profile raised',
    'update profiles set total_earnings_cents = total_earnings_cents + 1',
    ['A6'],
  ],
  [
    'a payout marked completed',
    "update payout_requests set status = 'completed', processed_at = now(), decided_by = (select user_id from user_roles limit 1) where status = 'pending'",
    ['A5', 'A7'],
  ],
  [
    'a payout marked rejected after it was paid',
    "update payout_requests set status = 'rejected', decision_reason = 'x' where status = 'completed'",
    ['A7'],
  ],
  [
    'the amount of a payout raised',
    "update payout_requests set amount_cents = amount_cents + 1 where status = 'pending'",
    ['A5', 'A7'],
  ],
])('the audit sees %s', async (_what, statement, rules) => {
  expect(await afterForging(statement)).toEqual(rules);
});

test('the audit sees balances below their floors', async () => {
  const overdrawn =
    "update ledger.accounts set balance_cents = -balance_cents where kind in ('pending', 'owed')";
  expect(await afterForging(overdrawn, true)).toEqual(['A3', 'A5', 'A8', 'A9']);
});
