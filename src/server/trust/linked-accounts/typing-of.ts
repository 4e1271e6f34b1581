import type { TypingCounts } from '#contract/reviewing/reviews/typing-counts.ts';
import type { Queryable, Transaction } from '../../adapters/database/database.ts';
import { dropTyping, insertTyping, lastTypings } from './evidence-store.ts';
import { comparedTypings, type TypingHabit, typingHabit } from './typing-rules.ts';

interface SentReview {
  readonly reviewId: string;
  readonly listenerId: string;
  readonly sentAt: Date;
}

/** Stores the typing counts of a review in the transaction of the review. */
export async function keepTyping(
  tx: Transaction,
  { reviewId, listenerId, sentAt }: SentReview,
  comment: string,
  counts: TypingCounts,
): Promise<void> {
  const sentLetters = [...comment].length;
  await insertTyping.run(tx, { reviewId, listenerId, sentLetters, ...counts, now: sentAt });
}

/** An edited text comes from the appeal form, which does not count typing. */
export async function forgetTypingOf(tx: Transaction, reviewId: string): Promise<void> {
  await dropTyping.run(tx, { reviewId });
}

/** Whether the listener repeatedly pastes finished texts, up to this review. */
export async function typingHabitAt(db: Queryable, review: SentReview): Promise<TypingHabit> {
  const last = await lastTypings.all(db, { ...review, most: comparedTypings });
  return typingHabit(last[0]?.isThis ? last : [null, ...last]);
}
