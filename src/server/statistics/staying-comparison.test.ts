import { expect, test } from 'vitest';
import { probabilityAboveMost, stayingAgainstMost, stayingPool } from './staying.ts';

const stayed = [3, 1, 5, 2, 4, 6, 0, 3, 8, 2];
const n = [10, 6, 12, 9, 11, 20, 5, 10, 18, 8];
const pool = stayingPool(stayed.map((k, at) => ({ stayed: k, n: n[at] ?? 0 })));

test('the median track of the pool matches the published value', () =>
  expect(pool.median).toBeCloseTo(0.3099, 4));

test.each([
  [7, 20, 0.567704],
  [5, 5, 0.84855],
  [0, 5, 0.322374],
  [12, 20, 0.889044],
  [2, 20, 0.168261],
  [9, 10, 0.954097],
])('%i of %i stay: the probability of being above most matches the published value', (k, of, probability) =>
  expect(probabilityAboveMost({ stayed: k, n: of }, pool)).toBeCloseTo(probability, 4),
);

test('a claim requires 95% and 10 listeners', () => {
  expect(stayingAgainstMost({ stayed: 9, n: 10 }, pool)).toBe('more');
  expect(stayingAgainstMost({ stayed: 9, n: 9 }, pool)).toBeNull();
  expect(stayingAgainstMost({ stayed: 7, n: 20 }, pool)).toBeNull();
  expect(stayingAgainstMost({ stayed: 0, n: 40 }, pool)).toBe('fewer');
});
