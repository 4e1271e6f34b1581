import { dayMilliseconds } from '#contract/day-milliseconds.ts';
import type { Transaction } from '../../adapters/database/database.ts';
import type { Client } from '../../foundation/caller.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { fingerprint } from '../../identity/fingerprint.ts';
import { relateByText } from './cluster-store.ts';
import { emailOf, forgetAdminMarks, forgetEvidence, forgetTyping, storeEvidence } from './evidence-store.ts';
import { marksOf, startMarks } from './marks.ts';
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
  const { emailNormalized, createdAt } = await emailOf.only(tx, { userId });
  const marks = [
    ...marksOf(keys, client, emailNormalized),
    ...startMarks(keys, client, { createdAt, now: clock.now() }),
  ];
  await storeEvidence.run(tx, {
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
  await storeEvidence.run(tx, {
    userId,
    kinds: [kind],
    marks: [fingerprint(keys, `${kind} ${manner}`)],
    tracksServed: 0,
    reviewsSent: 0,
    now: clock.now(),
  });
}

/** The most authors of earlier texts that one text relates its sender to. */
const mostAuthors = 5;

/** Relates the sender of a text to the authors of earlier texts that say the same. Being copied does not relate an author. */
export async function relateTexts(
  tx: Transaction,
  userId: string,
  earlierAuthors: readonly string[],
  now: Date,
): Promise<void> {
  const others = [...new Set(earlierAuthors)].filter((id) => id !== userId).slice(0, mostAuthors);
  for (const otherId of others) await relateByText.run(tx, { userId, otherId, now });
}

const keptDays = 180;
const keptDaysAfterDeletion = 365;

/**
 * Deletes evidence older than 180 days, or for deleted accounts twelve months after the deletion. Typing counts are deleted
 * after 180 days, or with the account, and the marks of admins 180 days after their last act.
 */
export async function sweepEvidence({
  database,
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): Promise<void> {
  const now = clock.now().getTime();
  const before = new Date(now - keptDays * dayMilliseconds);
  await forgetTyping.run(database, { before });
  await forgetAdminMarks.run(database, { before });
  await forgetEvidence.run(database, {
    before,
    deletedBefore: new Date(now - keptDaysAfterDeletion * dayMilliseconds),
  });
}
