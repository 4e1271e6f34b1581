import { plans } from '#contract/business-rules.ts';
import type { UploadEligibility } from '#contract/plans/subscriptions.ts';

/**
 * The upload allowance in a few words: `Indie: 1/2 uploads`, `Icon: 3/Unlimited uploads`, `1 credit remaining`. Plans
 * also show the reviews left in the period, limited ones the credits, if any, and whether the next upload uses one.
 */
export function planLabel(eligibility: UploadEligibility): string[] {
  const { plan, uploadsUsed, uploadsLimit, creditsRemaining, includedReviews, source } = eligibility;
  const credits = `${creditsText(creditsRemaining)} remaining`;
  if (plan === null) return [credits];
  const name = `${plans[plan].label}${plan === 'icon' ? ' (trial)' : ''}`;
  const uploads = `${name}: ${uploadsUsed}/${uploadsLimit ?? 'Unlimited'} uploads`;
  return [
    uploads,
    ...(includedReviews === null
      ? []
      : [`${includedReviews.left} of ${includedReviews.included} reviews left`]),
    ...(uploadsLimit !== null && creditsRemaining > 0 ? [credits] : []),
    ...(source === 'credits' ? ['This upload uses a free credit'] : []),
  ];
}

const creditsText = (count: number): string => `${count} ${count === 1 ? 'credit' : 'credits'}`;
