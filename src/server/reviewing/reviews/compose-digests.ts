import { cents } from '#contract/cents.ts';
import { reviewsApprovedMail, reviewsReceivedMail } from '../../identity/emails/digest-mails.ts';
import type { ComposeDigest } from '../../identity/emails/digests.ts';
import { approvedReviews, lastReviewAt, receivedReviews } from './review-store.ts';

/** The digest of new reviews for an artist. */
export const composeReceived: ComposeDigest = async (tx, { publicUrl, userId, thingIds }) => {
  const reviews = await receivedReviews.all(tx, { artistId: userId, ids: [...thingIds] });
  const [first, ...others] = reviews;
  if (!first) return undefined;
  return {
    mail: reviewsReceivedMail(publicUrl, first, others),
    thingIds: reviews.map(({ id }) => id),
    lastActAt: null,
  };
};

/** The digest of approved reviews for a listener, sent when their sitting is over. */
export const composeApproved: ComposeDigest = async (tx, { publicUrl, userId, thingIds }) => {
  const reviews = await approvedReviews.all(tx, { listenerId: userId, ids: [...thingIds] });
  if (reviews.length === 0) return undefined;
  const earned = cents(reviews.reduce((sum, { earnedCents }) => sum + earnedCents, 0));
  const { at: lastActAt } = await lastReviewAt.only(tx, { listenerId: userId });
  return {
    mail: reviewsApprovedMail(publicUrl, reviews, earned),
    thingIds: reviews.map(({ id }) => id),
    lastActAt,
  };
};
