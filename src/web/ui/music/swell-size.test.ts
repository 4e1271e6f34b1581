import { expect, it } from 'vitest';
import { swellSize } from './swell-size.ts';

const range = { largest: 6, smallest: 1.5 };
const share = (widths: number[]) => Number(/([\d.]+)cqi/.exec(swellSize(widths, range).fontSize)?.[1]);

it('never lets a word be wider than its place', () => {
  expect(share([5.6]) * 5.6).toBeLessThanOrEqual(100);
  expect(share([2, 9.5, 2]) * 9.5).toBeLessThanOrEqual(100);
});

it('sets a longer title smaller', () => {
  expect(share([3, 3, 3, 3, 3, 3, 3, 3])).toBeLessThan(share([3, 3]));
});

it('breaks only a word that cannot fit a small phone at the smallest size', () => {
  const { breaks } = swellSize([5, 40], range);
  expect([breaks(5), breaks(40)]).toEqual([false, true]);
});
