import { createHash } from 'node:crypto';
import { refuse } from '../../foundation/refusals.ts';
import { bytes, json, nullable, text, timestamp, uuid } from './columns.ts';
import type { Queryable, Transaction } from './database.ts';
import { statement } from './statement.ts';

/** One act of one user. The client creates the key and keeps it across retries. */
export interface Act {
  readonly userId: string;
  readonly call: string;
  readonly key: string;
  readonly request: unknown;
  readonly now: Date;
  /** Called when the stored response is returned instead of doing the work. */
  readonly onRepeat?: () => void;
}

const takeKey = statement({
  takes: { userId: uuid, call: text, key: uuid, requestHash: bytes, now: timestamp },
  gives: {},
})`insert into idempotency_keys (user_id, call, key, request_hash, created_at)
   values (${'userId'}, ${'call'}, ${'key'}, ${'requestHash'}, ${'now'}) on conflict do nothing`;

const answerOfKey = statement({
  takes: { userId: uuid, call: text, key: uuid },
  gives: { requestHash: bytes, answer: nullable(json<unknown>()) },
})`select request_hash as "requestHash", answer from idempotency_keys
   where user_id = ${'userId'} and call = ${'call'} and key = ${'key'}`;

const storeAnswer = statement({
  takes: { userId: uuid, call: text, key: uuid, answer: json<unknown>() },
  gives: {},
})`update idempotency_keys set answer = ${'answer'}
   where user_id = ${'userId'} and call = ${'call'} and key = ${'key'}`;

const removeKeys = statement({
  takes: { before: timestamp },
  gives: {},
})`delete from idempotency_keys where created_at < ${'before'}`;

const keptMilliseconds = 72 * 3600 * 1000;

/** Deletes keys after 72 hours (money 8). Payout requests keep theirs in their own row forever. */
export const sweepKeys = (db: Queryable, now: Date): Promise<number> =>
  removeKeys.run(db, { before: new Date(now.getTime() - keptMilliseconds) });

/**
 * Runs `work` and stores its result under the act's key in the same transaction. A repeat gets the stored result
 * instead of a second effect; a concurrent repeat waits for the key's row. A refusal rolls the key back as well.
 * @throws Refusal key_reused if the key was used with another request
 */
export async function answerOnce<Kept>(
  transaction: Transaction,
  act: Act,
  work: () => Promise<Kept>,
): Promise<Kept> {
  const { userId, call, key, now } = act;
  const requestHash = createHash('sha256').update(JSON.stringify(act.request)).digest();
  const taken = await takeKey.run(transaction, { userId, call, key, requestHash, now });
  if (taken === 1) {
    const answer = await work();
    await storeAnswer.run(transaction, { userId, call, key, answer: JSON.stringify(answer) });
    return answer;
  }
  const kept = await answerOfKey.only(transaction, { userId, call, key });
  if (!kept.requestHash.equals(requestHash)) refuse('key_reused');
  act.onRepeat?.();
  // Stored by the first act with this key, whose work has this type; JSON turned dates into ISO strings.
  return kept.answer as Kept;
}
