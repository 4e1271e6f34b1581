import type { Transaction } from '../../adapters/database/database.ts';
import type { Client } from '../../foundation/caller.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { fingerprint } from '../../identity/limits/fingerprint.ts';
import { emailOf, keepEvidence } from './evidence-store.ts';
import { marksOf } from './marks.ts';
import type { Brought } from './typing-rules.ts';

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

/** How texts come about again and again. Strangers may share a habit, so it relates no accounts by itself. */
export interface Habit {
  readonly kind: 'typing' | 'copying';
  readonly manner: Brought | 'near_equal';
}

/** Records a habit of an account as a mark. */
export async function recordHabit(
  tx: Transaction,
  { keys, clock }: Pick<Dependencies, 'keys' | 'clock'>,
  userId: string,
  { kind, manner }: Habit,
): Promise<void> {
  await keepEvidence.run(tx, {
    userId,
    kinds: [kind],
    marks: [fingerprint(keys, `${kind} ${manner}`)],
    tracksServed: 0,
    reviewsSent: 0,
    now: clock.now(),
  });
}
