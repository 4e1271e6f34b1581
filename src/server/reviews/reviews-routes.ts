import type { Dependencies } from '../dependencies.ts';
import type { Handlers } from '../http/handlers.ts';
import { appealReview } from './appeal-review.ts';
import { listOwnReviews } from './list-own-reviews.ts';
import { listTrackReviews } from './list-track-reviews.ts';
import { readAnalytics } from './read-analytics.ts';
import { readReviewStats } from './read-review-stats.ts';
import { submitReview } from './submit-review.ts';

export const reviewsRoutes = (deps: Dependencies): Handlers<'reviews'> => ({
  submitReview: ({ caller, body, idempotencyKey: key, onRepeat }) =>
    submitReview(deps, caller.userId, body, { key, onRepeat }),
  listOwnReviews: ({ caller, query }) => listOwnReviews(deps, caller.userId, query.cursor),
  appealReview: ({ caller, params, body }) => appealReview(deps, caller.userId, params.reviewId, body.appeal),
  readReviewStats: ({ caller }) => readReviewStats(deps, caller.userId),
  listTrackReviews: ({ caller, params, query }) => listTrackReviews(deps, caller, params.trackId, query),
  readAnalytics: ({ caller, query }) => readAnalytics(deps, caller.userId, query.trackId),
});
