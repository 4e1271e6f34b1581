import { expect, test } from 'vitest';
import { clears } from '../tools/bench/simulations/bars.ts';
import { falseClusterBars, foundClusterBars } from '../tools/bench/simulations/clusters.ts';
import { stayingClaimBars, versionBars } from '../tools/bench/simulations/comparison.ts';
import { ratingBars } from '../tools/bench/simulations/ratings.ts';
import { stayingBars } from '../tools/bench/simulations/staying.ts';

/*
 * Small sizes of `npm run bench:statistics`, with room for chance: they catch a recipe that is broken, the command measures.
 */

const room = 0.04;

test.each([
  ['the staying curve', () => stayingBars(150)],
  ['ratings', () => ratingBars(120)],
  ['false clusters', () => falseClusterBars(100)],
  ['found clusters', () => foundClusterBars(40)],
  ['comparison of stays', () => stayingClaimBars(40)],
])('the simulations of %s reach their targets', (_, simulate) => {
  const missed = simulate().filter(
    ({ figure, atLeast = 0, atMost = 1 }) => figure < atLeast - room || figure > atMost + room,
  );
  expect(missed).toEqual([]);
});

test('panels of 6 to 200 name a false winner at most once in 20', () =>
  expect(versionBars().filter((bar) => !clears(bar))).toEqual([]));
