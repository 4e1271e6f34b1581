import type { Analytics } from '#contract/analytics.ts';
import type { Dependencies } from '../dependencies.ts';
import { refuse } from '../refusals.ts';
import { averageRating } from '../tracks/track-rules.ts';
import { lastMonths, meanStars, ratingInterval, reviewsOf, sumLists } from './analytics-rules.ts';
import {
  readCountedTracks,
  readListenerDays,
  readMonths,
  readRecentReviews,
  readStars,
} from './analytics-store.ts';

const shownMonths = 12;
const shownTracks = 5;
const shownReviews = 5;
const listenerDays = 30;
const dayMilliseconds = 24 * 3600 * 1000;

type CountedTrack = Awaited<ReturnType<typeof readCountedTracks.all>>[number];

/** The figures of all tracks of an artist, or of one. They come from sums per day, never from single plays. Refuses not_found. */
export async function readAnalytics(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  artistId: string,
  wanted: string | undefined,
): Promise<Analytics> {
  const now = clock.now();
  const trackId = wanted ?? null;
  const names = lastMonths(now, shownMonths);
  const thisMonth = names.at(-1) ?? '';
  const [tracks, rows, all, listeners, recent] = await Promise.all([
    readCountedTracks.all(database, { artistId, trackId, monthStart: new Date(`${thisMonth}-01T00:00:00Z`) }),
    readMonths.all(database, { artistId, trackId, since: `${names[0]}-01` }),
    readStars.only(database, { artistId, trackId }),
    readListenerDays.only(database, { artistId, since: dayBefore(now, listenerDays - 1) }),
    readRecentReviews.all(database, { artistId, trackId, most: shownReviews }),
  ]);
  if (wanted !== undefined && tracks.length === 0) refuse('not_found');
  const months = names.map(
    (month) => rows.find((row) => row.month === month) ?? { month, plays: 0, stars: [], hours: [] },
  );
  const current = months.at(-1);
  const newStars = current?.stars ?? [];
  const activeTracks = tracks.filter((track) => track.isActive);
  return {
    plays: { total: sum(tracks, (track) => track.playCount), thisMonth: current?.plays ?? 0 },
    reviews: { total: sum(tracks, (track) => track.reviewCount), thisMonth: reviewsOf(newStars) },
    averageRating: { total: meanStars(all.stars), thisMonth: meanStars(newStars) },
    activeTracks: {
      total: activeTracks.length,
      thisMonth: activeTracks.filter((track) => track.isNew).length,
    },
    topTracks: trackId === null ? topTracks(tracks) : [],
    recentReviews: recent.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })),
    months: months.map(({ month, plays, stars }) => ({
      month,
      plays,
      reviews: reviewsOf(stars),
      averageRating: meanStars(stars),
    })),
    stars: all.stars,
    ratingInterval: ratingInterval(all.stars),
    hours: sumLists(
      months.map(({ hours }) => hours),
      24,
    ),
    listeners: { new: listeners.fresh, returning: listeners.returning },
  };
}

const sum = (tracks: readonly CountedTrack[], figure: (track: CountedTrack) => number): number =>
  tracks.reduce((total, track) => total + figure(track), 0);

const topTracks = (tracks: readonly CountedTrack[]): Analytics['topTracks'] =>
  tracks
    .toSorted((a, b) => b.playCount - a.playCount || b.reviewCount - a.reviewCount)
    .slice(0, shownTracks)
    .map(({ id, title, playCount, reviewCount, ratingSum }) => ({
      trackId: id,
      title,
      playCount,
      reviewCount,
      averageRating: averageRating(ratingSum, reviewCount),
    }));

const dayBefore = (now: Date, days: number): string =>
  new Date(now.getTime() - days * dayMilliseconds).toISOString().slice(0, 10);
