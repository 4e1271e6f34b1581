import { betaProbability, betaQuantile, logBeta } from './special-functions.ts';

/** How many of a track's listeners stayed. */
export interface StayCount {
  readonly stayed: number;
  readonly n: number;
}

interface Cell {
  readonly a: number;
  readonly b: number;
  /** The share that half of all tracks exceed if this cell is true. */
  readonly median: number;
}

/** What tracks may be like: mean share (i - 1/2)/40 and likeness M = 2, 4, ... 128. */
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

/** What the tracks of a pool say about the grid: a flat prior times the beta-binomial likelihood of each track. */
export interface StayingPool {
  readonly weights: readonly number[];
  /** The share that half of the tracks exceed. */
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
    // The track itself says something about how alike tracks are.
    const weight = (weights[at] ?? 0) * Math.exp(logBeta(a + stayed, b + n - stayed) - logBeta(a, b));
    if (weight === 0) continue;
    above += weight * (1 - betaProbability(median, a + stayed, b + n - stayed));
    sum += weight;
  }
  return sum === 0 ? 0.5 : above / sum;
}

/** Fewest listeners of a track that is said to keep more or fewer than most. */
const fewestToCompare = 10;
const sure = 0.95;

/** Whether more or fewer stay than with most tracks of the pool; null when too close to call. */
export function stayingAgainstMost(stays: StayCount, pool: StayingPool): 'more' | 'fewer' | null {
  if (stays.n < fewestToCompare) return null;
  const above = probabilityAboveMost(stays, pool);
  if (above >= sure) return 'more';
  return above <= 1 - sure ? 'fewer' : null;
}
