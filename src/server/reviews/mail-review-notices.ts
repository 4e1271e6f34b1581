import { reviewDecidedMail, reviewReceivedMail } from '../accounts/notice-texts.ts';
import { queueNotice } from '../accounts/queue-notice.ts';
import type { Dependencies } from '../dependencies.ts';
import { decidedReview, receivedReview } from './review-notices-store.ts';

/** The jobs' names in the queue; the database enqueues them with every row. Their payload is `{ reviewId }`. */
export const mailReviewReceivedJob = 'mail-review-received';
export const mailReviewDecidedJob = 'mail-review-decided';

type Needs = Pick<Dependencies, 'database' | 'clock' | 'config'>;

/** Queues the notice of a new review to the track's artist, once, unless the artist has switched it off. */
export function mailReviewReceived(deps: Needs, reviewId: string): Promise<void> {
  return deps.database.transaction(async (tx) => {
    const review = await receivedReview.one(tx, { reviewId });
    if (!review) return;
    await queueNotice(tx, deps, {
      userId: review.artistId,
      kind: 'review_received',
      event: reviewId,
      mail: reviewReceivedMail(deps.config.publicUrl, review),
    });
  });
}

/** Queues the notice of a decision to the review's listener, once for each decision, unless it is switched off. */
export function mailReviewDecided(deps: Needs, reviewId: string): Promise<void> {
  return deps.database.transaction(async (tx) => {
    const review = await decidedReview.one(tx, { reviewId });
    if (!review) return;
    await queueNotice(tx, deps, {
      userId: review.listenerId,
      kind: 'review_decided',
      event: `${reviewId}:${review.decidedAt.getTime()}`,
      mail: reviewDecidedMail(deps.config.publicUrl, review),
    });
  });
}
