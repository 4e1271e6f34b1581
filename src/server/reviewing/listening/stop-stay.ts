import type { Transaction } from '../../adapters/database/database.ts';
import { type Stay, type Stop, stopByNow } from './stay-rules.ts';
import { keepStay, lockStay, stayOf } from './stay-store.ts';

export interface StayOf {
  readonly trackId: string;
  readonly listenerId: string;
}

/** Ends a stay, unless it has already ended. */
export async function stopStay(
  tx: Transaction,
  of: StayOf,
  stay: Stay | undefined,
  { stop, now }: { readonly stop: Stop; readonly now: Date },
): Promise<void> {
  if (!stay || stay.stop !== null) return;
  await keepStay.run(tx, { ...of, ...stay, stop: stopByNow(stay, now) ?? stop });
}

/** Drafts reach the server a moment after typing, so text from before the choice may still arrive. */
const lateWordsMilliseconds = 10_000;

/** Ends the stay when the listener changes the draft: writing counts as having stopped listening. */
export async function stopByWriting(tx: Transaction, of: StayOf, now: Date): Promise<void> {
  const row = await lockStay.one(tx, of);
  const stay = row && stayOf(row);
  if (!stay?.chosenAt || now.getTime() - stay.chosenAt.getTime() < lateWordsMilliseconds) return;
  await stopStay(tx, of, stay, { stop: 'typed', now });
}
