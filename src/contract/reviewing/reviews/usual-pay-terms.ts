import { minimumPayout } from '../../business-rules.ts';
import { standingBounds } from '../../trust/standing/standing-bounds.ts';
import type { PayTerms } from './pay-terms.ts';

/** The terms of a server with usual settings. */
export const usualPayTerms: PayTerms = {
  medianCentsPerHour: null,
  reviewsADay: standingBounds.newReviewsADay,
  firstPayoutCents: minimumPayout,
};
