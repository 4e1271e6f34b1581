import { expect, test } from 'vitest';
import { correction } from './pair-rules.ts';

test('the silent version runs a little slower while it is ahead, and faster while it is behind', () => {
  expect(correction(0.1).rate).toBeLessThan(1);
  expect(correction(-0.1).rate).toBeGreaterThan(1);
  expect(correction(0.1).jumps).toBe(false);
});

test('what nobody hears is left alone', () => {
  expect(correction(0.02)).toEqual({ jumps: false, rate: 1 });
  expect(correction(-0.02)).toEqual({ jumps: false, rate: 1 });
});

test('a version that is far away jumps', () => {
  expect(correction(0.31)).toEqual({ jumps: true, rate: 1 });
  expect(correction(-5)).toEqual({ jumps: true, rate: 1 });
  expect(correction(0.3).jumps).toBe(false);
});
