import { dayMilliseconds } from '#contract/day-milliseconds.ts';
import type { Transaction } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Client } from '../../foundation/caller.ts';
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

/** Records that an account brings its texts finished, again and again. Strangers may too, so it relates no accounts by itself. */
export async function recordTypingHabit(
  tx: Transaction,
  { keys, clock }: Pick<Dependencies, 'keys' | 'clock'>,
  userId: string,
  brought: Brought,
): Promise<void> {
  await storeEvidence.run(tx, {
    userId,
    kinds: ['typing'],
    marks: [fingerprint(keys, `typing ${brought}`)],
    tracksServed: 0,
    reviewsSent: 0,
    now: clock.now(),
  });
}

/** The most authors of earlier texts that one text relates its sender to. */
const mostAuthors = 5;

/**
 * Relates the sender of a text to the authors of earlier texts that say the same, unless it is the sender's first such text: two
 * people with few words for the same music may meet once by chance. Being copied does not relate an author.
 */
export async function relateTexts(
  tx: Transaction,
  { reviewId, listenerId, textAt }: { reviewId: string; listenerId: string; textAt: Date },
  earlierAuthors: readonly string[],
): Promise<void> {
  const otherIds = [...new Set(earlierAuthors)].filter((id) => id !== listenerId).slice(0, mostAuthors);
  if (otherIds.length > 0) await relateByText.run(tx, { reviewId, listenerId, otherIds, now: textAt });
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
