import type { Interval } from './proportion.ts';
import { studentQuantile } from './special-functions.ts';

/** The stars of one track: count, mean and sample variance (0 for one). */
export interface StarSummary {
  readonly n: number;
  readonly mean: number;
  readonly variance: number;
}

/** The prior for a track's rating, from comparable tracks. */
export interface RatingPool {
  /** Variance between listeners of one track. */
  readonly within: number;
  /** Variance between tracks. */
  readonly between: number;
  readonly mean: number;
  readonly meanVariance: number;
  readonly tracks: number;
}

export interface RatingEstimate extends Interval {
  readonly estimate: number;
}

const smallestWithin = 0.25;
const smallestBetween = 0.05;
/** Pseudo-observations for the variance, with and without a pool. */
const pooledWeight = 10;
const assumed = { weight: 4, variance: 1.2 } as const;
/** An interval at most this wide, in stars, is settled. */
const settledWidth = 1;
const mostNeeded = 1000;

export function summarizeStars(stars: readonly number[]): StarSummary {
  const n = stars.length;
  const mean = n === 0 ? 0 : stars.reduce((sum, star) => sum + star, 0) / n;
  const squares = stars.reduce((sum, star) => sum + (star - mean) ** 2, 0);
  return { n, mean, variance: n > 1 ? squares / (n - 1) : 0 };
}

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** The pool by the method of moments: pooled variance within tracks, DerSimonian and Laird (1986) between them. */
export function ratingPool(tracks: readonly StarSummary[]): RatingPool {
  const degrees = total(tracks.map(({ n }) => n - 1));
  const squares = total(tracks.map(({ n, variance }) => (n - 1) * variance));
  const within = Math.max(smallestWithin, degrees === 0 ? 0 : squares / degrees);
  const weights = tracks.map(({ n }) => n / within);
  const sum = total(weights);
  const center = total(tracks.map(({ n, mean }) => (n / within) * mean)) / sum;
  const q = total(tracks.map(({ n, mean }) => (n / within) * (mean - center) ** 2));
  const scale = sum - total(weights.map((weight) => weight ** 2)) / sum;
  const between = Math.max(smallestBetween, (q - (tracks.length - 1)) / scale);
  const shares = tracks.map(({ n }) => 1 / (within / n + between));
  const meanVariance = 1 / total(shares);
  const mean = total(tracks.map((track, at) => track.mean * (shares[at] ?? 0))) * meanVariance;
  return { within, between, mean, meanVariance, tracks: tracks.length };
}

/** Variance between a track's listeners, moderated (Smyth 2004) toward the pool's or the assumed one. */
function moderated({ n, variance }: StarSummary, pool: RatingPool | null) {
  const weight = pool === null ? assumed.weight : pooledWeight;
  const degrees = weight - 1 + n;
  const prior = pool === null ? assumed.variance : pool.within;
  return { within: (weight * prior + (n - 1) * variance) / degrees, degrees };
}

/**
 * Shrinkage B toward the pool for the mean of n reviews, with Morris' (1983) variance, which accounts for estimating
 * the variance between tracks.
 */
function shrunk(away: number, ofMean: number, pool: RatingPool) {
  const shrinkage = ofMean / (ofMean + pool.between);
  return { shrinkage, unsure: (2 * shrinkage ** 2 * away ** 2) / (pool.tracks - 3) };
}

/** Half the width of the 95% interval of the true mean after `more` similar reviews. */
function halfWidth(stars: StarSummary, pool: RatingPool | null, more = 0): number {
  const { within, degrees } = moderated(stars, pool);
  const ofMean = within / (stars.n + more);
  const quantile = studentQuantile(0.975, degrees + more);
  if (pool === null) return quantile * Math.sqrt(ofMean);
  const { shrinkage, unsure } = shrunk(stars.mean - pool.mean, ofMean, pool);
  return quantile * Math.sqrt((1 - shrinkage) * ofMean + shrinkage ** 2 * pool.meanVariance + unsure);
}

const inStars = (value: number): number => Math.min(5, Math.max(1, value));

/**
 * The true mean of a track's stars with a 95% interval. With a pool: empirical Bayes (Morris 1983) with a moderated
 * variance (Smyth 2004), covering 95% on average over tracks. Without: Student's t with the moderated variance.
 */
export function estimateRating(stars: StarSummary, pool: RatingPool | null): RatingEstimate {
  const ofMean = moderated(stars, pool).within / stars.n;
  const shrinkage = pool === null ? 0 : shrunk(stars.mean - pool.mean, ofMean, pool).shrinkage;
  const estimate = shrinkage * (pool?.mean ?? 0) + (1 - shrinkage) * stars.mean;
  const half = halfWidth(stars, pool);
  return { estimate, low: inStars(estimate - half), high: inStars(estimate + half) };
}

/** How many more similar reviews would narrow the interval to one star; 0 if it is settled. */
export function reviewsToSettle(stars: StarSummary, pool: RatingPool | null): number {
  for (let more = 0; more < mostNeeded; more += 1) {
    if (2 * halfWidth(stars, pool, more) <= settledWidth) return more;
  }
  return mostNeeded;
}

/** Fewest reviews for calling a track above or below most. */
const fewestToCompare = 10;

/** Whether the true mean is on one side of the pool's with 95% confidence; null if too close to call. */
export function ratingAgainstMost(stars: StarSummary, pool: RatingPool): 'above' | 'below' | null {
  if (stars.n < fewestToCompare) return null;
  const { within, degrees } = moderated(stars, pool);
  const { shrinkage, unsure } = shrunk(stars.mean - pool.mean, within / stars.n, pool);
  const kept = 1 - shrinkage;
  const away = kept * (stars.mean - pool.mean);
  const spread = (kept * within) / stars.n + kept ** 2 * pool.meanVariance + unsure;
  if (Math.abs(away) <= studentQuantile(0.95, degrees) * Math.sqrt(spread)) return null;
  return away > 0 ? 'above' : 'below';
}
