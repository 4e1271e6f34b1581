import type { ReviewStats } from '#contract/reviewing/reviews/reviews.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { reviewStats } from './review-store.ts';

/** Sums over the listener's reviews and listening. */
export async function readReviewStats(deps: Dependencies, listenerId: string): Promise<ReviewStats> {
  const row = await reviewStats.only(deps.database, { listenerId });
  return {
    totalReviews: row.total,
    averageRatingGiven: row.average,
    totalEarnedCents: row.earnedCents,
    listeningHours: row.playSeconds / 3600,
  };
}
