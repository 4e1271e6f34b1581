import type { Transaction } from '../adapters/database/database.ts';
import type { Client } from '../caller.ts';
import type { Dependencies } from '../dependencies.ts';
import { emailOf, keepEvidence } from './evidence-store.ts';
import { marksOf } from './marks.ts';

interface Act {
  readonly userId: string;
  readonly client: Client;
  readonly act: 'served' | 'sent' | 'uploaded';
}

/**
 * Records the marks of a request in its transaction: for a track that was served or uploaded, or a submitted review. Payees are
 * known from the payout destinations.
 */
export async function recordEvidence(
  tx: Transaction,
  { keys, clock }: Pick<Dependencies, 'keys' | 'clock'>,
  { userId, client, act }: Act,
): Promise<void> {
  const { emailNormalized } = await emailOf.only(tx, { userId });
  const marks = marksOf(keys, client, emailNormalized);
  await keepEvidence.run(tx, {
    userId,
    kinds: marks.map(({ kind }) => kind),
    marks: marks.map(({ mark }) => mark),
    tracksServed: act === 'served' ? 1 : 0,
    reviewsSent: act === 'sent' ? 1 : 0,
    now: clock.now(),
  });
}
