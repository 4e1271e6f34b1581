import { expect, test } from 'vitest';
import {
  beforeGrace,
  creditsOfMonth,
  eligibility,
  lastingSubscription,
  pauseOf,
  planTerms,
  runningSubscription,
  type Subscription,
} from './eligibility-rules.ts';

const now = new Date('2026-03-15T12:00:00.000Z');
const aSubscription = (change: Partial<Subscription> = {}): Subscription => ({
  plan: 'basic',
  uploadsLimit: 2,
  uploadsUsed: 0,
  active: true,
  startedAt: new Date('2026-01-01T00:00:00.000Z'),
  expiresAt: null,
  periodStart: new Date('2026-03-01T00:00:00.000Z'),
  periodEnd: new Date('2026-04-01T00:00:00.000Z'),
  billingSubscriptionId: null,
  isBilled: false,
  pausedFor: null,
  ...change,
});
const noCredits = { remaining: 0, periodStart: '2026-03-01' };
const oneCredit = { remaining: 1, periodStart: '2026-03-01' };

test('without plan and credits nothing can be uploaded', () => {
  expect(eligibility(undefined, noCredits)).toEqual({
    plan: null,
    uploadsLimit: 0,
    uploadsUsed: 0,
    canUpload: false,
    source: 'none',
    creditsRemaining: 0,
    isPlanPaused: false,
  });
});

test('an ended or expired subscription gives no uploads', () => {
  expect(runningSubscription(undefined, now)).toBeUndefined();
  expect(runningSubscription(aSubscription({ active: false }), now)).toBeUndefined();
  expect(runningSubscription(aSubscription({ expiresAt: now }), now)).toBeUndefined();
});

test('a subscription lasts until it expires', () => {
  const expiresAt = new Date(now.getTime() + 1);
  expect(runningSubscription(aSubscription({ expiresAt }), now)?.plan).toBe('basic');
});

test('the plan’s uploads are used before credits', () => {
  expect(eligibility(aSubscription({ uploadsUsed: 1 }), oneCredit).source).toBe('subscription');
  expect(eligibility(aSubscription({ uploadsUsed: 2 }), oneCredit)).toMatchObject({
    source: 'credits',
    canUpload: true,
    plan: 'basic',
  });
  expect(eligibility(aSubscription({ uploadsUsed: 2 }), noCredits).source).toBe('none');
});

test('the unlimited plan has no limit', () => {
  const unlimited = aSubscription({ plan: 'unlimited', uploadsLimit: null, uploadsUsed: 500 });
  expect(eligibility(unlimited, noCredits)).toMatchObject({ canUpload: true, uploadsLimit: null });
});

test('a plan’s uploads reset when its period ends, not before', () => {
  const used = aSubscription({ uploadsUsed: 2 });
  const end = used.periodEnd;
  expect(runningSubscription(used, new Date(end.getTime() - 1))?.uploadsUsed).toBe(2);
  expect(runningSubscription(used, end)).toMatchObject({
    uploadsUsed: 0,
    periodStart: end,
    periodEnd: new Date('2026-05-01T00:00:00.000Z'),
  });
});

test('periods continue monthly, even over short months', () => {
  const used = aSubscription({ periodEnd: new Date('2026-01-31T10:00:00.000Z') });
  expect(runningSubscription(used, now)).toMatchObject({
    periodStart: new Date('2026-02-28T10:00:00.000Z'),
    periodEnd: new Date('2026-03-31T10:00:00.000Z'),
  });
});

test('a billed plan gets new uploads when Stripe confirms, and none after seven days without a notice', () => {
  const used = aSubscription({ uploadsUsed: 2, isBilled: true });
  const after = (days: number) => new Date(used.periodEnd.getTime() + days * 24 * 3600 * 1000);
  expect(runningSubscription(used, after(1))).toEqual(used);
  expect(runningSubscription(used, after(6.9))?.uploadsUsed).toBe(2);
  expect(runningSubscription(used, after(7))).toBeUndefined();
  expect(pauseOf(used, after(7))).toBe('unconfirmed');
  // Nobody confirms a plan that is not billed, or one whose end is known.
  expect(pauseOf({ ...used, isBilled: false }, after(7))).toBeNull();
  expect(pauseOf({ ...used, expiresAt: after(8) }, after(7))).toBeNull();
});

test('a paused plan lasts, but allows no uploads', () => {
  for (const pausedFor of ['dispute', 'collection'] as const) {
    const paused = aSubscription({ pausedFor, isBilled: true });
    expect(lastingSubscription(paused, now)).toEqual(paused);
    expect(runningSubscription(paused, now)).toBeUndefined();
    expect(pauseOf(paused, now)).toBe(pausedFor);
  }
});

test('credits are reset each calendar month, not added up', () => {
  expect(creditsOfMonth(undefined, now, 1)).toEqual(oneCredit);
  expect(creditsOfMonth({ remaining: 0, periodStart: '2026-02-01' }, now, 1)).toEqual(oneCredit);
  expect(creditsOfMonth({ remaining: 1000, periodStart: '2026-02-01' }, now, 1)).toEqual(oneCredit);
  expect(creditsOfMonth({ remaining: 1000, periodStart: '2026-03-01' }, now, 1).remaining).toBe(1000);
});

test('a month ends at midnight in UTC', () => {
  const spent = { remaining: 0, periodStart: '2026-03-01' };
  expect(creditsOfMonth(spent, new Date('2026-03-31T23:59:59.999Z'), 1).remaining).toBe(0);
  expect(creditsOfMonth(spent, new Date('2026-04-01T00:00:00.000Z'), 1).remaining).toBe(1);
});

test('priority weight and review target depend on the plan', () => {
  expect(planTerms(null)).toEqual({ priorityWeight: 1, reviewTarget: 5 });
  const terms = (['basic', 'pro', 'unlimited', 'icon'] as const).map(planTerms);
  expect(terms.map(({ priorityWeight }) => priorityWeight)).toEqual([1, 2, 3, 1]);
  expect(terms.map(({ reviewTarget }) => reviewTarget)).toEqual([10, 20, 30, 30]);
});

test('a period that ends now is over, even if it is not the first since', () => {
  const at = (moment: string) => runningSubscription(aSubscription({ uploadsUsed: 1 }), new Date(moment));
  expect(at('2026-03-31T23:59:59.999Z')?.uploadsUsed).toBe(1);
  expect(at('2026-04-01T00:00:00.000Z')).toMatchObject({
    uploadsUsed: 0,
    periodStart: new Date('2026-04-01T00:00:00.000Z'),
    periodEnd: new Date('2026-05-01T00:00:00.000Z'),
  });
  expect(at('2026-05-01T00:00:00.000Z')).toMatchObject({
    periodStart: new Date('2026-05-01T00:00:00.000Z'),
    periodEnd: new Date('2026-06-01T00:00:00.000Z'),
  });
});

test('the grace of a period lasts seven days', () => {
  expect(beforeGrace(new Date('2026-03-10T12:00:00.000Z'))).toEqual(new Date('2026-03-03T12:00:00.000Z'));
});
