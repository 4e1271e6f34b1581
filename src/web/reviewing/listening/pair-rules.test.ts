import { expect, test } from 'vitest';
import { audibleSeconds, correction } from './pair-rules.ts';

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

test('the audible length is one for both versions before the choice, and then that of the side', () => {
  const side = (durationSeconds: number) => ({
    id: 'a',
    playbackLink: { url: '/', expiresAt: '' },
    level: 1,
    secondsToHear: 30,
    durationSeconds,
  });
  const blind = {
    a: side(95),
    b: side(81),
    version: 2,
    formerVersion: 1,
    choice: null,
    newSide: null,
  } as const;
  const chosen = { ...blind, choice: 'none', newSide: 'b' } as const;
  expect(audibleSeconds({ durationSeconds: 95, comparison: blind }, 'b')).toBe(95);
  expect(audibleSeconds({ durationSeconds: 80.4, comparison: chosen }, 'a')).toBe(95);
  expect(audibleSeconds({ durationSeconds: 80.4, comparison: chosen }, 'b')).toBe(80.4);
  expect(audibleSeconds({ durationSeconds: 80.4, comparison: chosen }, undefined)).toBe(80.4);
  expect(audibleSeconds({ durationSeconds: 120, comparison: null }, undefined)).toBe(120);
});
