import { countWords, minimumReviewWords } from '#contract/business-rules.ts';
import { mendableUntil } from '#contract/reviewing/reviews/rejection-reasons.ts';
import type { OwnReview } from '#contract/reviewing/reviews/reviews.ts';
import type { Transaction } from '../../adapters/database/database.ts';
import { enqueue } from '../../adapters/jobs/job-queue.ts';
import type { Dependencies } from '../../dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { forgetTypingOf } from '../../trust/linked-accounts/typing-of.ts';
import { dropFindings } from './judging-store.ts';
import { indexMendedText } from './near-equal-texts.ts';
import { toOwnReview } from './own-reviews.ts';
import { ownReviewById, recordAppeal, reviewToAppeal } from './review-store.ts';

interface Appeal {
  readonly appeal: string;
  readonly comment?: string | undefined;
}

type Appealed = Awaited<ReturnType<typeof reviewToAppeal.only>>;

/**
 * Appeals the rejection of the listener's own review, with or without a new text. A new text replaces the old one in the same
 * review, and every rule checks it before an admin decides.
 * @throws Refusal not_found for a review that is not theirs, cannot_appeal, cannot_mend, review_too_short
 */
export function appealReview(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  listenerId: string,
  id: string,
  { appeal, comment }: Appeal,
): Promise<OwnReview> {
  const now = clock.now();
  return database.transaction(async (tx) => {
    const review = (await reviewToAppeal.one(tx, { id, listenerId })) ?? refuse('not_found');
    const mended = comment === undefined || comment === review.comment ? null : comment;
    const recorded = await recordAppeal.run(tx, { id, listenerId, appeal, mended, now });
    if (recorded === 0) refuse('cannot_appeal');
    if (mended !== null) await takeMended(tx, id, review, mended, now);
    return toOwnReview(await ownReviewById.only(tx, { id }), now);
  });
}

async function takeMended(
  tx: Transaction,
  id: string,
  { decisionReason, decidedAt }: Appealed,
  mended: string,
  now: Date,
): Promise<void> {
  const until = decidedAt && mendableUntil(decisionReason, decidedAt);
  if (!until || now >= until) refuse('cannot_mend');
  const words = countWords(mended);
  if (words < minimumReviewWords) refuse('review_too_short', { words });
  await dropFindings.run(tx, { reviewId: id });
  await forgetTypingOf(tx, id);
  await indexMendedText(tx, { reviewId: id, comment: mended, sentAt: now });
  await enqueue(tx, { name: 'judge-review', payload: { reviewId: id }, key: `judge-review:${id}` });
}
