import { describe, expect, it, test } from 'vitest';
import { coveredMilliseconds, heardStretch } from './player-rules.ts';

const long = 180_000;

describe('the seconds proven by a report', () => {
  it('are those between two positions', () => {
    expect(heardStretch(4000, 8000, 4000, long)).toEqual({ from: 4, to: 8 });
  });

  it('leave no gap if a report arrives slightly early', () => {
    expect(heardStretch(4000, 8000, 3600, long)).toEqual({ from: 4, to: 8 });
  });

  it('are limited by the elapsed time if the position jumped', () => {
    expect(heardStretch(4000, 150_000, 4000, long)).toEqual({ from: 145, to: 150 });
  });

  it('stop at the end of the track', () => {
    expect(heardStretch(178_000, 181_500, 3500, long)).toEqual({ from: 178, to: 180 });
  });
});

const start = new Date('2026-11-24T10:00:00Z');
const at = (ms: number) => new Date(start.getTime() + ms);
const last = { positionMs: 10_000, beatAt: start };
const played = (positionMs: number) => ({ positionMs, isJump: false });
const jumped = (positionMs: number) => ({ positionMs, isJump: true });

describe('the time covered by a report', () => {
  test('starts at the last report', () => {
    expect(coveredMilliseconds(last, played(10_000), at(4000))).toBe(4000);
    expect(coveredMilliseconds(last, jumped(70_000), at(1500))).toBe(1500);
    expect(coveredMilliseconds(undefined, played(4000), at(4000))).toBe(0);
  });

  test('after a gap is what the position moved, or at most six seconds without movement', () => {
    expect(coveredMilliseconds(last, played(25_000), at(15_000))).toBe(15_000);
    expect(coveredMilliseconds(last, played(10_000), at(600_000))).toBe(6000);
    expect(coveredMilliseconds(last, jumped(170_000), at(600_000))).toBe(6000);
  });

  test('is never more than the elapsed time, however far the position moved', () => {
    expect(coveredMilliseconds(last, played(170_000), at(2))).toBe(2);
    expect(coveredMilliseconds(last, played(14_000), at(-4000))).toBe(0);
  });
});
