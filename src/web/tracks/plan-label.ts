import type { UploadEligibility } from '#contract/subscriptions.ts';

/** The upload allowance in a few words: `3/5 uploads`, `3/Unlimited uploads`, `1 credit remaining`. */
export function planLabel(eligibility: UploadEligibility): string {
  const { source, uploadsUsed, uploadsLimit, creditsRemaining } = eligibility;
  if (source === 'subscription') return `${uploadsUsed}/${uploadsLimit ?? 'Unlimited'} uploads`;
  return `${creditsText(creditsRemaining)} remaining`;
}

export const creditsText = (count: number): string => `${count} ${count === 1 ? 'credit' : 'credits'}`;
