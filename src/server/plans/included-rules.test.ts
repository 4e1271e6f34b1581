import { describe, expect, test } from 'vitest';
import { housePool } from '#contract/business-rules.ts';
import {
  type Allowance,
  allowancePeriod,
  bothLater,
  freeBudgetCents,
  includedAfter,
  laterOfSmaller,
  laterPlaces,
  nextMonth,
  placesOf,
  reviewsLeft,
  waitForBudget,
  waitForReviews,
} from './included-rules.ts';

const start = new Date('2026-03-01T00:00:00.000Z');
const end = new Date('2026-03-31T00:00:00.000Z');
const onDay = (day: number) => new Date(start.getTime() + day * 86_400_000);
const anAllowance = (change: Partial<Allowance> = {}): Allowance => ({
  plan: 'basic',
  periodStart: start,
  periodEnd: end,
  included: 20,
  taken: 0,
  ...change,
});

describe('the places of a track', () => {
  test.each([
    [20, 100, 20],
    [20, 20, 20],
    [20, 19, 19],
    [20, 5, 5],
    [20, 4, null],
    [20, 0, null],
  ])('with a target of %i and %i reviews left it gets %s', (target, left, places) => {
    expect(placesOf(target, left)).toBe(places);
  });
});

describe('changing the plan within the period', () => {
  test.each([
    [0, 200],
    [0.01, 200],
    [15, 110],
    [29.999, 20],
    [31, 20],
  ])('an upgrade on day %s results in %i included', (day, included) => {
    expect(includedAfter(anAllowance(), 'unlimited', onDay(day))).toBe(included);
  });

  test('changing to the same plan adds nothing, so switching back and forth adds once', () => {
    expect(includedAfter(anAllowance({ plan: 'unlimited', included: 110 }), 'unlimited', onDay(20))).toBe(
      110,
    );
  });

  test('a downgrade takes nothing away before the period ends', () => {
    expect(includedAfter(anAllowance({ plan: 'unlimited', included: 200 }), 'basic', onDay(1))).toBe(200);
  });
});

test('the period of the trial is its whole length, that of a plan its month', () => {
  const month = { periodStart: start, periodEnd: end };
  const startedAt = new Date('2026-01-15T00:00:00.000Z');
  const expiresAt = new Date('2026-04-15T00:00:00.000Z');
  expect(allowancePeriod({ plan: 'icon', startedAt, expiresAt, ...month })).toEqual({
    periodStart: startedAt,
    periodEnd: expiresAt,
  });
  expect(allowancePeriod({ plan: 'pro', startedAt, expiresAt, ...month })).toEqual(month);
  expect(allowancePeriod({ plan: 'icon', startedAt, expiresAt: null, ...month })).toEqual(month);
});

test('if the plan ends with its period there is no date for waiting reviews', () => {
  const waits = [null, end, new Date(end.getTime() + 1)].map((expiresAt) =>
    waitForReviews({ expiresAt }, end),
  );
  const next = { waitsFor: 'period', beginsAt: end };
  expect(waits).toEqual([next, { waitsFor: 'plan', beginsAt: null }, next]);
});

test.each([
  [20, 4],
  [100, 20],
  [200, 40],
  [60, 12],
  [9, 1],
])('the house pool for %i included reviews is %i', (included, pool) => {
  expect(housePool(included)).toBe(pool);
});

test('the free budget is a share of plan revenue, with a minimum', () => {
  const rule = { percent: 20, leastCents: 2000 };
  expect([0, 10_000, 10_004, 10_005, 500_000].map((income) => freeBudgetCents(income, rule))).toEqual([
    2000, 2000, 2000, 2001, 100_000,
  ]);
});

test('if the free budget is spent a track waits for the next month', () => {
  expect(waitForBudget(onDay(10))).toEqual({
    waitsFor: 'budget',
    beginsAt: new Date('2026-04-01T00:00:00Z'),
  });
});

test('reviews taken by tracks are no longer included', () => {
  expect(reviewsLeft({ included: 20, taken: 15 })).toBe(5);
});

test('the next month starts on its first day in UTC, even after December', () => {
  expect(nextMonth(new Date('2026-12-31T23:59:59.999Z')).toISOString()).toBe('2027-01-01T00:00:00.000Z');
});

describe('while a first payment can be refunded', () => {
  const opensAt = new Date('2030-05-22T12:00:00Z');

  test('at most a third of the included reviews opens at first, rounded down, and the rest later', () => {
    expect(laterPlaces({ included: 20, opened: 0 }, 10, opensAt)).toEqual({ places: 4, opensAt });
    expect(laterPlaces({ included: 20, opened: 6 }, 10, opensAt)).toEqual({ places: 10, opensAt });
    expect(laterPlaces({ included: 20, opened: 0 }, 6, opensAt)).toBeNull();
    expect(laterPlaces({ included: 100, opened: 20 }, 20, opensAt)).toEqual({ places: 7, opensAt });
  });

  test('a smaller target gives up later places first', () => {
    expect(laterOfSmaller({ places: 4, opensAt }, 10, 8)).toEqual({ places: 2, opensAt });
    expect(laterOfSmaller({ places: 4, opensAt }, 10, 6)).toBeNull();
    expect(laterOfSmaller(null, 10, 8)).toBeNull();
  });

  test('moved places open together with the track’s own later ones', () => {
    const moved = { places: 3, opensAt: new Date('2030-06-01T12:00:00Z') };
    expect(bothLater({ places: 4, opensAt }, moved)).toEqual({ places: 7, opensAt });
    expect(bothLater(null, moved)).toEqual(moved);
    expect(bothLater({ places: 4, opensAt }, null)).toEqual({ places: 4, opensAt });
    expect(bothLater(null, null)).toBeNull();
  });

  test('after that everything opens at once', () => {
    expect(laterPlaces({ included: 20, opened: 20 }, 10, null)).toBeNull();
  });
});
