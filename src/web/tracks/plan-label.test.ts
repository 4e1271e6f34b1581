import { expect, it } from 'vitest';
import type { UploadEligibility } from '#contract/subscriptions.ts';
import { planLabel } from './plan-label.ts';

const withPlan: UploadEligibility = {
  plan: 'pro',
  uploadsLimit: 5,
  uploadsUsed: 3,
  canUpload: true,
  source: 'subscription',
  creditsRemaining: 1,
  isPlanPaused: false,
};

it.each([
  [withPlan, '3/5 uploads'],
  [{ ...withPlan, plan: 'unlimited', uploadsLimit: null } as const, '3/Unlimited uploads'],
  [{ ...withPlan, plan: null, source: 'credits' } as const, '1 credit remaining'],
  [{ ...withPlan, plan: null, source: 'none', creditsRemaining: 0 } as const, '0 credits remaining'],
])('the allowance of %o reads %s', (eligibility, label) => {
  expect(planLabel(eligibility)).toBe(label);
});
