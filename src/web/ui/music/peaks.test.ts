import { expect, it } from 'vitest';
import { contrasted, levels, smoothed, stepped, wideCapitals } from './peaks.ts';

it('draws silence when there are no peaks', () => {
  expect(levels([], 3)).toEqual([0, 0, 0]);
});

it('reads bytes and fractions alike', () => {
  expect(levels(new Uint8Array([0, 255]), 2)).toEqual(levels([0, 1], 2));
});

it('keeps the order of loud and quiet when it makes fewer levels', () => {
  const [quiet = 1, loud = 0] = levels([0.1, 0.2, 0.8, 0.9], 2);
  expect(quiet).toBeLessThan(loud);
});

it('repeats peaks when more levels are asked for than there are', () => {
  expect(levels([0.2, 0.6], 4)).toEqual([0.2, 0.2, 0.6, 0.6]);
});

it('stretches levels over the whole range', () => {
  const [quietest, loudest, between] = contrasted([0.4, 0.7, 0.55]);
  expect(quietest).toBeCloseTo(0);
  expect(loudest).toBeCloseTo(1);
  expect(between).toBeCloseTo(0.5);
});

it('leaves an even track in the middle', () => {
  expect(contrasted([0.5, 0.5])).toEqual([0.5, 0.5]);
});

it('lets a single loud letter swell into its neighbors', () => {
  expect(smoothed([0, 1, 0, 0])).toEqual([0.25, 0.5, 0.25, 0]);
});

it('never sets a letter more than a quarter of the range wider or narrower than the one before', () => {
  const widths = stepped([0, 1, 0.9, 0.1, 0.2]);
  expect(widths).toEqual([0, 0.25, 0.5, 0.25, 0.2]);
});

it('sets no capital at its narrowest, and leaves other letters as they are', () => {
  expect(wideCapitals([0, 0, 0.5, 0.2], ['L', 'i', 'S', 'É'])).toEqual([0.25, 0, 0.5, 0.25]);
});
