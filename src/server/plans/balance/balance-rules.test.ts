import { describe, expect, test } from 'vitest';
import type { Plan } from '#contract/business-rules.ts';
import {
  assignedAtUpload,
  leftIn,
  mostOfHouse,
  type OpenLot,
  openingOf,
  pickReviews,
  reviewsToBring,
  weightOf,
  withoutPicked,
} from './balance-rules.ts';

const lot = (id: string, source: OpenLot['source'], left: number, more: Partial<OpenLot> = {}): OpenLot => ({
  id,
  source,
  plan: source === 'plan' ? 'pro' : null,
  left,
  fresh: left,
  ...more,
});

test('reviews of a plan queue at its weight, free ones last, and all others at 1', () => {
  const ofPlans = (['basic', 'pro', 'unlimited', 'icon'] as const).map((plan) =>
    weightOf({ source: 'plan', plan }),
  );
  expect(ofPlans).toEqual([1, 2, 3, 1]);
  const others = (['pack', 'missed', 'takedown', 'before', 'free'] as const).map((source) =>
    weightOf({ source, plan: null }),
  );
  expect(others).toEqual([1, 1, 1, 1, 0]);
});

describe('reviews are picked', () => {
  const lots = [lot('first', 'plan', 3), lot('empty', 'pack', 0), lot('last', 'free', 5)];

  test('from the lot that expires first, then from the next', () => {
    expect(leftIn(lots)).toBe(8);
    expect(pickReviews(lots, 4)).toEqual([
      { lotId: 'first', reviews: 3, dated: 3, weight: 2 },
      { lotId: 'last', reviews: 1, dated: 0, weight: 0 },
    ]);
    expect(pickReviews(lots, 3)).toHaveLength(1);
  });

  test('as far as there are any, and none if none are wanted', () => {
    expect(leftIn(pickReviews(lots, 9).map(({ reviews }) => ({ left: reviews })))).toBe(8);
    expect(pickReviews(lots, 0)).toEqual([]);
    expect(pickReviews([], 5)).toEqual([]);
  });

  test('with a date only for those that were bought and never assigned before', () => {
    const dated = (source: OpenLot['source'], fresh: number) =>
      pickReviews([lot('one', source, 10, { fresh })], 8)[0]?.dated;
    expect(dated('plan', 10)).toBe(8);
    expect(dated('pack', 3)).toBe(3);
    expect(dated('pack', 0)).toBe(0);
    expect(dated('plan', -4)).toBe(0);
    for (const source of ['free', 'missed', 'takedown', 'before'] as const) expect(dated(source, 10)).toBe(0);
  });

  test('a second time from what the first left', () => {
    const left = withoutPicked(lots, pickReviews(lots, 5));
    expect(left.map((one) => [one.left, one.fresh])).toEqual([
      [0, 0],
      [0, 0],
      [3, 3],
    ]);
  });
});

describe('an upload assigns', () => {
  const assigned = (plan: Plan | null, ...lots: OpenLot[]) => assignedAtUpload(lots, plan);

  test('the plan’s target, or what is left', () => {
    expect(assigned('basic', lot('a', 'plan', 40))).toBe(10);
    expect(assigned('pro', lot('a', 'plan', 40))).toBe(20);
    expect(assigned('unlimited', lot('a', 'plan', 205))).toBe(30);
    expect(assigned('icon', lot('a', 'plan', 12))).toBe(12);
    expect(assigned('pro', lot('a', 'plan', 0), lot('b', 'pack', 3))).toBe(3);
    expect(assigned('pro')).toBe(0);
  });

  test('without a plan’s upload all of packs, free reviews and what missed dates brought', () => {
    expect(assigned(null, lot('a', 'pack', 20))).toBe(20);
    expect(assigned(null, lot('a', 'free', 5), lot('b', 'pack', 10), lot('c', 'missed', 2))).toBe(17);
    expect(assigned(null)).toBe(0);
  });

  test('without a plan’s upload only a few of a plan’s reviews, and of those from earlier rules', () => {
    expect(assigned(null, lot('a', 'plan', 40))).toBe(5);
    expect(assigned(null, lot('a', 'before', 300))).toBe(5);
    expect(assigned(null, lot('a', 'plan', 40), lot('b', 'pack', 10))).toBe(10);
    expect(assigned(null, lot('a', 'plan', 2))).toBe(2);
  });
});

describe('a period brings', () => {
  const period = { start: new Date('2026-03-01T00:00:00Z'), end: new Date('2026-03-31T00:00:00Z') };
  const onDay = (day: number) => new Date(period.start.getTime() + day * 86_400_000);
  const brings = (plan: Plan, known: readonly { plan: Plan; reviews: number }[], paidAt = period.start) =>
    reviewsToBring(known, plan, period, paidAt);

  test('all reviews of its plan, once', () => {
    expect(brings('basic', [], onDay(20))).toBe(40);
    expect(brings('basic', [{ plan: 'basic', reviews: 20 }])).toBe(0);
  });

  test('after an upgrade the difference, by the days that are left', () => {
    const known = [{ plan: 'basic', reviews: 40 } as const];
    expect(brings('pro', known, onDay(0))).toBe(60);
    expect(brings('pro', known, onDay(15))).toBe(30);
    expect(brings('pro', known, onDay(29))).toBe(2);
    expect(brings('pro', known, onDay(30))).toBe(0);
    // The provider's clock may be a little ahead or behind.
    expect(brings('pro', known, onDay(-1))).toBe(60);
    expect(brings('pro', known, onDay(31))).toBe(0);
  });

  test('nothing more after a downgrade, and nothing for the way back', () => {
    const known = [
      { plan: 'basic', reviews: 40 },
      { plan: 'unlimited', reviews: 80 },
    ] as const;
    expect(brings('pro', known)).toBe(0);
    expect(brings('unlimited', known)).toBe(0);
  });
});

test('while the first payment may be refunded, 20 reviews are open and the rest opens later', () => {
  expect(openingOf(40, 0, true)).toEqual({ now: 20, later: 20 });
  expect(openingOf(60, 20, true)).toEqual({ now: 0, later: 60 });
  expect(openingOf(20, 5, true)).toEqual({ now: 15, later: 5 });
  expect(openingOf(5, 0, true)).toEqual({ now: 5, later: 0 });
  expect(openingOf(40, 40, true)).toEqual({ now: 0, later: 40 });
  expect(openingOf(205, 0, false)).toEqual({ now: 205, later: 0 });
});

test('missed dates and late reviews cost at most a tenth, rounded up', () => {
  expect([0, 1, 10, 11, 40, 205].map(mostOfHouse)).toEqual([0, 1, 1, 2, 4, 21]);
});
