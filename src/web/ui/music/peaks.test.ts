import { expect, it } from 'vitest';
import { contrasted, levels, smoothed, stepped, wideCapitals } from './peaks.ts';

it('without peaks the levels are silent', () => {
  expect(levels([], 3)).toEqual([0, 0, 0]);
});

it('peaks can be bytes or fractions', () => {
  expect(levels(new Uint8Array([0, 255]), 2)).toEqual(levels([0, 1], 2));
});

it('fewer levels keep the order of loud and quiet', () => {
  const [quiet = 1, loud = 0] = levels([0.1, 0.2, 0.8, 0.9], 2);
  expect(quiet).toBeLessThan(loud);
});

it('peaks are repeated if more levels are requested', () => {
  expect(levels([0.2, 0.6], 4)).toEqual([0.2, 0.2, 0.6, 0.6]);
});

it('levels are stretched over the whole range', () => {
  const [quietest, loudest, between] = contrasted([0.4, 0.7, 0.55]);
  expect(quietest).toBeCloseTo(0);
  expect(loudest).toBeCloseTo(1);
  expect(between).toBeCloseTo(0.5);
});

it('an even track stays in the middle', () => {
  expect(contrasted([0.5, 0.5])).toEqual([0.5, 0.5]);
});

it('one loud letter swells into its neighbors', () => {
  expect(smoothed([0, 1, 0, 0])).toEqual([0.25, 0.5, 0.25, 0]);
});

it('a letter is at most a quarter of the range wider or narrower than the previous one', () => {
  const widths = stepped([0, 1, 0.9, 0.1, 0.2]);
  expect(widths).toEqual([0, 0.25, 0.5, 0.25, 0.2]);
});

it('no capital has the narrowest width, and other letters are unchanged', () => {
  expect(wideCapitals([0, 0, 0.5, 0.2], ['L', 'i', 'S', 'É'])).toEqual([0.25, 0, 0.5, 0.25]);
});
