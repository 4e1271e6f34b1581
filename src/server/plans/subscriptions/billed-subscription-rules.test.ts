import { describe, expect, test } from 'vitest';
import { billed, known, lastPeriod, now, start } from '#tests/support/stand-ins/subscription-facts.ts';
import {
  type BilledSubscription,
  endOfUncounted,
  isRunning,
  type KnownSubscription,
  owes,
} from './billed-subscription-rules.ts';

test.each([
  ['active', true],
  ['past_due', true],
  ['incomplete', false],
  ['ended', false],
] as const)('the provider may still bill a subscription that is %s: %s', (status, isIt) => {
  expect(isRunning({ status })).toBe(isIt);
});

test.each([
  ['an active one', 'active', false, true],
  ['one past due', 'past_due', false, true],
  ['an ended one', 'ended', false, false],
  ['a paid one', 'active', true, false],
] as const)('the period of a subscription is not paid yet: %s', (_, status, isPaid, isIt) => {
  expect(owes({ status, isPaid })).toBe(isIt);
});

describe('payments count for the plan', () => {
  const counted = (facts: BilledSubscription, before?: KnownSubscription) =>
    endOfUncounted(facts, before, now);

  test('if their period is not over', () => {
    expect(counted(billed())).toEqual(now);
    expect(counted(billed(), lastPeriod())).toEqual(now);
    expect(counted(billed({ isPaid: false }))).toEqual(now);
    expect(counted(billed({ isPaid: false }), known())).toEqual(now);
    expect(counted(billed({ isPaid: false }), lastPeriod({ billingSubscriptionId: 'sub_a' }))).toEqual(now);
  });

  test('or if it was the last one before an unpaid period', () => {
    expect(counted(billed({ isPaid: false }), lastPeriod())).toEqual(new Date(start.getTime() - 1));
    expect(counted(billed({ isPaid: false, status: 'ended' }), lastPeriod())).toEqual(now);
  });
});
