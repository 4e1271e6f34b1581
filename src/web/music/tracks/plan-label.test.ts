import { expect, it } from 'vitest';
import type { UploadEligibility } from '#contract/plans/subscriptions.ts';
import { planLabel } from './plan-label.ts';

const withPlan: UploadEligibility = {
  plan: 'pro',
  uploadsLimit: 5,
  uploadsUsed: 3,
  canUpload: true,
  balance: { left: 0, lots: [], next: null },
  assigns: 0,
  mostReviews: 0,
  forecast: null,
  source: 'subscription',
  creditsRemaining: 0,
  isPlanPaused: false,
  isCreditShared: false,
  freeUploads: { left: 0, nextAt: null },
};
const left = (reviews: number) => ({ balance: { left: reviews, lots: [], next: null } });
const usedUp: UploadEligibility = { ...withPlan, plan: 'basic', uploadsLimit: 2, uploadsUsed: 2 };
const trial: UploadEligibility = { ...withPlan, plan: 'icon', uploadsLimit: 50, uploadsUsed: 0 };
const unlimited: UploadEligibility = { ...withPlan, plan: 'unlimited', uploadsLimit: null };
const none: UploadEligibility = { ...withPlan, plan: null, uploadsLimit: 0, uploadsUsed: 0, source: 'none' };

it.each([
  ['a plan', withPlan, ['Major: 3/5 uploads', '0 reviews left']],
  [
    'a plan and a credit',
    { ...withPlan, creditsRemaining: 1 },
    ['Major: 3/5 uploads', '0 reviews left', '1 credit remaining'],
  ],
  [
    'a used-up plan and a credit',
    { ...usedUp, source: 'credits', creditsRemaining: 1 },
    ['Indie: 2/2 uploads', '0 reviews left', '1 credit remaining', 'This upload uses a credit'],
  ],
  [
    'a used-up plan and the month’s free credit',
    { ...usedUp, source: 'credits', creditsRemaining: 1, freeUploads: { left: 1, nextAt: null } },
    [
      'Indie: 2/2 uploads',
      '0 reviews left',
      '1 credit remaining',
      'This upload uses this month’s free credit',
    ],
  ],
  [
    'a used-up plan without a credit',
    { ...usedUp, source: 'none', canUpload: false },
    ['Indie: 2/2 uploads', '0 reviews left'],
  ],
  ['a plan with reviews', { ...withPlan, ...left(40) }, ['Major: 3/5 uploads', '40 reviews left']],
  ['the trial', trial, ['Icon (trial): 0/50 uploads', '0 reviews left']],
  ['the unlimited plan, which needs no credit', unlimited, ['Icon: 3/Unlimited uploads', '0 reviews left']],
  [
    'the unlimited plan and a credit',
    { ...unlimited, creditsRemaining: 1 },
    ['Icon: 3/Unlimited uploads', '0 reviews left'],
  ],
  ['a credit', { ...none, source: 'credits', creditsRemaining: 1 }, ['1 credit remaining']],
  [
    'a credit and a review',
    { ...none, source: 'credits', creditsRemaining: 1, ...left(1) },
    ['1 credit remaining', '1 review left'],
  ],
  ['nothing', none, ['0 credits remaining']],
] as const)('the label of an artist with %s', (_who, eligibility, label) => {
  expect(planLabel(eligibility)).toEqual(label);
});
