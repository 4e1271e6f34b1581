import { expect, test } from 'vitest';
import { labeledClusters } from './labeled-clusters.ts';

const at = (from: number) => ({ kind: 'love' as const, from, to: from + 8, people: 9, heardBy: 12 });
const places = (...from: number[]) => labeledClusters(from.map(at), 200).map((one) => one.from);

test('only the stronger of two adjacent moments has a label', () => {
  expect(places(100, 110, 90)).toEqual([100]);
  expect(places(110, 100, 150)).toEqual([110, 150]);
});

test('moments with enough room each have a label', () => expect(places(40, 62, 18)).toEqual([40, 62, 18]));
