import { type Stay, stayingCurve } from '#server/statistics/staying-curve.ts';
import { type Bar, repeat, shareOf } from './bars.ts';
import { Draws, normalProbability } from './draws.ts';

const times = [0, 10, 20, 30, 45, 60, 90, 120];
const fewestSeconds = 5;

interface Truth {
  readonly share: number;
  readonly seconds: number;
  readonly isExponential: boolean;
  /** Seconds of the track after the paid minute. */
  readonly left: number;
}

const drawTruth = (draws: Draws, isExponential: boolean): Truth => ({
  share: draws.beta(3.5, 6.5),
  seconds: Math.exp(draws.normal(Math.log(45), 0.5)),
  isExponential,
  left: Math.floor(draws.uniform(60, 240)),
});

/** The true share of listeners who still listen after second t. */
function trueShare({ share, seconds, isExponential }: Truth, t: number): number {
  const until = Math.max(fewestSeconds, t + 1);
  return isExponential
    ? share * Math.exp(-until / seconds)
    : share * (1 - normalProbability(Math.log(until / seconds) / 1.2));
}

/**
 * One listener's stay as the product records it: whole seconds, below five counts as zero, and for one in ten the track
 * ends earlier.
 */
function drawStay(draws: Draws, truth: Truth): Stay {
  if (!draws.happens(truth.share)) return { seconds: 0, isCensored: false };
  const heard = truth.isExponential
    ? draws.exponential(truth.seconds)
    : truth.seconds * Math.exp(draws.normal(0, 1.2));
  const left = draws.happens(0.1) ? Math.floor(draws.uniform(10, truth.left)) : truth.left;
  if (heard >= left) return { seconds: left, isCensored: true };
  return { seconds: heard < fewestSeconds ? 0 : Math.floor(heard), isCensored: false };
}

/** How often the confidence band covers the truth at second t, over random tracks with n listeners. */
function coverage(n: number, t: number, tracks: number, seed: number): number {
  const draws = new Draws(seed);
  const drawn = repeat(tracks, (at) => {
    const truth = drawTruth(draws, at % 2 === 0);
    return { truth, curve: stayingCurve(repeat(n, () => drawStay(draws, truth))) };
  });
  return shareOf(
    drawn.filter(({ truth }) => t < truth.left),
    ({ truth, curve }) => {
      const point = curve.findLast(({ second }) => second <= t);
      const share = trueShare(truth, t);
      return point !== undefined && point.low <= share && share <= point.high;
    },
  );
}

/**
 * Coverage of the staying curve's confidence band by number of listeners: the mean over all seconds, and the worst
 * second.
 */
export function stayingBars(tracks: number): Bar[] {
  return [5, 10, 20, 30].flatMap((n) => {
    const shares = times.map((t) => coverage(n, t, tracks, 1000 * n + t));
    const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
    return [
      { of: `Staying, ${n} listeners: mean coverage`, figure: mean, atLeast: 0.93, atMost: 0.97 },
      { of: `Staying, ${n} listeners: lowest of ${times.length} seconds`, figure: Math.min(...shares) },
      { of: `Staying, ${n} listeners: highest`, figure: Math.max(...shares) },
    ];
  });
}
