import { expect, test } from 'vitest';
import { correction } from './pair-rules.ts';

test('the silent version plays slightly slower if it is ahead, and faster if it is behind', () => {
  expect(correction(0.1).rate).toBeLessThan(1);
  expect(correction(-0.1).rate).toBeGreaterThan(1);
  expect(correction(0.1).jumps).toBe(false);
});

test('an inaudible difference is ignored', () => {
  expect(correction(0.02)).toEqual({ jumps: false, rate: 1 });
  expect(correction(-0.02)).toEqual({ jumps: false, rate: 1 });
});

test('a large difference is corrected by a jump', () => {
  expect(correction(0.31)).toEqual({ jumps: true, rate: 1 });
  expect(correction(-5)).toEqual({ jumps: true, rate: 1 });
  expect(correction(0.3).jumps).toBe(false);
});
