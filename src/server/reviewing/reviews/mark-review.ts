import type { ReviewMark } from '#contract/reviewing/reviews/review-marks.ts';
import type { Dependencies } from '../../dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { dropMark, markableReview, saveMark, takeMarkBack } from './review-marks-store.ts';

/**
 * Stores an artist's private mark of a review of their own track; null removes it. The listener only sees totals over
 * many artists.
 * @throws Refusal not_found
 */
export function markReview(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  artistId: string,
  reviewId: string,
  mark: ReviewMark | null,
): Promise<{ mark: ReviewMark | null }> {
  const now = clock.now();
  return database.transaction(async (tx) => {
    const review = await markableReview.one(tx, { reviewId });
    if (review?.artistId !== artistId) refuse('not_found');
    if (mark === null) {
      await dropMark.run(tx, { reviewId });
      await takeMarkBack.run(tx, { reviewId, now });
    } else {
      const markReason = mark.kind === 'not_useful' ? mark.reason : null;
      await saveMark.run(tx, { reviewId, mark: mark.kind, markReason, now });
    }
    return { mark };
  });
}
