import { z } from 'zod';
import { call } from '../../call.ts';
import { Genre } from '../../music/tracks/tracks.ts';
import { Id } from '../../primitives.ts';
import { TrackReview } from '../../reviewing/reviews/reviews.ts';

const counted = z.strictObject({ total: z.int(), thisMonth: z.int() });
/** Null if there are no reviews. */
const mean = z.number().nullable();

export const ReceivedReview = TrackReview.omit({
  prompts: true,
  notes: true,
  moments: true,
  mark: true,
  press: true,
}).extend({
  trackId: Id,
  trackTitle: z.string(),
});
export type ReceivedReview = z.infer<typeof ReceivedReview>;

export const Analytics = z.strictObject({
  plays: counted,
  reviews: counted,
  averageRating: z.strictObject({ total: mean, thisMonth: mean }),
  activeTracks: counted,
  /** The five most played; empty in the figures of a single track. */
  topTracks: z.array(
    z.strictObject({
      trackId: Id,
      title: z.string(),
      playCount: z.int(),
      reviewCount: z.int(),
      averageRating: mean,
    }),
  ),
  /** The five newest; empty in the figures of a single track, whose reviews have their own list. */
  recentReviews: z.array(ReceivedReview),
  /** The last twelve months in UTC, oldest first, each as YYYY-MM. */
  months: z.array(z.strictObject({ month: z.string(), plays: z.int() })),
  /** The number of reviews with one, two, ... five stars. */
  stars: z.array(z.int()).length(5),
  /** The confidence interval of the average; null if there are no reviews. */
  ratingInterval: z.strictObject({ low: z.number(), high: z.number() }).nullable(),
  /** The artist's listeners of the last 30 days. Someone who returns on several days counts on each. */
  listeners: z.strictObject({ new: z.int(), returning: z.int() }),
  /**
   * Genres liked by the artist's latest listeners (at most 100), by number of listeners. Null in the figures of a
   * single track, and while so few that one person's taste would show.
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
  path: '/api/results',
  summary: "Figures of the caller's tracks, or of one of them: totals, months, stars and listeners.",
  spec: ['table artist_tracks select with nested play_events and reviews'],
  who: 'artist',
  query: z.strictObject({ trackId: Id.optional() }),
  answer: Analytics,
  status: 200,
  refusals: ['not_found'],
});
