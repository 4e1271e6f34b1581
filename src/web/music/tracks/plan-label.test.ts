import { expect, it } from 'vitest';
import type { UploadEligibility } from '#contract/plans/subscriptions.ts';
import { planLabel } from './plan-label.ts';

const withPlan: UploadEligibility = {
  plan: 'pro',
  uploadsLimit: 5,
  uploadsUsed: 3,
  canUpload: true,
  includedReviews: null,
  wait: null,
  forecast: null,
  source: 'subscription',
  creditsRemaining: 0,
  isPlanPaused: false,
  isCreditShared: false,
};
const usedUp: UploadEligibility = { ...withPlan, plan: 'basic', uploadsLimit: 2, uploadsUsed: 2 };
const trial: UploadEligibility = { ...withPlan, plan: 'icon', uploadsLimit: 50, uploadsUsed: 0 };
const unlimited: UploadEligibility = { ...withPlan, plan: 'unlimited', uploadsLimit: null };
const none: UploadEligibility = { ...withPlan, plan: null, uploadsLimit: 0, uploadsUsed: 0, source: 'none' };

it.each([
  ['a plan', withPlan, ['Major: 3/5 uploads']],
  ['a plan and a credit', { ...withPlan, creditsRemaining: 1 }, ['Major: 3/5 uploads', '1 credit remaining']],
  [
    'a used-up plan and a credit',
    { ...usedUp, source: 'credits', creditsRemaining: 1 },
    ['Indie: 2/2 uploads', '1 credit remaining', 'This upload uses a free credit'],
  ],
  [
    'a used-up plan without a credit',
    { ...usedUp, source: 'none', canUpload: false },
    ['Indie: 2/2 uploads'],
  ],
  [
    'a plan with included reviews',
    { ...withPlan, includedReviews: { included: 100, left: 40, until: '2026-12-01T00:00:00.000Z' } },
    ['Major: 3/5 uploads', '40 of 100 reviews left'],
  ],
  ['the trial', trial, ['Icon (trial): 0/50 uploads']],
  ['the unlimited plan, which needs no credit', unlimited, ['Icon: 3/Unlimited uploads']],
  ['the unlimited plan and a credit', { ...unlimited, creditsRemaining: 1 }, ['Icon: 3/Unlimited uploads']],
  ['a credit', { ...none, source: 'credits', creditsRemaining: 1 }, ['1 credit remaining']],
  ['nothing', none, ['0 credits remaining']],
] as const)('the label of an artist with %s', (_who, eligibility, label) => {
  expect(planLabel(eligibility)).toEqual(label);
});
