import { expect, it } from 'vitest';
import { swellSize } from './swell-size.ts';

const range = { largest: 6, smallest: 1.5, lines: 4 } as const;
const share = (widths: number[]) => Number(/\), ([\d.]+)cqi/.exec(swellSize(widths, range).fontSize)?.[1]);

it('a word is never wider than its space', () => {
  expect(share([5.6]) * 5.6).toBeLessThanOrEqual(100);
  expect(share([2, 9.5, 2]) * 9.5).toBeLessThanOrEqual(100);
});

it('a longer title is smaller', () => {
  expect(share([3, 3, 3, 3, 3, 3, 3, 3])).toBeLessThan(share([3, 3]));
});

it('a word breaks only if it cannot fit a small phone at the smallest size', () => {
  const { breaks } = swellSize([5, 40], range);
  expect([breaks(5), breaks(40)]).toEqual([false, true]);
});

it('with larger text than its space allows, no word is cut off', () => {
  expect(swellSize([5.6, 10], range).fontSize).toMatch(/^clamp\(min\(1\.5rem, 9\.90cqi\), /);
});

it('on two lines the words fit where the break is best', () => {
  const { fontSize } = swellSize([6, 4, 7], { ...range, lines: 2 });
  const percent = Number(/\), ([\d.]+)cqi/.exec(fontSize)?.[1]);
  expect(percent * (6 + 0.34 + 4)).toBeCloseTo(98, 0);
});
