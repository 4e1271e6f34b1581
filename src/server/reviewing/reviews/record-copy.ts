import type { Transaction } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { comparedCopies, copyingOf } from '../../trust/linked-accounts/copying-rules.ts';
import { recordHabit, relateTexts } from '../../trust/linked-accounts/record-evidence.ts';
import { copiedAround, lockCopies, markCopied } from './review-texts-store.ts';

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
  // Two copies judged concurrently would each miss the other. The transaction holds no other lock yet.
  await lockCopies.only(tx, { listenerId });
  await markCopied.run(tx, { reviewId: review.reviewId });
  const around = await copiedAround.all(tx, { ...review, beside: comparedCopies - 1 });
  const { relates, isHabit } = copyingOf(around.map(({ isCopied }) => isCopied));
  if (relates) await relateTexts(tx, listenerId, others, textAt);
  if (isHabit) await recordHabit(tx, deps, listenerId, { kind: 'copying', manner: 'near_equal' });
}
