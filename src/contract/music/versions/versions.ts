import { z } from 'zod';
import { mostReviewsAtOnce } from '../../business-rules.ts';
import { call } from '../../call.ts';
import { Forecast } from '../../plans/balance/balance.ts';
import { Id } from '../../primitives.ts';

/** The reviews that a new version would get. */
const VersionReviews = z.strictObject({
  /** All of them, with those that are taken back from the former version. */
  reviews: z.int().nonnegative(),
  /** The part that is for returning reviewers first. */
  returning: z.int().nonnegative(),
  /** With this many choosers, how often a real difference is detected, in percent; null if there will be too few. */
  panel: z
    .strictObject({ choosers: z.int(), finds70: z.int().min(0).max(100), finds80: z.int().min(0).max(100) })
    .nullable(),
  /** Null if the upload has none. */
  forecast: Forecast.nullable(),
});
export type VersionReviews = z.infer<typeof VersionReviews>;

/** What an artist is told before a new version of a track is uploaded. */
export const NewVersionOffer = z.strictObject({
  formerId: Id,
  formerTitle: z.string(),
  genre: z.string(),
  /** The number of the new version: the next one of all versions of this track. */
  version: z.int().min(2),
  formerVersion: z.int().min(1),
  /** Places of the former version that can be taken back and assigned to the new one. */
  openPlaces: z.int().nonnegative(),
  /** Listeners who reviewed the former version and may compare both. */
  returningReviewers: z.int().nonnegative(),
  /** With and without taking the open places back. */
  takingBack: VersionReviews,
  leaving: VersionReviews,
});
export type NewVersionOffer = z.infer<typeof NewVersionOffer>;

export const readNewVersionOffer = call({
  method: 'GET',
  path: '/api/tracks/{trackId}/new-version',
  summary:
    "The reviews that a new version of one of the caller's tracks would get, and the difference its listeners could detect.",
  spec: [],
  who: 'owner',
  params: z.strictObject({ trackId: Id }),
  query: z.strictObject({
    /** As in create-track. */
    reviews: z.coerce.number().pipe(z.int().min(0).max(mostReviewsAtOnce)).optional(),
  }),
  answer: NewVersionOffer,
  status: 200,
  refusals: ['not_found', 'track_deleted', 'track_taken_down'],
});
