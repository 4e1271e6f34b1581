import { z } from 'zod';
import { call } from '../call.ts';
import { Id } from '../primitives.ts';
import { TrackReview } from '../reviews/reviews.ts';
import { Genre } from '../tracks/tracks.ts';

const counted = z.strictObject({ total: z.int(), thisMonth: z.int() });
/** Null while there are no reviews. */
const mean = z.number().nullable();

export const ReceivedReview = TrackReview.omit({ prompts: true, notes: true, mark: true }).extend({
  trackId: Id,
  trackTitle: z.string(),
});
export type ReceivedReview = z.infer<typeof ReceivedReview>;

export const Analytics = z.strictObject({
  plays: counted,
  reviews: counted,
  averageRating: z.strictObject({ total: mean, thisMonth: mean }),
  activeTracks: counted,
  /** The five most played; empty when the figures are those of one track. */
  topTracks: z.array(
    z.strictObject({
      trackId: Id,
      title: z.string(),
      playCount: z.int(),
      reviewCount: z.int(),
      averageRating: mean,
    }),
  ),
  /** The five newest; empty when the figures are those of one track, whose reviews are a list of their own. */
  recentReviews: z.array(ReceivedReview),
  /** The last twelve months in UTC, oldest first, each as YYYY-MM. */
  months: z.array(
    z.strictObject({ month: z.string(), plays: z.int(), reviews: z.int(), averageRating: mean }),
  ),
  /** How many reviews gave one, two, ... five stars. */
  stars: z.array(z.int()).length(5),
  /** Where the true average most likely lies; null while there are no reviews. */
  ratingInterval: z.strictObject({ low: z.number(), high: z.number() }).nullable(),
  /** Plays by the hour of the day in UTC, over the last twelve months. */
  hours: z.array(z.int()).length(24),
  /** Listeners of the artist in the last 30 days. A person who comes back on several days counts on each. */
  listeners: z.strictObject({ new: z.int(), returning: z.int() }),
  /**
   * Genres that the artist's latest listeners like, 100 of them at most, by how many do. Null while they are so few that
   * it would tell what one of them likes, and when the figures are those of one track.
   */
  likedGenres: z
    .strictObject({
      listeners: z.int(),
      genres: z.array(z.strictObject({ genre: Genre, likedBy: z.int() })),
    })
    .nullable(),
});
export type Analytics = z.infer<typeof Analytics>;

export const readAnalytics = call({
  method: 'GET',
  path: '/api/analytics',
  summary: "Figures of the caller's tracks, or of one of them: totals, months, stars, hours and listeners.",
  spec: ['table artist_tracks select with nested play_events and reviews'],
  who: 'artist',
  query: z.strictObject({ trackId: Id.optional() }),
  answer: Analytics,
  status: 200,
  refusals: ['not_found'],
});
