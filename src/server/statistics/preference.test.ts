import { expect, test } from 'vitest';
import { binomialProbability, findingChance, preferenceOf } from './proportion.ts';

test('16 of 20 is a winner, likely 56% to 94%', () => {
  const preference = preferenceOf(16, 4);
  expect(preference?.winner).toBe('first');
  expect(preference?.interval.low).toBeCloseTo(0.563, 3);
  expect(preference?.interval.high).toBeCloseTo(0.943, 3);
});

test('mirrored counts give the other winner', () => {
  expect(preferenceOf(4, 16)?.winner).toBe('second');
});

test('an interval that contains one half has no winner', () => {
  expect(preferenceOf(13, 7)?.winner).toBeNull();
});

test('fewer than six choices have no interval', () => {
  expect(preferenceOf(5, 0)).toBeNull();
  expect(preferenceOf(6, 0)).not.toBeNull();
});

test('equal versions get a false winner in at most 5% of panels of 6 to 200', () => {
  for (let n = 6; n <= 200; n += 1) {
    let wrong = 0;
    for (let first = 0; first <= n; first += 1)
      if (preferenceOf(first, n - first)?.winner !== null) wrong += binomialProbability(n, first, 0.5);
    expect(wrong, `${n} choosers`).toBeLessThanOrEqual(0.05);
  }
});

test.each([
  [12, 0.7, 25],
  [12, 0.8, 56],
  [20, 0.7, 42],
  [20, 0.8, 80],
])('%i listeners detect a share of %f in %i %% of panels', (choosers, share, percent) => {
  expect(Math.round(100 * findingChance(choosers, share))).toBe(percent);
});
