import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Transaction } from '#server/adapters/database/database.ts';
import { alarmsOf } from '#tests/support/people/alarms.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/world/database.ts';
import { aListener, anAdmin, aReview } from '#tests/support/world/rows.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';
import {
  approve,
  cancel,
  correct,
  decide,
  giveBack,
  grantTestFunds,
  request,
  reverse,
  setReward,
} from './ledger-calls.ts';

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

  // Another listener, whose payouts are canceled, returned and handed to the bank, and who is corrected.
  const other = await aListener(owner);
  const requestOf600 = async () => {
    await approve(app, (await aReview(owner, { listenerId: other })).id);
    return (await request(app, other)).payout_id;
  };
  await sql(
    app,
    `insert into payees (user_id, method, country, details_encrypted, destination_mark, masked, confirmed_at)
     values ($1, 'bank', 'DE', '\\x00', '\\x00', 'DE •••• 3000', now())`,
    [other],
  );
  await cancel(app, await requestOf600(), other);
  const returned = await requestOf600();
  await decide(app, returned, admin, 'completed');
  await decide(app, await requestOf600(), admin, 'completed');
  await giveBack(app, returned, admin);
  await correct(app, other, 40, admin);
  const tester = await aListener(owner);
  await sql(owner, 'update users set is_test = true where id = $1', [tester]);
  await grantTestFunds(app, tester, admin);
  const paid = await sqlRow(
    app,
    "select export_id from ledger.export_payouts($1, gen_random_uuid(), 'bank', null, now())",
    [admin],
  );
  const [line] = await sql(app, 'select payout_id from payout_export_lines where export_id = $1', [
    paid.export_id,
  ]);
  await sql(app, "select ledger.note_transfer($1, 'paid', 'batch 1', 25, null, now())", [line?.payout_id]);
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
  return [...new Set(found.map((alarm) => alarm.split(' ')[0] ?? ''))].sort();
}

const one = (kind: string, account: string) =>
  `(posting.transaction_id, posting.account_id) = (select entry.id, account.id from ledger.transactions entry
     join ledger.postings leg on leg.transaction_id = entry.id join ledger.accounts account on account.id = leg.account_id
    where entry.kind = '${kind}' and account.kind = '${account}' order by entry.id limit 1)`;

test('a clean ledger raises no alarm, for the audit role too', async () => {
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
    'an altered posting of the platform',
    `update ledger.postings posting set amount_cents = amount_cents - 1 where ${one('reward', 'reward_expense')}`,
    ['A1', 'A4', 'A9'],
  ],
  [
    'a removed posting',
    `delete from ledger.postings posting where ${one('payout_completion', 'pending')}`,
    ['A1', 'A2', 'A3', 'A4'],
  ],
  [
    'a removed entry whose postings remain',
    "delete from ledger.transactions where kind = 'payout_rejection'",
    ['A2', 'A7'],
  ],
  [
    'a raised balance',
    "update ledger.accounts set balance_cents = balance_cents + 1 where kind = 'available'",
    ['A3', 'A9'],
  ],
  [
    'a raised pending balance',
    "update ledger.accounts set balance_cents = balance_cents + 1 where kind = 'pending'",
    ['A3', 'A5', 'A9'],
  ],
  [
    'a review approved without a reward',
    "update reviews set status = 'approved', earned_cents = 600, decided_at = now() where status = 'pending'",
    ['A6'],
  ],
  [
    'a reward kept for a review that was reversed',
    "update reviews set status = 'pending', earned_cents = 0, decided_at = null where status = 'approved'",
    ['A6'],
  ],
  [
    'a review earning more than its reward',
    "update reviews set earned_cents = 9000 where status = 'approved'",
    ['A6'],
  ],
  [
    'raised earnings of a profile',
    'update profiles set total_earnings_cents = total_earnings_cents + 1',
    ['A6'],
  ],
  [
    'a payout marked completed',
    "update payout_requests set status = 'completed', processed_at = now(), decided_by = (select user_id from user_roles limit 1) where status = 'pending'",
    ['A5', 'A7'],
  ],
  [
    'a payout marked rejected after it was completed',
    "update payout_requests set status = 'rejected', decision_reason = 'x' where status = 'completed'",
    ['A11', 'A7'],
  ],
  [
    'a raised payout amount',
    "update payout_requests set amount_cents = amount_cents + 1 where status = 'pending'",
    ['A5', 'A7'],
  ],
  [
    'a canceled payout marked rejected',
    "update payout_requests set status = 'rejected', decided_by = (select user_id from user_roles limit 1), decision_reason = 'x' where status = 'cancelled'",
    ['A7'],
  ],
  [
    'a returned payout marked completed',
    "update payout_requests set status = 'completed', returned_by = null, returned_at = null, return_reason = null where status = 'returned'",
    ['A11', 'A7'],
  ],
  ['a changed correction amount', 'update ledger.corrections set amount_cents = amount_cents + 1', ['A9']],
  ['a removed test grant', 'delete from ledger.test_grants', ['A9']],
  [
    'a debt older than 90 days',
    "update ledger.transactions set created_at = created_at - interval '91 days' where kind = 'reward_reversal'",
    ['A10'],
  ],
  [
    'another amount sent to the bank',
    'update payout_export_lines set amount_cents = amount_cents + 1',
    ['A11'],
  ],
  [
    'a failed transfer whose money was not returned',
    "update payout_transfers set transfer = 'failed', reason = 'x', ended_at = now() where transfer = 'paid'",
    ['A11'],
  ],
  [
    'a payout marked paid whose money was returned',
    "update payout_transfers set transfer = 'paid', reason = null, ended_at = now() where payee_id is not null and payout_id in (select id from payout_requests where status = 'returned')",
    ['A11'],
  ],
  ['an unbooked cost', 'update payout_transfers set cost_cents = 30 where cost_cents = 25', ['A11']],
  ['a removed line of an export', 'delete from payout_export_lines', ['A11']],
  [
    'a payout completed without an export',
    `insert into payout_requests (listener_id, amount_cents, status, request_key, processed_at, decided_by)
     select listener_id, 900, 'completed', gen_random_uuid(), now() - interval '1 day', decided_by
       from payout_requests where status = 'completed' limit 1`,
    ['A11', 'A7'],
  ],
])('the audit finds %s', async (_what, statement, rules) => {
  expect(await afterForging(statement)).toEqual(rules);
});

test('the audit finds balances below their minimum', async () => {
  const overdrawn =
    "update ledger.accounts set balance_cents = -balance_cents where kind in ('pending', 'owed')";
  expect(await afterForging(overdrawn, true)).toEqual(['A3', 'A5', 'A8', 'A9']);
});
