import { type Interval, wilsonInterval } from './proportion.ts';
import { betaProbability, betaQuantile, logBeta } from './special-functions.ts';

/** How long one listener continued unpaid. */
export interface Stay {
  readonly seconds: number;
  /** The listener did not stop by choice: the track or the connection ended. */
  readonly isCensored: boolean;
}

/** A point of the curve, valid until the next one. */
interface StayingPoint extends Interval {
  /** Seconds after the paid minute. */
  readonly second: number;
  /** Listeners still there after this second. */
  readonly atRisk: number;
  /** The share that still listens. */
  readonly share: number;
}

interface Step {
  readonly second: number;
  readonly atRisk: number;
  readonly share: number;
  readonly stops: number;
  /** Greenwood's sum of d / (Y (Y - d)). */
  readonly greenwood: number;
}

/** Kaplan and Meier (1958): S(t) is the product of 1 - d/Y over the seconds up to t at which d of Y listeners stop. */
function stepsOf(stays: readonly Stay[]): Step[] {
  const seconds = [...new Set([0, ...stays.map((stay) => stay.seconds)])].toSorted((a, b) => a - b);
  const steps: Step[] = [];
  let [atRisk, share, stops, greenwood] = [stays.length, 1, 0, 0];
  for (const second of seconds) {
    const ending = stays.filter((stay) => stay.seconds === second);
    const stopping = ending.filter((stay) => !stay.isCensored).length;
    share *= stopping === atRisk ? 0 : 1 - stopping / atRisk;
    greenwood += stopping === 0 ? 0 : stopping / (atRisk * (atRisk - stopping));
    stops += stopping;
    atRisk -= ending.length;
    steps.push({ second, atRisk, share, stops, greenwood });
  }
  return steps;
}

/** Rothman's (1978) effective number of listeners: (1 - S) / (S G), with limits where S is 1 or 0. */
function effectiveNumber({ share, atRisk, stops, greenwood }: Step, n: number): number {
  const number = share === 1 ? atRisk : share === 0 ? stops : (1 - share) / (share * greenwood);
  return Math.min(n, Math.max(1, number));
}

/**
 * The share that still listens t seconds after the paid minute, with a 95% interval for each second (not for the curve
 * as a whole): Wilson's interval with Rothman's effective number, then the running minimum of both limits.
 */
export function stayingCurve(stays: readonly Stay[]): StayingPoint[] {
  let [lowest, highest] = [1, 1];
  return stepsOf(stays).map((step) => {
    const { low, high } = wilsonInterval(step.share, effectiveNumber(step, stays.length));
    lowest = Math.min(lowest, low);
    highest = Math.min(highest, high);
    return { second: step.second, atRisk: step.atRisk, share: step.share, low: lowest, high: highest };
  });
}

const isHalf = (share: number): boolean => Math.abs(share - 0.5) < 1e-9;

/**
 * The second at which the curve falls to one half, by the rule of R's survfit: if it is exactly one half, the midpoint
 * between that stop and the next. Null if it never does.
 */
export function medianSeconds(stays: readonly Stay[]): number | null {
  const steps = stepsOf(stays);
  const first = steps.find(({ share }) => share < 0.5 + 1e-9);
  if (first === undefined) return null;
  const next = steps.find(({ share }) => share < first.share - 1e-9);
  return isHalf(first.share) && next !== undefined ? (first.second + next.second) / 2 : first.second;
}

/** How many of a track's listeners stayed. */
interface StayCount {
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
interface StayingPool {
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
