import { z } from 'zod';
import { mostReviewsAtOnce } from '../../business-rules.ts';
import { call } from '../../call.ts';
import { Id, Timestamp } from '../../primitives.ts';

/** What brought reviews: a plan's period, a pack, the monthly free upload, a missed date, a wrong takedown, or earlier rules. */
export const LotSource = z.enum(['plan', 'pack', 'free', 'missed', 'takedown', 'before']);
export type LotSource = z.infer<typeof LotSource>;

/** Reviews that came together and expire together. */
export const ReviewLot = z.strictObject({
  id: Id,
  source: LotSource,
  /** How many it brought, and how many of them are not assigned to a track. */
  reviews: z.int(),
  left: z.int(),
  /** Before this time none can be assigned. */
  opensAt: Timestamp,
  expiresAt: Timestamp,
});
export type ReviewLot = z.infer<typeof ReviewLot>;

/** The reviews that an artist has and has not assigned to a track. */
export const ReviewBalance = z.strictObject({
  /** What can be assigned now. */
  left: z.int(),
  /** The lots with reviews to assign, the first to expire first. */
  lots: z.array(ReviewLot),
  /** The next reviews that come. Not certain: the month's budget for free reviews was spent, so it is not before that day. */
  next: z.strictObject({ reviews: z.int(), opensAt: Timestamp, isCertain: z.boolean() }).nullable(),
});
export type ReviewBalance = z.infer<typeof ReviewBalance>;

/** How many reviews to assign to a track. */
export const ReviewNumber = z.int().min(1).max(mostReviewsAtOnce);

/** When reviews that are assigned now would be there. */
export const Forecast = z.strictObject({
  reviews: z.int(),
  /** How many of them the promised date covers; free ones, for example, have none. */
  dated: z.int(),
  /** Null if no date can be promised. */
  promisedAt: Timestamp.nullable(),
  /** Weeks at the pace of the last 14 days; null if nothing was approved in them. */
  weeks: z.int().nullable(),
  /** The largest smaller number that gets a date, where this one gets none. */
  smaller: z.strictObject({ reviews: z.int(), promisedAt: Timestamp }).nullable(),
});
export type Forecast = z.infer<typeof Forecast>;

/** Reviews of one lot that were assigned to a track together. */
export const Assignment = z.strictObject({
  id: Id,
  /** Without those that were taken back. */
  reviews: z.int(),
  /** Its reviews that are not rejected. */
  delivered: z.int(),
  openPlaces: z.int(),
  assignedAt: Timestamp,
  /** Until then only reviewers of the former version take its places; null: everybody does. */
  returningUntil: Timestamp.nullable(),
  promisedAt: Timestamp.nullable(),
  /** How many of them the date covers. */
  dated: z.int(),
  promise: z.enum(['open', 'kept', 'missed']).nullable(),
  /** Why the clock of the date is paused. */
  stoppedFor: z.enum(['suspension', 'budget', 'look', 'takedown']).nullable(),
  /** What a missed date brought. */
  broughtReviews: z.int().nullable(),
  /** When those that are taken back expire: with their lot. */
  expiresAt: Timestamp,
});
export type Assignment = z.infer<typeof Assignment>;

export const readReviewBalance = call({
  method: 'GET',
  path: '/api/review-balance',
  summary: 'The reviews that the caller has and has not assigned to a track.',
  spec: [],
  who: 'artist',
  answer: ReviewBalance,
  status: 200,
  refusals: [],
});

export const forecastReviews = call({
  method: 'GET',
  path: '/api/tracks/{trackId}/reviews/forecast',
  summary: "When this many more reviews of one of the caller's tracks would be there.",
  spec: [],
  who: 'owner',
  params: z.strictObject({ trackId: Id }),
  query: z.strictObject({ reviews: z.coerce.number().pipe(ReviewNumber) }),
  answer: Forecast,
  status: 200,
  refusals: ['not_found', 'track_deleted', 'track_taken_down', 'too_few_reviews'],
});

export const forecastUpload = call({
  method: 'GET',
  path: '/api/upload-forecast',
  summary: 'When this many reviews of a track uploaded now would be there.',
  spec: [],
  who: 'artist',
  query: z.strictObject({ reviews: z.coerce.number().pipe(ReviewNumber) }),
  answer: Forecast,
  status: 200,
  refusals: ['too_few_reviews'],
});

/** What plans and packs would bring a caller who bought them now: the first date, said before paying. */
export const OfferForecast = z.strictObject({
  /** For the reviews that a first track would get. */
  plans: z.record(z.enum(['basic', 'pro', 'unlimited']), Forecast),
  packs: z.record(z.enum(['ten', 'twenty']), Forecast),
  /** How many of a plan's reviews open at once; null if all do, because the caller's first payment is old enough. */
  opensAtOnce: z.int().nullable(),
});
export type OfferForecast = z.infer<typeof OfferForecast>;

export const forecastOffers = call({
  method: 'GET',
  path: '/api/offers/forecast',
  summary: 'When the first reviews of each plan and pack would be there, if it were bought now.',
  spec: [],
  who: 'everybody',
  answer: OfferForecast,
  status: 200,
  isShared: true,
  refusals: [],
});

export const addReviews = call({
  method: 'POST',
  path: '/api/tracks/{trackId}/reviews',
  summary: "Assigns reviews to one of the caller's tracks, those that expire first.",
  spec: [],
  who: 'owner',
  params: z.strictObject({ trackId: Id }),
  body: z.strictObject({ reviews: ReviewNumber }),
  answer: z.strictObject({ assigned: z.int(), left: z.int() }),
  status: 201,
  idempotencyKey: true,
  refusals: ['not_found', 'track_deleted', 'track_taken_down', 'too_few_reviews', 'key_reused'],
});

export const takeBackReviews = call({
  method: 'POST',
  path: '/api/tracks/{trackId}/reviews/take-back',
  summary:
    'Takes back reviews that no listener has. They return to the lot that they came from, and expire with it.',
  spec: [],
  who: 'owner',
  params: z.strictObject({ trackId: Id }),
  body: z.strictObject({ reviews: ReviewNumber }),
  answer: z.strictObject({ takenBack: z.int(), left: z.int() }),
  status: 200,
  idempotencyKey: true,
  refusals: ['not_found', 'too_few_places', 'key_reused'],
});
