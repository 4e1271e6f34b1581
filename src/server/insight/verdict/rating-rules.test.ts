import { expect, test } from 'vitest';
import { fewestForRating } from '#contract/insight/verdict/verdict-rules.ts';
import { ratingVerdict } from './rating-rules.ts';

test('below five reviews there is no interval, from five on there is', () => {
  expect(fewestForRating).toBe(5);
  expect(ratingVerdict([0, 0, 0, 4, 0], null)).toBeNull();
  const five = ratingVerdict([0, 0, 1, 3, 1], null);
  expect(five).toMatchObject({ mean: 4, comparison: null });
  expect(five?.interval.low).toBeLessThan(4);
  expect(five?.interval.high).toBeGreaterThan(4);
});

test('the counts are ordered from one to five stars', () => {
  expect(ratingVerdict([5, 0, 0, 0, 0], null)?.mean).toBe(1);
  expect(ratingVerdict([0, 0, 0, 0, 5], null)?.mean).toBe(5);
  expect(ratingVerdict([2, 0, 0, 0, 6], null)?.mean).toBe(4);
});

test('a clearly better track is above most of its pool, which is named', () => {
  const pool = { within: 1, between: 0.1, mean: 3, meanVariance: 0.01, tracks: 20 };
  const kept = { genre: 'rock', tracks: 20, pool } as const;
  const liked = ratingVerdict([0, 0, 0, 5, 25], kept);
  expect(liked?.comparison).toMatchObject({ genre: 'rock', tracks: 20, mean: 3 });
  expect(liked?.comparison?.claim).not.toBe(ratingVerdict([25, 5, 0, 0, 0], kept)?.comparison?.claim);
  expect(ratingVerdict([0, 0, 30, 0, 0], kept)?.comparison?.claim).toBeNull();
});
