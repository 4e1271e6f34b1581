import { clopperPearsonInterval, type Interval } from './proportion.ts';

/** With fewer choices only the counts are shown. */
export const leastChoosers = 6;

/** The preferred one of two; null if chance may explain the difference. */
export type Winner = 'first' | 'second' | null;

export interface Preference {
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
