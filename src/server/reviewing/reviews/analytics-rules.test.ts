import { expect, test } from 'vitest';
import { lastMonths, meanStars, ratingInterval, sumLists } from './analytics-rules.ts';

test('without reviews there is no mean and no interval', () => {
  expect(meanStars([0, 0, 0, 0, 0])).toBeNull();
  expect(ratingInterval([0, 0, 0, 0, 0])).toBeNull();
});

test('three reviews give a wide interval, three hundred a narrow one, and it contains the mean', () => {
  const width = (stars: number[]) => {
    const { low, high } = ratingInterval(stars) ?? { low: 0, high: 0 };
    const mean = meanStars(stars) ?? 0;
    expect(low).toBeLessThanOrEqual(mean);
    expect(high).toBeGreaterThanOrEqual(mean);
    return high - low;
  };
  expect(width([0, 0, 0, 0, 3])).toBeGreaterThan(1.5);
  expect(width([0, 0, 0, 150, 150])).toBeLessThan(0.2);
});

test('the interval matches its formula for four fives and a four', () => {
  // The counts with one imagined review each: 1, 1, 1, 2, 5; their mean 3.9, their variance 1.89 over 11.
  const { low, high } = ratingInterval([0, 0, 0, 1, 4]) ?? { low: 0, high: 0 };
  expect(low).toBeCloseTo(3.9 - 1.96 * Math.sqrt(1.89 / 11), 10);
  expect(high).toBeCloseTo(4.8, 10);
});

test('the interval is the mirror image for four ones and a two', () => {
  const { low, high } = ratingInterval([4, 1, 0, 0, 0]) ?? { low: 0, high: 0 };
  expect(low).toBeCloseTo(1.2, 10);
  expect(high).toBeCloseTo(2.1 + 1.96 * Math.sqrt(1.89 / 11), 10);
});

test('an interval stays within one to five stars', () => {
  expect(ratingInterval([400, 0, 0, 0, 0])?.low).toBeGreaterThanOrEqual(1);
  expect(ratingInterval([0, 0, 0, 0, 400])?.high).toBeLessThanOrEqual(5);
});

test('months continue across the turn of the year', () => {
  expect(lastMonths(new Date('2026-01-31T23:59:59Z'), 3)).toEqual(['2025-11', '2025-12', '2026-01']);
});

test('lists are added element by element', () => {
  expect(
    sumLists(
      [
        [1, 2],
        [3, 4],
      ],
      2,
    ),
  ).toEqual([4, 6]);
  expect(sumLists([], 2)).toEqual([0, 0]);
});
