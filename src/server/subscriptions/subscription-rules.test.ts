import { describe, expect, test } from 'vitest';
import { cents } from '#contract/cents.ts';
import { type BilledSubscription, changeBy, isOlder, type KnownSubscription } from './subscription-rules.ts';

const start = new Date('2026-03-01T00:00:00.000Z');
const end = new Date('2026-04-01T00:00:00.000Z');
const later = (date: Date) => new Date(date.getTime() + 1);

const billed = (over: Partial<BilledSubscription> = {}): BilledSubscription => ({
  id: 'sub_new',
  plan: 'basic',
  nextPlan: null,
  status: 'active',
  startedAt: start,
  periodStart: start,
  periodEnd: end,
  cancelsAtPeriodEnd: false,
  endedAt: null,
  ...over,
});
const known = (over: Partial<KnownSubscription> = {}): KnownSubscription => ({
  billingSubscriptionId: 'sub_new',
  active: true,
  startedAt: start,
  periodEnd: end,
  uploadsUsed: 1,
  ...over,
});

describe('what the provider says changes nothing', () => {
  test('while the first payment is open, for a known subscription or a new one', () => {
    expect(changeBy(billed({ status: 'incomplete' }), undefined)).toBeNull();
    expect(changeBy(billed({ status: 'incomplete' }), known())).toBeNull();
  });

  test('when another subscription has ended', () => {
    expect(changeBy(billed({ status: 'ended' }), undefined)).toBeNull();
    expect(changeBy(billed({ status: 'ended' }), known({ billingSubscriptionId: 'sub_old' }))).toBeNull();
  });

  test('when it is of a subscription older than the known one', () => {
    const newer = known({ billingSubscriptionId: 'sub_other', startedAt: later(start) });
    expect(changeBy(billed(), newer)).toBeNull();
  });
});

describe('a subscription is older than the known one', () => {
  const newer = known({ billingSubscriptionId: 'sub_other', startedAt: later(start) });
  test.each([
    ['when that one is billed, runs and began later', newer, true],
    ['not when that one began at the same moment', { ...newer, startedAt: start }, false],
    ['not when that one has ended', { ...newer, active: false }, false],
    ['not when that one is not billed', { ...newer, billingSubscriptionId: null }, false],
    ['not when none is known', undefined, false],
  ])('%s', (_when, other, older) => {
    expect(isOlder(billed(), other)).toBe(older);
  });
});

describe('what the provider says is taken over', () => {
  test('a new subscription begins with its plan, nothing used', () => {
    expect(changeBy(billed({ plan: 'pro', nextPlan: 'basic' }), undefined)).toEqual({
      plan: 'pro',
      uploadsLimit: 5,
      pricePerMonthCents: cents(4900),
      uploadsUsed: 0,
      active: true,
      expiresAt: null,
      paymentFailed: false,
      nextPlan: 'basic',
    });
  });

  test('a plan without limit has none', () => {
    expect(changeBy(billed({ plan: 'unlimited' }), undefined)?.uploadsLimit).toBeNull();
  });

  test('uploads of the running period stay used, and those of the last one do not', () => {
    expect(changeBy(billed(), known())?.uploadsUsed).toBe(1);
    expect(changeBy(billed({ periodStart: end }), known())?.uploadsUsed).toBe(0);
    expect(changeBy(billed(), known({ billingSubscriptionId: 'sub_other' }))?.uploadsUsed).toBe(0);
  });

  test('one that has ended is over when it ended, or at the end of its period', () => {
    const endedAt = later(start);
    expect(changeBy(billed({ status: 'ended', endedAt }), known())).toMatchObject({
      active: false,
      expiresAt: endedAt,
    });
    expect(changeBy(billed({ status: 'ended' }), known())?.expiresAt).toEqual(end);
  });

  test('one whose payment failed goes on for seven days', () => {
    expect(changeBy(billed({ status: 'past_due' }), known())).toMatchObject({
      active: true,
      paymentFailed: true,
      expiresAt: new Date('2026-03-08T00:00:00.000Z'),
    });
  });

  test('one that was cancelled goes on until its period ends', () => {
    expect(changeBy(billed({ cancelsAtPeriodEnd: true }), known())?.expiresAt).toEqual(end);
    expect(changeBy(billed(), known())?.expiresAt).toBeNull();
  });
});
