import { describe, expect, it } from 'vitest';
import { grownMilliseconds, heardStretch, stretchesOf, toldHeard } from './heard-rules.ts';

const long = 180_000;

describe('the seconds that a report vouches for', () => {
  it('are those between two positions', () => {
    expect(heardStretch(4000, 8000, 4000, long)).toEqual({ from: 4, to: 8 });
  });

  it('leave no gap when a report comes a little early', () => {
    expect(heardStretch(4000, 8000, 3600, long)).toEqual({ from: 4, to: 8 });
  });

  it('are no more than the time allows when the position jumped', () => {
    expect(heardStretch(4000, 150_000, 4000, long)).toEqual({ from: 145, to: 150 });
  });

  it('end with the track', () => {
    expect(heardStretch(178_000, 181_500, 3500, long)).toEqual({ from: 178, to: 180 });
  });
});

describe('how far the listening grows', () => {
  it('by the time earned while the seconds are new', () => {
    expect(grownMilliseconds(4000, 4000, [{ from: 0, to: 8 }], long)).toBe(4000);
  });

  it('by nothing when the seconds had counted', () => {
    expect(grownMilliseconds(10_000, 4000, [{ from: 0, to: 10 }], long)).toBe(0);
  });

  it('by what is new in several stretches', () => {
    const heard = [
      { from: 2, to: 6 },
      { from: 100, to: 105 },
    ];
    expect(grownMilliseconds(6000, 4000, heard, long)).toBe(3000);
  });

  it('by nothing when a track of exactly a minute is replayed', () => {
    expect(grownMilliseconds(60_000, 4000, [{ from: 0, to: 60 }], 60_000)).toBe(0);
  });

  it('by each replay of a track below a minute', () => {
    expect(grownMilliseconds(30_000, 4000, [{ from: 0, to: 30 }], 30_000)).toBe(4000);
  });
});

it('tells a browser what counts no more, and nothing where replays count', () => {
  const heard = stretchesOf([0, 10, 50, 55]);
  expect(toldHeard(heard, long)).toEqual([
    [0, 10],
    [50, 55],
  ]);
  expect(toldHeard(heard, 59_000)).toEqual([]);
});

it('tells a browser of 200 stretches at most', () => {
  const heard = stretchesOf(Array.from({ length: 402 }, (_, i) => i));
  expect(heard.at(-1)).toEqual({ from: 400, to: 401 });
  expect(toldHeard(heard, long)).toHaveLength(200);
});
