import type { plans } from '#contract/business-rules.ts';

/** How many reviews a plan includes, for its card. */
export const planReviewsText = ({
  reviewTarget,
  includedReviews,
}: Pick<(typeof plans)[keyof typeof plans], 'reviewTarget' | 'includedReviews'>): string =>
  `Up to ${reviewTarget} reviews for each track, ${includedReviews} a month in all.`;
