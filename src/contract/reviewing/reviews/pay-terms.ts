import type { Cents } from '../../primitives.ts';

// Kept apart from the schemas, so that the landing page loads no schema library.

/** What someone should know about the pay before signing up as a listener. */
export interface PayTerms {
  /** Over the last 30 days; null before there are `leastReviewsForPay` approved reviews in them. */
  readonly medianCentsPerHour: Cents | null;
  /** A new listener's reviews in 24 hours. */
  readonly reviewsADay: number;
  /** The smallest amount that is sent. */
  readonly firstPayoutCents: Cents;
}

export const payPath = '/api/pay';
export const leastReviewsForPay = 200;
/** How long a review takes, in minutes, while there is no median. */
export const reviewMinutes = { least: 2, most: 3 } as const;
