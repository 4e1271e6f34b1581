import type { OwnReview } from '#contract/reviews.ts';
import type { Dependencies } from '../dependencies.ts';
import { refuse } from '../refusals.ts';
import { toOwnReview } from './own-review.ts';
import { ownReviewById, recordAppeal, reviewListener } from './review-store.ts';

/**
 * Appeals the rejection of the listener's own review. Refuses 'not_found' for a review that is not theirs, and
 * 'cannot_appeal' when it was not rejected or has been appealed.
 */
export function appealReview(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  listenerId: string,
  id: string,
  appeal: string,
): Promise<OwnReview> {
  return database.transaction(async (tx) => {
    const review = await reviewListener.one(tx, { id });
    if (review?.listenerId !== listenerId) refuse('not_found');
    const recorded = await recordAppeal.run(tx, { id, listenerId, appeal, now: clock.now() });
    if (recorded === 0) refuse('cannot_appeal');
    return toOwnReview(await ownReviewById.only(tx, { id }));
  });
}
