import { minimumPayout, payoutBusinessDays, rewardPerReview } from '#contract/business-rules.ts';
import { cents, formatCents } from '#contract/cents.ts';
import type { Cents } from '#contract/primitives.ts';
import { type PayTerms, reviewMinutes } from '#contract/reviewing/reviews/pay-terms.ts';

const counts = ['no', 'one', 'two', 'three', 'four', 'five'] as const;
const wholeDollars = (amount: Cents): string => formatCents(amount).replace(/\.00$/, '');
const perHour = (minutes: number): string =>
  wholeDollars(cents(Math.round((rewardPerReview * 60) / minutes)));
const { least, most } = reviewMinutes;
const reviewsFor = (amount: Cents): number => Math.ceil(amount / rewardPerReview);

const limits = ({ reviewsADay }: PayTerms): string =>
  `at most ${reviewsADay} reviews a day at first; ${formatCents(minimumPayout)} after ${reviewsFor(minimumPayout)} reviews.`;

/** What an hour pays, while there is no median. */
export const payEstimate = (terms: PayTerms): string =>
  `A review takes ${counts[least]} to ${counts[most]} minutes, so about ${perHour(most)} to ${perHour(least)} an hour; ${limits(terms)}`;

/** The same from real reviews, and shorter, so that it fits into the place of the estimate; empty without a median. */
export const payMedian = (terms: PayTerms): string =>
  terms.medianCentsPerHour === null
    ? ''
    : `Median pay in the last 30 days: ${formatCents(terms.medianCentsPerHour)} an hour; ${limits(terms)}`;

/** Five business days take a week. */
const decisionDays = payoutBusinessDays.most + 2;

/** When the first payout can arrive, for a new listener who sends as many reviews as they may. */
export function firstPayout({ reviewsADay, firstPayoutCents }: PayTerms): string {
  const days = Math.ceil(reviewsFor(firstPayoutCents) / reviewsADay) + decisionDays;
  return `The first payout can arrive about ${days} days after the first review.`;
}
