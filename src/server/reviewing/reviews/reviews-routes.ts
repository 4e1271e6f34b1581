import type { Dependencies } from '../../dependencies.ts';
import type { Handlers } from '../../foundation/handlers.ts';
import { sharedRead } from '../../foundation/work-queue.ts';
import { appealReview } from './appeal-review.ts';
import { keepDraft, readDraft } from './drafts.ts';
import { listTrackReviews } from './list-track-reviews.ts';
import { markReview } from './mark-review.ts';
import { listOwnReviews, listReviewedTracks, readReviewStats } from './own-reviews.ts';
import { pressReview } from './press-review.ts';
import { readAnalytics } from './read-analytics.ts';
import { readPay, readSitting } from './read-pay.ts';
import { submitReview } from './submit-review.ts';

/** It reads a month of reviews, for every visitor of the landing page. */
const payKeptMilliseconds = 600_000;

export function reviewsRoutes(deps: Dependencies): Handlers<'reviews'> {
  const pay = sharedRead(() => readPay(deps), payKeptMilliseconds);
  return {
    submitReview: ({ caller, client, body, idempotencyKey: key, onRepeat }) =>
      submitReview(deps, { listenerId: caller.userId, client }, body, { key, onRepeat }),
    listOwnReviews: ({ caller, query }) => listOwnReviews(deps, caller.userId, query.cursor),
    listReviewedTracks: ({ caller, body }) => listReviewedTracks(deps, caller.userId, body.trackIds),
    appealReview: ({ caller, params, body }) => appealReview(deps, caller.userId, params.reviewId, body),
    readReviewStats: ({ caller }) => readReviewStats(deps, caller.userId),
    readSitting: ({ caller }) => readSitting(deps, caller.userId),
    readPay: () => pay(),
    listTrackReviews: ({ caller, params, query }) => listTrackReviews(deps, caller, params.trackId, query),
    readDraft: ({ caller, params }) => readDraft(deps, caller.userId, params.trackId),
    keepDraft: ({ caller, params, body }) => keepDraft(deps, caller.userId, params.trackId, body),
    markReview: ({ caller, params, body }) => markReview(deps, caller.userId, params.reviewId, body.mark),
    pressReview: ({ caller, params, body }) =>
      pressReview(deps, caller.userId, params.reviewId, body.pressed),
    readAnalytics: ({ caller, query }) => readAnalytics(deps, caller.userId, query.trackId),
  };
}
