import { plans } from '#contract/business-rules.ts';
import { reviewsText } from '#contract/plans/offer-texts.ts';
import type { UploadEligibility } from '#contract/plans/subscriptions.ts';

/**
 * The upload allowance in a few words: `Indie: 1/2 uploads`, `Icon: 3/Unlimited uploads`, `1 credit remaining`. Plans
 * also show the credits, if limited and any, and whether the next upload uses one. Beside them stand the reviews left, if any or on a plan.
 */
export function planLabel(eligibility: UploadEligibility): string[] {
  const { plan, uploadsUsed, uploadsLimit, creditsRemaining, balance, source, freeUploads } = eligibility;
  const credits = `${creditsText(creditsRemaining)} remaining`;
  const reviews = `${reviewsText(balance.left)} left`;
  if (plan === null) return balance.left === 0 ? [credits] : [credits, reviews];
  const name = `${plans[plan].label}${plan === 'icon' ? ' (trial)' : ''}`;
  const uploads = `${name}: ${uploadsUsed}/${uploadsLimit ?? 'Unlimited'} uploads`;
  return [
    uploads,
    reviews,
    ...(uploadsLimit !== null && creditsRemaining > 0 ? [credits] : []),
    ...(source === 'credits' ? [usesText(freeUploads.left)] : []),
  ];
}

/** The free one is used first (decisions 3). */
const usesText = (freeLeft: number): string =>
  freeLeft > 0 ? 'This upload uses this month’s free credit' : 'This upload uses a credit';

const creditsText = (count: number): string => `${count} ${count === 1 ? 'credit' : 'credits'}`;
