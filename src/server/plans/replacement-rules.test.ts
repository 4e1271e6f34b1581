import { describe, expect, test } from 'vitest';
import { billed, justAfter, known, paid, start } from '#tests/support/stand-ins/subscription-facts.ts';
import type { BilledSubscription } from './billed-subscription-rules.ts';
import type { PaidMoney } from './paid-money-rules.ts';
import { isCredited, isOlder, isReplacedBy } from './replacement-rules.ts';

describe('a subscription is older than the known one', () => {
  const newer = known({ billingSubscriptionId: 'sub_other', startedAt: justAfter(start) });
  test.each([
    ['if the known one is billed, active and started later', newer, true],
    ['if both started at the same moment and its id is lower', { ...newer, startedAt: start }, true],
    [
      'not if both started at the same moment and its id is higher',
      { ...newer, startedAt: start, billingSubscriptionId: 'sub_a' },
      false,
    ],
    ['not if the known one started earlier', { ...newer, startedAt: new Date(start.getTime() - 1) }, false],
    ['not if the known one has ended', { ...newer, active: false }, false],
    ['not if the known one is not billed', { ...newer, billingSubscriptionId: null }, false],
    ['not if it is the known one', known(), false],
    ['not if there is no known one', undefined, false],
  ])('%s', (_when, other, older) => {
    expect(isOlder(billed(), other)).toBe(older);
  });
});

describe('a subscription replaces the known one', () => {
  const older = known({ billingSubscriptionId: 'sub_a' });
  test.each([
    ['if the known one runs and is older', older, true],
    ['not if the known one is newer', { ...older, startedAt: justAfter(start) }, false],
    ['not if the known one has ended', { ...older, active: false }, false],
    ['not if the known one is not billed', { ...older, billingSubscriptionId: null }, false],
    ['not if it is the known one', known(), false],
    ['not if there is no known one', undefined, false],
  ])('%s', (_when, other, isReplaced) => {
    expect(isReplacedBy(billed(), other)).toBe(isReplaced);
  });
});

describe('the unused time of a replaced subscription is credited', () => {
  test.each<[string, Partial<BilledSubscription>, Partial<PaidMoney>, boolean]>([
    ['if it was paid', {}, {}, true],
    ['not if it is unpaid', { isPaid: false }, {}, false],
    ['not if it was refunded', {}, { refundedCents: 2900 }, false],
    ['not while a payment is disputed', {}, { openDisputes: 1 }, false],
    ['although a part was refunded', {}, { refundedCents: 100 }, true],
  ])('%s', (_when, facts, money, isIt) => {
    expect(isCredited(billed(facts), paid(money))).toBe(isIt);
  });
});
