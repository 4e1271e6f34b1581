import { clopperPearsonInterval, type Interval } from './proportion.ts';

/** Below so many who chose, counts say all there is to say. */
export const leastChoosers = 6;

/** Which of two is preferred; null while chance may have made the difference. */
export type Winner = 'first' | 'second' | null;

export interface Preference {
  /** Of the share that prefers the first. */
  readonly interval: Interval;
  readonly winner: Winner;
}

/** What choices between two show, ties left out; null below six who chose. */
export function preferenceOf(first: number, second: number): Preference | null {
  const n = first + second;
  if (n < leastChoosers) return null;
  const interval = clopperPearsonInterval(first, n);
  const winner = interval.low > 0.5 ? 'first' : interval.high < 0.5 ? 'second' : null;
  return { interval, winner };
}

/** The chance that so many choosers find the winner whom this share of all listeners prefers. */
export function findingChance(choosers: number, share: number): number {
  let chance = 0;
  for (let first = 0; first <= choosers; first += 1) {
    if (preferenceOf(first, choosers - first)?.winner !== 'first') continue;
    chance += binomialProbability(choosers, first, share);
  }
  return chance;
}

/** The chance of exactly so many among n, each with this probability. */
export function binomialProbability(n: number, successes: number, probability: number): number {
  let chance = 1;
  for (let i = 1; i <= successes; i += 1) chance *= ((n - successes + i) / i) * probability;
  return chance * (1 - probability) ** (n - successes);
}
