import type { Dependencies } from '../../dependencies.ts';
import { reviewReceivedMail } from '../../identity/emails/notice-texts.ts';
import { queueNotice } from '../../identity/emails/queue-mail.ts';
import { receivedReview } from './review-store.ts';

/** The job's name in the queue; the database enqueues it with every row. Its payload is `{ reviewId }`. */
export const mailReviewReceivedJob = 'mail-review-received';

type Needs = Pick<Dependencies, 'database' | 'clock' | 'config' | 'keys'>;

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
