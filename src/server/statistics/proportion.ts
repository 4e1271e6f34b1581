import { betaQuantile, normal975 } from './special-functions.ts';

/** A 95% interval of a share. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Wilson's (1927) score interval for a share among n people; n may be fractional. */
export function wilsonInterval(share: number, n: number): Interval {
  const z2 = normal975 ** 2;
  const middle = (share + z2 / (2 * n)) / (1 + z2 / n);
  const half = (normal975 / (1 + z2 / n)) * Math.sqrt((share * (1 - share)) / n + z2 / (4 * n * n));
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

/**
 * Clopper and Pearson's (1934) exact interval. It never covers less than 95%, which a decision between two requires.
 */
export const clopperPearsonInterval = (successes: number, n: number): Interval => ({
  low: successes === 0 ? 0 : betaQuantile(0.025, successes, n - successes + 1),
  high: successes === n ? 1 : betaQuantile(0.975, successes + 1, n - successes),
});

/** With fewer choices only the counts are shown. */
export const leastChoosers = 6;

/** The preferred one of two; null if chance may explain the difference. */
type Winner = 'first' | 'second' | null;

interface Preference {
  /** Interval of the share that prefers the first. */
  readonly interval: Interval;
  readonly winner: Winner;
}

/** Evaluates choices between two, without ties; null below six choices. */
export function preferenceOf(first: number, second: number): Preference | null {
  const n = first + second;
  if (n < leastChoosers) return null;
  const interval = clopperPearsonInterval(first, n);
  const winner = interval.low > 0.5 ? 'first' : interval.high < 0.5 ? 'second' : null;
  return { interval, winner };
}

/** The probability that this many choosers identify a winner preferred by this share of all listeners. */
export function findingChance(choosers: number, share: number): number {
  let chance = 0;
  for (let first = 0; first <= choosers; first += 1) {
    if (preferenceOf(first, choosers - first)?.winner !== 'first') continue;
    chance += binomialProbability(choosers, first, share);
  }
  return chance;
}

/** The probability of exactly this many successes among n. */
export function binomialProbability(n: number, successes: number, probability: number): number {
  let chance = 1;
  for (let i = 1; i <= successes; i += 1) chance *= ((n - successes + i) / i) * probability;
  return chance * (1 - probability) ** (n - successes);
}
