import { clopperPearsonInterval } from '#server/statistics/proportion.ts';
import { betaProbability, betaQuantile } from '#server/statistics/special-functions.ts';
import { stayingAgainstMost, stayingPool } from '#server/statistics/staying-comparison.ts';
import { type Bar, repeat, shareOf } from './bars.ts';
import { Draws } from './draws.ts';

function stays(draws: Draws, share: number, n: number): { stayed: number; n: number } {
  return { stayed: repeat(n, () => draws.happens(share)).filter(Boolean).length, n };
}

/** Wrong claims of "more" or "fewer than most stay", per track. */
export const stayingClaimBars = (tracks: number): Bar[] =>
  [
    { mean: 0.35, likeness: 8, pooled: 10 },
    { mean: 0.35, likeness: 40, pooled: 10 },
    { mean: 0.2, likeness: 16, pooled: 40 },
  ].flatMap(({ mean, likeness, pooled }) => {
    const [a, b] = [mean * likeness, (1 - mean) * likeness];
    const median = betaQuantile(0.5, a, b);
    return [10, 20, 30].map((n) => {
      const draws = new Draws(likeness * 100 + n);
      const claims = repeat(tracks, () => {
        const pool = stayingPool(repeat(pooled, () => stays(draws, draws.beta(a, b), draws.whole(5, 30))));
        const share = draws.beta(a, b);
        return { claim: stayingAgainstMost(stays(draws, share, n), pool), share };
      });
      return {
        of: `Genre, ${n} listeners, ${pooled} tracks, mean ${mean}, likeness ${likeness}: wrong claims`,
        figure: shareOf(claims, ({ claim, share }) => claim === (share > median ? 'fewer' : 'more')),
        atMost: 0.01,
      };
    });
  });

/**
 * Exact, by enumeration: how often one of two equal versions is called the winner, for the worst panel size from 6 to
 * 200.
 */
export function versionBars(): Bar[] {
  const wrong = repeat(195, (at) => {
    const n = at + 6;
    const needed = repeat(n + 1, (k) => k).find((k) => clopperPearsonInterval(k, n).low > 0.5);
    return needed === undefined ? 0 : 2 * betaProbability(0.5, needed, n - needed + 1);
  });
  return [
    { of: 'Versions, 6 to 200 choosers: worst false winner', figure: Math.max(...wrong), atMost: 0.05 },
  ];
}
