import { expect, test } from 'vitest';
import {
  checkoutNews,
  isCurrentPlan,
  isLargerPlan,
  whatComesNext,
  whatHasEnded,
} from './subscription-texts.ts';

const status = {
  subscribed: true,
  productId: 'earshot_pro',
  subscriptionEnd: '2026-07-01T12:00:00.000Z',
  plan: 'pro' as const,
  trial: false,
  isBilled: true,
  cancelsAtPeriodEnd: false,
  nextPlan: null,
  paymentFailed: false,
  awaitsRenewal: false,
  pausedFor: null,
  endedPlan: null,
  offers: [],
  packs: [],
  testMode: true,
};

test('a checkout counts only once the plan confirms it', () => {
  expect(checkoutNews('pro', undefined)).toBe('waiting');
  expect(checkoutNews('pro', { plan: 'basic', nextPlan: null, isBilled: true })).toBe('waiting');
  expect(checkoutNews('pro', { plan: null, nextPlan: null, isBilled: false })).toBe('waiting');
  expect(checkoutNews('free', status)).toBe('none');
});

test('a checkout has started its plan, or planned it for the next period', () => {
  expect(checkoutNews('pro', status)).toBe('begun');
  expect(checkoutNews('basic', { ...status, nextPlan: 'basic' })).toBe('planned');
  expect(checkoutNews('cancelled', status)).toBe('cancelled');
});

test('the Icon card is current for both the plan and the trial', () => {
  expect(isCurrentPlan('unlimited', { plan: 'unlimited' })).toBe(true);
  expect(isCurrentPlan('unlimited', { plan: 'icon' })).toBe(true);
  expect(isCurrentPlan('pro', { plan: 'icon' })).toBe(false);
  expect(isCurrentPlan('basic', { plan: null })).toBe(false);
});

test('a plan can be upgraded only to larger ones, and the Icon trial not to Icon', () => {
  const larger = (plan: 'basic' | 'pro' | 'unlimited' | 'icon' | null) =>
    (['basic', 'pro', 'unlimited'] as const).filter((offered) => isLargerPlan(offered, { plan }));
  expect([null, 'basic' as const, 'pro' as const, 'unlimited' as const, 'icon' as const].map(larger)).toEqual(
    [['basic', 'pro', 'unlimited'], ['pro', 'unlimited'], ['unlimited'], [], []],
  );
});

test('the banner says what happens next', () => {
  expect(whatComesNext(status)).toBe('It renews on July 1, 2026.');
  expect(whatComesNext({ ...status, cancelsAtPeriodEnd: true })).toBe(
    'It is canceled and ends on July 1, 2026. Until then you can resume it under Manage Subscription.',
  );
  expect(whatComesNext({ ...status, nextPlan: 'basic' })).toBe('It continues as Indie on July 1, 2026.');
  expect(whatComesNext({ ...status, paymentFailed: true })).toBe(
    'Your last payment failed. You keep your plan and what is left of your uploads and reviews until July 1, 2026. New ones come with your next payment. Update your card under Manage Subscription.',
  );
});

test('the banner names no past date while a renewal is being paid', () => {
  expect(whatComesNext({ ...status, awaitsRenewal: true })).toBe(
    'Your payment is being processed. You can still use what is left of your uploads and reviews. New ones come with the payment.',
  );
});

test('the banner first says why a plan is paused', () => {
  const paused = { ...status, paymentFailed: true, cancelsAtPeriodEnd: true };
  expect(whatComesNext({ ...paused, pausedFor: 'dispute' })).toMatch(/disputed a payment.*ask your bank/);
  expect(whatComesNext({ ...paused, pausedFor: 'collection' })).toMatch(/aren’t charged/);
  expect(whatComesNext({ ...paused, pausedFor: 'unconfirmed' })).toMatch(/hasn’t confirmed your renewal/);
});

test('a refunded plan says why it ended', () => {
  const ended = { plan: 'pro', endedAt: '2026-07-01T00:30:00.000Z' } as const;
  expect(whatHasEnded({ ...ended, endedFor: 'refund' })).toMatch(
    /^It ended on July 1, 2026 because we refunded your payment\./,
  );
  expect(whatHasEnded({ ...ended, endedFor: 'dispute' })).toMatch(/disputed and went back to your bank/);
});

test('an ended plan shows its last day in UTC', () => {
  expect(whatHasEnded({ plan: 'pro', endedAt: '2026-07-01T00:30:00.000Z', endedFor: null })).toMatch(
    /^It ended on July 1, 2026\./,
  );
});
