import { z } from 'zod';
import { call } from '../../call.ts';
import { momentKinds } from '../../music/tracks/moment-kinds.ts';
import { Genre, Moment, OwnTrack } from '../../music/tracks/tracks.ts';
import { pageOf } from '../../page.ts';
import { Id, Timestamp } from '../../primitives.ts';
import { TrackReview } from '../../reviewing/reviews/reviews.ts';
import { Analytics } from './analytics.ts';
import { mentionTopics, stopKinds } from './verdict-rules.ts';

/** 0 to 1. */
const share = z.number().min(0).max(1);
/** Whole seconds into the track. */
const second = z.int().nonnegative();
const count = z.int().nonnegative();
const interval = z.strictObject({ low: z.number(), high: z.number() });
/** The tracks that a track is compared with; null means all genres. */
const pool = { genre: Genre.nullable(), tracks: count };

/**
 * What paid listeners did after the paid minute. Shown from five listeners on, then in steps of three, so that nobody
 * can be singled out.
 */
export const Staying = z.strictObject({
  /** A track under 65 s leaves nothing to stay for. */
  isTooShort: z.boolean(),
  /** Listeners whose stop is known and counted; all figures are about them. */
  listeners: count,
  /** Listeners who have finished but are not counted yet. */
  notYetCounted: count,
  /**
   * Listeners who never count: test accounts, returning reviewers, accounts linked with the artist, and those who stay
   * to the end of nearly every track.
   */
  leftOut: count,
  stayed: count,
  /** 95% interval of the share that stayed. */
  interval: interval.nullable(),
  stops: z.array(z.strictObject({ kind: z.enum(stopKinds), count })),
  /** Of those who heard 0:00 to 1:00 without seeking: the share still listening after this many more seconds. */
  curve: z.array(interval.extend({ second, atRisk: count, share })),
  curveListeners: count,
  /** Median extra seconds of those who stayed; `seconds` is null if more than half stayed to the end. */
  half: z.strictObject({ seconds: z.number().nullable() }).nullable(),
  /** Extra seconds of each listener, in order, if one to five stayed: too few for a median. */
  stayedSeconds: z.array(second),
  comparison: z
    .strictObject({ ...pool, median: share, claim: z.enum(['more', 'fewer']).nullable() })
    .nullable(),
});
export type Staying = z.infer<typeof Staying>;

/** The rating beside comparable tracks. Null below five reviews, which are listed one by one. */
export const RatingVerdict = z.strictObject({
  mean: z.number(),
  interval,
  /** How many more reviews would narrow the interval to one star; 0 if it already is. */
  more: count,
  comparison: z
    .strictObject({ ...pool, mean: z.number(), claim: z.enum(['above', 'below']).nullable() })
    .nullable(),
});
export type RatingVerdict = z.infer<typeof RatingVerdict>;

export const MomentCluster = z.strictObject({
  kind: z.enum(momentKinds),
  /** From this second to that one, exclusive. */
  from: second,
  to: second,
  people: count,
  heardBy: count,
});
export type MomentCluster = z.infer<typeof MomentCluster>;

/** The guests of a track's private links. They count in no other figure. */
export const Circle = z.strictObject({
  /** Devices that opened a link, without the artist's own. */
  devices: z.int().positive(),
  heardToEnd: count,
  /** Null without stars. */
  stars: z.strictObject({ mean: z.number(), count: z.int().positive() }).nullable(),
  moments: z.array(Moment),
});
export type Circle = z.infer<typeof Circle>;

