import { dayMilliseconds } from '#contract/day-milliseconds.ts';
import type { Analytics } from '#contract/insight/verdict/analytics.ts';
import type { Dependencies } from '../../dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { averageRating } from '../../music/tracks/track-rules.ts';
import { lastMonths, meanStars, ratingInterval, reviewsOf, sumLists } from './analytics-rules.ts';
import {
  readLikedGenres,
  readListenerDays,
  readMonths,
  readRecentReviews,
  readTopTracks,
  readTrackSums,
} from './analytics-store.ts';

const shownMonths = 12;
const shownTracks = 5;
const shownReviews = 5;
const shownGenres = 6;
const listenerDays = 30;
const askedListeners = { mostListeners: 100, mostReviews: 10 };
/** With fewer listeners nothing is shown, because it would be one person's taste. */
const fewestListeners = 5;

type Needs = Pick<Dependencies, 'database' | 'clock'>;

/**
 * The figures of all tracks of an artist, or of one. They come from monthly totals, never from single plays.
 * @throws Refusal not_found
 */
export async function readAnalytics(
  { database, clock }: Needs,
  artistId: string,
  wanted: string | undefined,
): Promise<Analytics> {
  const now = clock.now();
  const trackId = wanted ?? null;
  const names = lastMonths(now, shownMonths);
  const thisMonth = names.at(-1) ?? '';
  const [sums, kept, listeners, ofAllTracks] = await Promise.all([
    readTrackSums.only(database, { artistId, trackId, monthStart: new Date(`${thisMonth}-01T00:00:00Z`) }),
    readMonths.all(database, { artistId, trackId }),
    readListenerDays.only(database, { artistId, since: dayBefore(now, listenerDays - 1) }),
    trackId === null ? readLists(database, artistId) : noLists,
  ]);
  if (wanted !== undefined && sums.tracks === 0) refuse('not_found');
  const months = names.map(
    (month) => kept.find((row) => row.month === month) ?? { month, plays: 0, stars: [] },
  );
  const current = months.at(-1);
  const newStars = current?.stars ?? [];
  const stars = sumLists(
    kept.map((row) => row.stars),
    5,
  );
  return {
    plays: { total: sums.plays, thisMonth: current?.plays ?? 0 },
    reviews: { total: sums.reviews, thisMonth: reviewsOf(newStars) },
    averageRating: { total: meanStars(stars), thisMonth: meanStars(newStars) },
    activeTracks: { total: sums.activeTracks, thisMonth: sums.newTracks },
    months: months.map(({ month, plays }) => ({ month, plays })),
    stars,
    ratingInterval: ratingInterval(stars),
    listeners: { new: listeners.fresh, returning: listeners.returning },
    ...ofAllTracks,
  };
}

type Lists = Pick<Analytics, 'topTracks' | 'recentReviews' | 'likedGenres'>;
const noLists: Lists = { topTracks: [], recentReviews: [], likedGenres: null };

/** The lists that only the figures of all tracks have. */
async function readLists(database: Needs['database'], artistId: string): Promise<Lists> {
  const [top, recent, liked] = await Promise.all([
    readTopTracks.all(database, { artistId, most: shownTracks }),
    readRecentReviews.all(database, { artistId, most: shownReviews }),
    readLikedGenres.all(database, { artistId, ...askedListeners }),
  ]);
  return {
    topTracks: top.map(({ ratingSum, ...track }) => ({
      ...track,
      averageRating: averageRating(ratingSum, track.reviewCount),
    })),
    recentReviews: recent.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })),
    likedGenres: likedGenresOf(liked),
  };
}

function likedGenresOf(rows: Awaited<ReturnType<typeof readLikedGenres.all>>): Lists['likedGenres'] {
  const listeners = rows[0]?.listeners ?? 0;
  if (listeners < fewestListeners) return null;
  const genres = rows.flatMap(({ genre, likedBy }) => (genre === null ? [] : [{ genre, likedBy }]));
  return { listeners, genres: genres.slice(0, shownGenres) };
}

const dayBefore = (now: Date, days: number): string =>
  new Date(now.getTime() - days * dayMilliseconds).toISOString().slice(0, 10);
