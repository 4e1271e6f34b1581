import { plans } from '#contract/business-rules.ts';
import type { UploadEligibility } from '#contract/subscriptions.ts';

/**
 * What the artist may upload, in a few words: `Indie: 1/2 uploads`, `Icon: 3/Unlimited uploads`, `1 credit remaining`.
 * With a limited plan, credits are named as well if any are left.
 */
export function planLabel(eligibility: UploadEligibility): string[] {
  const { plan, uploadsUsed, uploadsLimit, creditsRemaining } = eligibility;
  const credits = `${creditsText(creditsRemaining)} remaining`;
  if (plan === null) return [credits];
  const name = `${plans[plan].label}${plan === 'icon' ? ' (trial)' : ''}`;
  const uploads = `${name}: ${uploadsUsed}/${uploadsLimit ?? 'Unlimited'} uploads`;
  return uploadsLimit !== null && creditsRemaining > 0 ? [uploads, credits] : [uploads];
}

const creditsText = (count: number): string => `${count} ${count === 1 ? 'credit' : 'credits'}`;