export const Verdict = z.strictObject({
  track: OwnTrack,
  figures: Analytics,
  /** The first page, newest first. */
  reviews: pageOf(TrackReview),
  staying: Staying,
  rating: RatingVerdict.nullable(),
  /** The number of one, two, ... five star reviews, without accounts linked with the artist, as in the rating. */
  stars: z.array(count).length(5),
  /** Reviews by accounts linked with the artist. */
  reviewsLeftOut: count,
  /** Listeners' marks by kind and second. */
  marks: z.array(z.strictObject({ kind: z.enum(momentKinds), second, count })),
  /**
   * In the first minute: listeners who began the track, and how many had skipped it or marked 'I'd skip here' by each
   * second.
   */
  firstMinute: z.strictObject({ listeners: count, gone: z.array(count).length(60) }),
  /** Moments that more people marked than chance explains, strongest first. */
  clusters: z.array(MomentCluster),
  /** Topics by how many of the newest reviews mention them, most first. */
  mentions: z.array(z.strictObject({ topic: z.enum(mentionTopics), count })),
  /** Clusters, mentions and comparisons are being recomputed; a realtime event tells the page when they are ready. */
  isComputing: z.boolean(),
  /** The address of the verdict's public page; null unless the artist shares it. */
  verdictAddress: Id.nullable(),
  /** Null without guests. */
  circle: Circle.nullable(),
});
export type Verdict = z.infer<typeof Verdict>;

export const readVerdict = call({
  method: 'GET',
  path: '/api/tracks/{trackId}/verdict',
  summary: "The verdict on one of the caller's tracks: everything its page shows.",
  spec: [],
  who: 'owner',
  params: z.strictObject({ trackId: Id }),
  answer: Verdict,
  status: 200,
  refusals: ['not_found'],
});

export const shareVerdict = call({
  method: 'PUT',
  path: '/api/tracks/{trackId}/verdict/shared',
  summary:
    "Shares the verdict on one of the caller's tracks on a public page, or ends it. Each time has a new address.",
  spec: [],
  who: 'owner',
  params: z.strictObject({ trackId: Id }),
  body: z.strictObject({ isShared: z.boolean() }),
  answer: z.strictObject({ verdictAddress: Id.nullable() }),
  status: 200,
  refusals: ['not_found', 'blind_reviews_open'],
});

/** How a new version compares with the former one. */
export const VersionResult = z.strictObject({
  /** The number of the new version. */
  version: z.int().min(2),
  formerTitle: z.string(),
  formerVersion: z.int().min(1),
  /** Returning reviewers who compared both blind; null if too few could. */
  panel: z
    .strictObject({
      size: count,
      preferredNew: count,
      preferredFormer: count,
      noDifference: count,
      endsAt: Timestamp,
      endedAt: Timestamp.nullable(),
      /** One of the two was deleted or taken down before the end, so there is no result. */
      isBroken: z.boolean(),
      /**
       * 95% interval of the share that prefers the new one. Null before the panel ends, and with fewer than six
       * choices.
       */
      interval: interval.nullable(),
      /** Null as well if chance may explain the difference. */
      winner: z.enum(['new', 'former']).nullable(),
    })
    .nullable(),
  /** Moments that stand out, in the new version, the former one or both. */
  moments: z.array(MomentCluster.extend({ standsOut: z.enum(['now', 'before', 'both']) })),
});
export type VersionResult = z.infer<typeof VersionResult>;

export const readVersionResult = call({
  method: 'GET',
  path: '/api/tracks/{trackId}/comparison',
  summary: "How one of the caller's tracks compares with its former version; null for a first version.",
  spec: [],
  who: 'owner',
  params: z.strictObject({ trackId: Id }),
  answer: z.strictObject({ result: VersionResult.nullable() }),
  status: 200,
  refusals: ['not_found'],
});

/** A track's line in the list of all verdicts. */
export const VerdictLine = z.strictObject({
  trackId: Id,
  /** Null with fewer than five listeners. */
  staying: z.strictObject({ listeners: count, stayed: count }).nullable(),
  /** Moments that more people marked than chance explains, strongest first. */
  clusters: z.array(MomentCluster),
});
export type VerdictLine = z.infer<typeof VerdictLine>;

export const listVerdicts = call({
  method: 'POST',
  path: '/api/verdicts',
  summary: "The one-line verdict on each of the caller's given tracks.",
  spec: [],
  who: 'artist',
  body: z.strictObject({ trackIds: z.array(Id).max(50) }),
  answer: z.strictObject({ verdicts: z.array(VerdictLine) }),
  status: 200,
  refusals: [],
});
