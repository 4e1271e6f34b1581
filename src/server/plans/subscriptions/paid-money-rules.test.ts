import { describe, expect, test } from 'vitest';
import { billed, known, lastPeriod, now, start } from '#tests/support/stand-ins/subscription-facts.ts';
import type { BilledSubscription, KnownSubscription } from './billed-subscription-rules.ts';
import { endOfUncounted } from './paid-money-rules.ts';

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
