import { randomUUID } from 'node:crypto';
import type { Queryable } from '#server/adapters/database/database.ts';
import { type Row, sql, sqlRow } from '#tests/support/world/sql.ts';

// The doors of the ledger as the server calls them.

type Call = Promise<Row>;

export const approve = (db: Queryable, review: string, by: string | null = null): Call =>
  sqlRow(db, 'select * from ledger.approve_review($1, $2)', [review, by]);

export const reject = (db: Queryable, review: string, by: string | null = null): Call =>
  sqlRow(db, "select * from ledger.reject_review($1, $2, 'off_topic', 'It speaks of another song.')", [
    review,
    by,
  ]);

export const reverse = (db: Queryable, review: string, by: string | null): Call =>
  sqlRow(db, "select * from ledger.reverse_review($1, $2, 'copied', 'The same text as three others.')", [
    review,
    by,
  ]);

export const takeBack = (db: Queryable, review: string, by: string): Call =>
  sqlRow(db, 'select * from ledger.take_approval_back($1, $2)', [review, by]);

export const request = (db: Queryable, listener: string, key: string = randomUUID()): Call =>
  sqlRow(db, 'select * from ledger.request_payout($1, $2)', [listener, key]);

export const decide = (
  db: Queryable,
  payout: unknown,
  by: string,
  decision: 'completed' | 'rejected',
): Call =>
  sqlRow(db, "select * from ledger.decide_payout($1, $2, $3, 'The account is not theirs.')", [
    payout,
    by,
    decision,
  ]);

export const cancel = (db: Queryable, payout: unknown, listener: string): Call =>
  sqlRow(db, 'select * from ledger.cancel_payout($1, $2)', [payout, listener]);

export const giveBack = (db: Queryable, payout: unknown, by: string): Call =>
  sqlRow(db, "select * from ledger.return_payout($1, $2, 'The bank does not know the account.', now())", [
    payout,
    by,
  ]);

export const correct = (
  db: Queryable,
  listener: string,
  cents: number,
  by: string,
  key: string = randomUUID(),
): Call =>
  sqlRow(db, "select * from ledger.correct_balance($1, $2, 'Paid by hand in a former month.', $3, $4)", [
    listener,
    cents,
    by,
    key,
  ]);

export const decideCorrection = (
  db: Queryable,
  correction: unknown,
  by: string,
  decision: 'booked' | 'declined',
): Call => sqlRow(db, 'select * from ledger.decide_correction($1, $2, $3)', [correction, by, decision]);

export const grantTestFunds = (
  db: Queryable,
  listener: string,
  by: string,
  key: string = randomUUID(),
): Call => sqlRow(db, 'select * from ledger.grant_test_funds($1, $2, $3)', [listener, by, key]);

/** Available, pending and owed, in cents; null before the first money. */
export async function walletOf(db: Queryable, listener: string): Promise<readonly unknown[] | null> {
  const accounts = await sql(db, 'select kind, balance_cents from ledger.accounts where listener_id = $1', [
    listener,
  ]);
  if (accounts.length === 0) return null;
  return ['available', 'pending', 'owed'].map((kind) => accounts.find((a) => a.kind === kind)?.balance_cents);
}

/** What one approved review earns from now on; the owner of the database sets it. */
export const setReward = (owner: Queryable, cents: number) =>
  sql(owner, 'update ledger.rates set reward_cents = $1', [cents]);
