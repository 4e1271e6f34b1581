import { type Act, answerOnce } from '../../adapters/database/answer-once.ts';
import type { Transaction } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../dependencies.ts';

/** An admin's act on a user's money: which admin, under which idempotency key. */
export interface MoneyAct {
  readonly admin: string;
  readonly key: string;
}

/**
 * Runs the act once in one transaction. The same key returns the first result.
 * @throws Refusal key_reused with another request
 */
export function moneyAct<Result>(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  { admin, key }: MoneyAct,
  { call, request }: Pick<Act, 'call' | 'request'>,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const act = { userId: admin, call, key, request, now: clock.now() };
  return database.transaction((tx) => answerOnce(tx, act, () => work(tx)));
}
