import { expect, it } from 'vitest';
import { inkPairs, inksFor } from './record-inks.ts';

it('a track always has the same inks', () => {
  const id = '7b2d4c1e-93aa-4c55-b0a7-3f1de2a80c11';
  expect(inksFor(id)).toBe(inksFor(id));
});

it('a catalog uses all six pairs', () => {
  const used = new Set(Array.from({ length: 200 }, (_, n) => inksFor(`track-${n}`)));
  expect(used.size).toBe(inkPairs.length);
  expect(used.size).toBe(6);
});
