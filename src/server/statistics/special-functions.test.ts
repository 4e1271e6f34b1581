import { describe, expect, test } from 'vitest';
import { betaProbability, betaQuantile, logGamma, studentQuantile } from './special-functions.ts';

describe('special functions match published values', () => {
  test('the logarithm of the gamma function', () => {
    expect(logGamma(1)).toBeCloseTo(0, 13);
    expect(logGamma(0.5)).toBeCloseTo(Math.log(Math.PI) / 2, 13);
    expect(logGamma(10)).toBeCloseTo(Math.log(362_880), 12);
    expect(logGamma(171)).toBeCloseTo(706.5730622457874, 9);
  });

  test('the incomplete beta function equals its binomial sum', () => {
    const choose = (n: number, k: number): number => (k === 0 ? 1 : (choose(n - 1, k - 1) * n) / k);
    for (const [n, k, x] of [
      [20, 7, 0.3],
      [5, 5, 0.9],
      [60, 12, 0.15],
      [9, 1, 0.02],
    ] as const) {
      let tail = 0;
      for (let i = k; i <= n; i += 1) tail += choose(n, i) * x ** i * (1 - x) ** (n - i);
      expect(betaProbability(x, k, n - k + 1)).toBeCloseTo(tail, 12);
    }
  });

  test('quantiles invert probabilities, at the ends too', () => {
    for (const p of [0.025, 0.5, 0.975]) {
      for (const [a, b] of [
        [0.05, 1.95],
        [3.5, 6.5],
        [120, 8],
      ] as const)
        expect(betaProbability(betaQuantile(p, a, b), a, b)).toBeCloseTo(p, 6);
    }
    expect(betaProbability(0, 2, 3)).toBe(0);
    expect(betaProbability(1, 2, 3)).toBe(1);
  });

  test("Student's t matches R", () => {
    const known = { 14: 2.144787, 19: 2.093024, 29: 2.04523 };
    for (const [degrees, t] of Object.entries(known))
      expect(studentQuantile(0.975, Number(degrees))).toBeCloseTo(t, 6);
    expect(studentQuantile(0.95, 14)).toBeCloseTo(1.76131, 5);
    expect(studentQuantile(0.95, 29)).toBeCloseTo(1.699127, 6);
  });
});
