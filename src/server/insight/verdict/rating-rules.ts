import type { RatingVerdict } from '#contract/insight/verdict/verdict.ts';
import { fewestForRating } from '#contract/insight/verdict/verdict-rules.ts';
import {
  estimateRating,
  ratingAgainstMost,
  reviewsToSettle,
  type StarSummary,
  summarizeStars,
} from '../../statistics/ratings.ts';
import type { KeptVerdict } from './kept-verdict-rules.ts';

const summaryOf = (stars: readonly number[]): StarSummary =>
  summarizeStars(stars.flatMap((count, place) => Array.from({ length: count }, () => place + 1)));

/**
 * The mean of the stars with its interval. Null below five reviews.
 * @param stars the number of one, two, ... five star reviews
 */
export function ratingVerdict(
  stars: readonly number[],
  kept: KeptVerdict['ratingPool'],
): RatingVerdict | null {
  const summary = summaryOf(stars);
  if (summary.n < fewestForRating) return null;
  const pool = kept?.pool ?? null;
  const { low, high } = estimateRating(summary, pool);
  return {
    mean: summary.mean,
    interval: { low, high },
    more: reviewsToSettle(summary, pool),
    comparison:
      kept === null
        ? null
        : {
            genre: kept.genre,
            tracks: kept.tracks,
            mean: kept.pool.mean,
            claim: ratingAgainstMost(summary, kept.pool),
          },
  };
}
