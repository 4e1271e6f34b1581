import {
  estimateRating,
  ratingAgainstMost,
  ratingPool,
  reviewsToSettle,
  summarizeStars,
} from '#server/statistics/ratings.ts';
import { type Bar, repeat, shareOf } from './bars.ts';
import { Draws, normalProbability } from './draws.ts';

interface Song {
  readonly level: number;
  readonly spread: number;
}

const drawSong = (draws: Draws): Song => ({ level: draws.normal(3.6, 0.6), spread: draws.uniform(0.7, 1.2) });
const drawStar = (draws: Draws, { level, spread }: Song): number =>
  Math.min(5, Math.max(1, Math.round(draws.normal(level, spread))));
const drawStars = (draws: Draws, song: Song, n: number): number[] => repeat(n, () => drawStar(draws, song));

/** The mean rating if all listeners rated the song. */
const trueMean = ({ level, spread }: Song): number =>
  1 + [1.5, 2.5, 3.5, 4.5].reduce((sum, edge) => sum + 1 - normalProbability((edge - level) / spread), 0);

interface Rated {
  readonly isCovered: boolean;
  readonly widthAfterMore: number;
  /** Whether the claim puts it on the wrong side of the median track. */
  readonly isWrong: boolean;
  readonly isClaimed: boolean;
}

function rate(draws: Draws, n: number, pooled: number): Rated {
  const songs = repeat(pooled, () => drawSong(draws));
  const pool = ratingPool(songs.map((song) => summarizeStars(drawStars(draws, song, draws.whole(5, 30)))));
  const song = drawSong(draws);
  const stars = drawStars(draws, song, n);
  const summary = summarizeStars(stars);
  const { low, high } = estimateRating(summary, pool);
  const more = drawStars(draws, song, reviewsToSettle(summary, pool));
  const after = estimateRating(summarizeStars([...stars, ...more]), pool);
  const truth = trueMean(song);
  const claim = ratingAgainstMost(summary, pool);
  const isAbove = song.level > 3.6;
  return {
    isCovered: low <= truth && truth <= high,
    widthAfterMore: after.high - after.low,
    isClaimed: claim !== null,
    isWrong: (claim === 'above' && !isAbove) || (claim === 'below' && isAbove),
  };
}

/** Coverage of the interval, accuracy of "about N more", and wrong claims against the genre. */
export const ratingBars = (tracks: number): Bar[] =>
  [10, 40].flatMap((pooled) =>
    [5, 10, 20, 30].flatMap((n) => {
      const draws = new Draws(100 * pooled + n);
      const rated = repeat(tracks, () => rate(draws, n, pooled));
      const name = `Ratings, ${n} reviews, ${pooled} tracks to compare`;
      return [
        {
          of: `${name}: coverage`,
          figure: shareOf(rated, (one) => one.isCovered),
          atLeast: 0.94,
          atMost: 0.98,
        },
        {
          of: `${name}: at most 1.2 stars wide after N more`,
          figure: shareOf(rated, (one) => one.widthAfterMore <= 1.2),
          atLeast: 0.95,
        },
        { of: `${name}: wrong claims`, figure: shareOf(rated, (one) => one.isWrong), atMost: 0.01 },
        { of: `${name}: claims`, figure: shareOf(rated, (one) => one.isClaimed) },
      ];
    }),
  );
