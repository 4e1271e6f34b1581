import type { Transaction } from '../adapters/database/database.ts';
import type { Dependencies } from '../dependencies.ts';
import { comparedCopies, copyingOf } from '../relations/copying-rules.ts';
import { recordHabit } from '../relations/record-evidence.ts';
import { relateTexts } from '../relations/relate-texts.ts';
import { lastCopied, markCopied } from './review-texts-store.ts';

interface CopiedReview {
  readonly reviewId: string;
  readonly listenerId: string;
  readonly createdAt: Date;
  /** When this text was sent, with the review or with an appeal. */
  readonly textAt: Date;
}

/** Records that a review nearly equals earlier ones of these authors. Only a listener who copies again is related to them. */
export async function recordCopy(
  tx: Transaction,
  deps: Pick<Dependencies, 'keys' | 'clock'>,
  { textAt, ...review }: CopiedReview,
  authors: readonly string[],
): Promise<void> {
  const { listenerId } = review;
  const others = authors.filter((id) => id !== listenerId);
  if (others.length === 0) return;
  await markCopied.run(tx, { reviewId: review.reviewId });
  const last = await lastCopied.all(tx, { ...review, most: comparedCopies });
  const { relates, isHabit } = copyingOf(last.map(({ isCopied }) => isCopied));
  if (relates) await relateTexts(tx, listenerId, others, textAt);
  if (isHabit) await recordHabit(tx, deps, listenerId, { kind: 'copying', manner: 'near_equal' });
}
