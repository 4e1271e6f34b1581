import { type Interval, wilsonInterval } from './proportion.ts';

/** How long one listener continued unpaid. */
export interface Stay {
  readonly seconds: number;
  /** The listener did not stop by choice: the track or the connection ended. */
  readonly isCensored: boolean;
}

/** A point of the curve, valid until the next one. */
export interface StayingPoint extends Interval {
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
