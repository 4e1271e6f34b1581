import { expect, test } from 'vitest';
import { findMarkClusters, type MarkingListener } from '#server/statistics/mark-clusters.ts';
import { estimateRating, ratingAgainstMost, ratingPool, summarizeStars } from '#server/statistics/ratings.ts';
import { type Stay, stayingCurve } from '#server/statistics/staying.ts';
import { Draws, normalProbability } from '#tests/support/people/draws.ts';

// Simulated listeners whose true behavior is known, with fixed seeds. Few tracks keep it quick, so each limit leaves room for chance.

const tracks = 100;
const repeat = <Result>(times: number, make: (at: number) => Result): Result[] =>
  Array.from({ length: times }, (_, at) => make(at));
const shareOf = <Entry>(entries: readonly Entry[], is: (entry: Entry) => boolean): number =>
  entries.filter(is).length / entries.length;

/** As the product records a stay: whole seconds, below five counts as zero, and the end of the track cuts it off. */
function drawStay(draws: Draws, share: number, seconds: number): Stay {
  const heard = draws.happens(share) ? draws.exponential(seconds) : 0;
  const left = draws.happens(0.1) ? draws.whole(10, 120) : 120;
  if (heard >= left) return { seconds: left, isCensored: true };
  return { seconds: heard < 5 ? 0 : Math.floor(heard), isCensored: false };
}

test.each([5, 10, 20, 30])('the band of the staying curve contains the truth with %i listeners', (n) => {
  const draws = new Draws(n);
  const covered = [0, 10, 30, 60, 90].flatMap((t) =>
    repeat(tracks, () => {
      const [share, seconds] = [draws.beta(3.5, 6.5), Math.exp(draws.normal(Math.log(45), 0.5))];
      const curve = stayingCurve(repeat(n, () => drawStay(draws, share, seconds)));
      const truth = share * Math.exp(-Math.max(5, t + 1) / seconds);
      const point = curve.findLast(({ second }) => second <= t);
      return point !== undefined && point.low <= truth && truth <= point.high;
    }),
  );
  const coverage = shareOf(covered, Boolean);
  expect(coverage).toBeGreaterThan(0.91);
  expect(coverage).toBeLessThan(0.99);
});

const drawStars = (draws: Draws, level: number, spread: number, n: number): number[] =>
  repeat(n, () => Math.min(5, Math.max(1, Math.round(draws.normal(level, spread)))));

test.each([5, 10, 30])('the likely rating contains the truth with %i reviews, and claims are right', (n) => {
  const draws = new Draws(n);
  const drawSong = () => [draws.normal(3.6, 0.6), draws.uniform(0.7, 1.2)] as const;
  const rated = repeat(tracks, () => {
    const pool = ratingPool(
      repeat(10, () => summarizeStars(drawStars(draws, ...drawSong(), draws.whole(5, 30)))),
    );
    const [level, spread] = drawSong();
    const summary = summarizeStars(drawStars(draws, level, spread, n));
    const { low, high } = estimateRating(summary, pool);
    const above = (edge: number) => 1 - normalProbability((edge - level) / spread);
    const truth = 1 + [1.5, 2.5, 3.5, 4.5].reduce((sum, edge) => sum + above(edge), 0);
    const claim = ratingAgainstMost(summary, pool);
    return {
      isCovered: low <= truth && truth <= high,
      isWrong: claim === (level > 3.6 ? 'below' : 'above'),
    };
  });
  expect(shareOf(rated, ({ isCovered }) => isCovered)).toBeGreaterThan(0.9);
  expect(shareOf(rated, ({ isWrong }) => isWrong)).toBeLessThan(0.05);
});

const durationSeconds = 180;
const kinds = 3;
const heard = repeat(durationSeconds, (second) => second);

/** Up to `most` marks of each kind, anywhere in the track and at least five seconds apart. */
function drawListener(draws: Draws, most: number): MarkingListener {
  const marks = repeat(kinds, () => {
    const drawn: number[] = [];
    for (let left = draws.whole(0, most); left > 0; left -= 1) {
      const at = draws.whole(0, durationSeconds - 1);
      if (drawn.every((other) => Math.abs(other - at) >= 5)) drawn.push(at);
    }
    return drawn;
  });
  return { heard, marks };
}

test('random marks rarely form a cluster', () => {
  const draws = new Draws(1);
  const found = repeat(tracks, (seed) =>
    findMarkClusters(
      repeat(12, () => drawListener(draws, 6)),
      { durationSeconds, kinds, seed },
    ),
  );
  expect(shareOf(found, (clusters) => clusters.length > 0)).toBeLessThan(0.1);
});

test('a moment that five of twelve listeners marked is usually found where it is', () => {
  const draws = new Draws(2);
  const found = repeat(40, (seed) => {
    const from = draws.whole(30, durationSeconds - 8);
    const listeners = repeat(12, (at) => {
      const listener = drawListener(draws, 2);
      const [, ...others] = listener.marks;
      return at < 5 ? { heard, marks: [[draws.whole(from, from + 7)], ...others] } : listener;
    });
    return findMarkClusters(listeners, { durationSeconds, kinds, seed }).some(
      (cluster) => cluster.kind === 0 && Math.abs(cluster.from - from) <= 4,
    );
  });
  expect(shareOf(found, Boolean)).toBeGreaterThan(0.85);
});
