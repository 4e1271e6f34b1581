import type { Transaction } from '../adapters/database/database.ts';
import { type Act, answerOnce } from '../adapters/idempotency/answer-once.ts';
import type { Dependencies } from '../dependencies.ts';
import { refuse } from '../refusals.ts';

/** An admin's act on somebody's money: who, under which key. */
export interface MoneyAct {
  readonly admin: string;
  readonly key: string;
}

/** Does it once in one transaction: the same key gets the first answer again, with another request 'key_reused'. */
export function moneyAct<Kept>(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  { admin, key }: MoneyAct,
  { call, request }: Pick<Act, 'call' | 'request'>,
  work: (tx: Transaction) => Promise<Kept>,
): Promise<Kept> {
  const act = { userId: admin, call, key, request, now: clock.now() };
  return database.transaction((tx) => answerOnce(tx, act, () => work(tx)));
}

/** Refuses what the ledger refuses every such act for; anything else is a fault of ours. */
export function refuseOutcome(outcome: string, status: string | null): never {
  switch (outcome) {
    case 'missing':
      return refuse('not_found');
    case 'own':
      return refuse('own_decision');
    case 'not_admin':
      return refuse('access_denied');
    case 'conflict':
      return refuse('already_decided', { status: status ?? 'decided' });
    case 'below_zero':
      return refuse('below_zero');
    case 'second_needed':
      return refuse('second_admin_needed');
    case 'key_reused':
      return refuse('key_reused');
    default:
      throw new Error(`The ledger answered with: ${outcome}`);
  }
}
