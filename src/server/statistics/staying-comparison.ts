import { betaProbability, betaQuantile, logBeta } from './special-functions.ts';

/** How many of a track's listeners stayed. */
export interface StayCount {
  readonly stayed: number;
  readonly n: number;
}

interface Cell {
  readonly a: number;
  readonly b: number;
  /** The median share of tracks in this cell. */
  readonly median: number;
}

/** The grid of hypotheses about tracks: mean share (i - 1/2)/40, and concentration M = 2, 4, ... 128. */
let knownGrid: readonly Cell[] | undefined;

function grid(): readonly Cell[] {
  knownGrid ??= Array.from({ length: 40 }, (_, at) => (at + 0.5) / 40).flatMap((mean) =>
    [2, 4, 8, 16, 32, 64, 128].map((likeness) => {
      const [a, b] = [mean * likeness, (1 - mean) * likeness];
      return { a, b, median: betaQuantile(0.5, a, b) };
    }),
  );
  return knownGrid;
}

/** The posterior over the grid given a pool: a flat prior times each track's beta-binomial likelihood. */
export interface StayingPool {
  readonly weights: readonly number[];
  /** The median share of the pool's tracks. */
  readonly median: number;
  readonly tracks: number;
}

export function stayingPool(tracks: readonly StayCount[]): StayingPool {
  const logs = grid().map(({ a, b }) => {
    const prior = logBeta(a, b);
    return tracks.reduce((sum, { stayed, n }) => sum + logBeta(a + stayed, b + n - stayed) - prior, 0);
  });
  const highest = Math.max(...logs);
  const raw = logs.map((log) => Math.exp(log - highest));
  const sum = raw.reduce((total, weight) => total + weight, 0);
  const weights = raw.map((weight) => weight / sum);
  const median = grid().reduce((total, cell, at) => total + cell.median * (weights[at] ?? 0), 0);
  return { weights, median, tracks: tracks.length };
}

/** The probability that more people stay with this track than with the median track of the pool. */
export function probabilityAboveMost({ stayed, n }: StayCount, { weights }: StayingPool): number {
  let [above, sum] = [0, 0];
  for (const [at, { a, b, median }] of grid().entries()) {
    // The track itself is evidence of how similar tracks are.
    const weight = (weights[at] ?? 0) * Math.exp(logBeta(a + stayed, b + n - stayed) - logBeta(a, b));
    if (weight === 0) continue;
    above += weight * (1 - betaProbability(median, a + stayed, b + n - stayed));
    sum += weight;
  }
  return sum === 0 ? 0.5 : above / sum;
}

/** Fewest listeners for saying that a track keeps more or fewer than most. */
const fewestToCompare = 10;
const sure = 0.95;

/** Whether more or fewer listeners stay than with most tracks of the pool; null if too close to call. */
export function stayingAgainstMost(stays: StayCount, pool: StayingPool): 'more' | 'fewer' | null {
  if (stays.n < fewestToCompare) return null;
  const above = probabilityAboveMost(stays, pool);
  if (above >= sure) return 'more';
  return above <= 1 - sure ? 'fewer' : null;
}
