import { describe, expect, it } from 'vitest';
import { grownMilliseconds, stretchesOf, toldHeard } from './heard-rules.ts';

const long = 180_000;

describe('listening time grows', () => {
  it('by the time earned if the seconds are new', () => {
    expect(grownMilliseconds(4000, 4000, [{ from: 0, to: 8 }], long)).toBe(4000);
  });

  it('by nothing if the seconds have already counted', () => {
    expect(grownMilliseconds(10_000, 4000, [{ from: 0, to: 10 }], long)).toBe(0);
  });

  it('by the new part of several ranges', () => {
    const heard = [
      { from: 2, to: 6 },
      { from: 100, to: 105 },
    ];
    expect(grownMilliseconds(6000, 4000, heard, long)).toBe(3000);
  });

  it('by nothing when a track of exactly a minute is replayed', () => {
    expect(grownMilliseconds(60_000, 4000, [{ from: 0, to: 60 }], 60_000)).toBe(0);
  });

  it('by each replay of a track under a minute', () => {
    expect(grownMilliseconds(30_000, 4000, [{ from: 0, to: 30 }], 30_000)).toBe(4000);
  });
});

it('sends the browser the seconds that no longer count, and none if replays count', () => {
  const heard = stretchesOf([0, 10, 50, 55]);
  expect(toldHeard(heard, long)).toEqual([
    [0, 10],
    [50, 55],
  ]);
  expect(toldHeard(heard, 59_000)).toEqual([]);
});

it('sends the browser at most 200 ranges', () => {
  const heard = stretchesOf(Array.from({ length: 402 }, (_, i) => i));
  expect(heard.at(-1)).toEqual({ from: 400, to: 401 });
  expect(toldHeard(heard, long)).toHaveLength(200);
});
