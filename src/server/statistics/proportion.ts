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
