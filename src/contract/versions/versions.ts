import { z } from 'zod';
import { call } from '../call.ts';
import { Id } from '../primitives.ts';

/** What an artist is told before a new version of a track is uploaded. */
export const NewVersionOffer = z.strictObject({
  formerId: Id,
  formerTitle: z.string(),
  genre: z.string(),
  /** The number of the new version. */
  version: z.int().min(2),
  /** Reviews that the new version gets by the artist's plan. */
  reviewTarget: z.int().nonnegative(),
  /** Places of the former version that may move to the new one. */
  openPlaces: z.int().nonnegative(),
  /** Listeners who reviewed the former version and may compare both. */
  returningReviewers: z.int().nonnegative(),
  /** With so many who choose, how often a difference is found, in percent; null where there will be too few to say. */
  panel: z
    .strictObject({ choosers: z.int(), finds70: z.int().min(0).max(100), finds80: z.int().min(0).max(100) })
    .nullable(),
});
export type NewVersionOffer = z.infer<typeof NewVersionOffer>;

export const readNewVersionOffer = call({
  method: 'GET',
  path: '/api/tracks/{trackId}/new-version',
  summary: "What a new version of one of the caller's tracks would get, and what its listeners could find.",
  spec: [],
  who: 'owner',
  params: z.strictObject({ trackId: Id }),
  answer: NewVersionOffer,
  status: 200,
  refusals: ['not_found', 'track_deleted', 'track_taken_down'],
});
