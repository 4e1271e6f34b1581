import { describe, expect, test } from 'vitest';
import { estimateRating, ratingAgainstMost, ratingPool, reviewsToSettle, summarizeStars } from './ratings.ts';

const n = [5, 8, 12, 10, 6, 20, 9, 15, 7, 11, 5, 18];
const means = [3.4, 3.75, 4.25, 2.9, 3.5, 3.85, 4, 3.2, 2.714286, 3.909091, 4.6, 3.5];
const variances = [
  1.3, 0.785714, 0.931818, 1.211111, 1.5, 0.871053, 0.75, 1.314286, 1.238095, 0.690909, 0.3, 1.088235,
];
const pool = ratingPool(
  n.map((count, at) => ({ n: count, mean: means[at] ?? 0, variance: variances[at] ?? 0 })),
);
const starsOf = (text: string) => summarizeStars(text.split(' ').map(Number));
const twenty = '4 5 4 4 4 5 4 4 4 5 4 4 4 5 4 4 4 5 4 4';

test('the pool matches published values', () => {
  expect(pool.within).toBeCloseTo(1.002962, 5);
  expect(pool.between).toBeCloseTo(0.142021, 5);
  expect(pool.mean).toBeCloseTo(3.625839, 5);
  expect(pool.meanVariance).toBeCloseTo(0.020765, 5);
});

describe('the rating of a track', () => {
  test.each([
    ['5 5 5 5 5', 4.309888, 3.393896, 5, 12],
    ['1 5 1 5 3', 3.452873, 2.597052, 4.308694, 21],
    ['4 4 5 3 4 5', 3.895398, 3.246052, 4.544745, 6],
    ['3 2 4 3 3 4 2 3 5 3', 3.368275, 2.831969, 3.904582, 2],
    [twenty, 4.160551, 3.853373, 4.467728, 0],
    ['1 1 1 1 1', 2.318713, 1, 3.778124, 23],
  ])('with a pool: %s', (stars, estimate, low, high, more) => {
    const rating = estimateRating(starsOf(stars), pool);
    expect(rating.estimate).toBeCloseTo(estimate, 4);
    expect(rating.low).toBeCloseTo(low, 4);
    expect(rating.high).toBeCloseTo(high, 4);
    expect(reviewsToSettle(starsOf(stars), pool)).toBe(more);
  });

  test.each([
    ['5 5 5 5 5', 5, 4.201177, 5, 7],
    ['1 5 1 5 3', 3, 1.337117, 4.662883, 38],
    ['4 4 5 3 4 5', 4.166667, 3.31615, 5, 9],
    ['3 2 4 3 3 4 2 3 5 3', 3.2, 2.532783, 3.867217, 7],
    [twenty, 4.25, 3.967972, 4.532028, 0],
    ['1 1 1 1 1', 1, 1, 1.798823, 7],
  ])('without a pool: %s', (stars, estimate, low, high, more) => {
    const rating = estimateRating(starsOf(stars), null);
    expect(rating.estimate).toBeCloseTo(estimate, 5);
    expect(rating.low).toBeCloseTo(low, 5);
    expect(rating.high).toBeCloseTo(high, 5);
    expect(reviewsToSettle(starsOf(stars), null)).toBe(more);
  });
});

describe('a track compared with most', () => {
  test('is above if that is certain', () => expect(ratingAgainstMost(starsOf(twenty), pool)).toBe('above'));
  test('is below if that is certain', () =>
    expect(ratingAgainstMost(starsOf('1 1 2 1 1 2 1 1 2 1 1 1'), pool)).toBe('below'));
  test('is too close to call near the mean', () =>
    expect(ratingAgainstMost(starsOf('3 2 4 3 3 4 2 3 5 3'), pool)).toBeNull());
  test('is not judged with fewer than 10 reviews', () =>
    expect(ratingAgainstMost(starsOf('1 1 1 1 1 1 1 1 1'), pool)).toBeNull());
});
