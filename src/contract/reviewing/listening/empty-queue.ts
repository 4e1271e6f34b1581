import { z } from 'zod';
import { commentLength } from '../../business-rules.ts';
import { call } from '../../call.ts';
import { momentKinds } from '../../music/tracks/moment-kinds.ts';
import { PageQuery, pageOf } from '../../page.ts';
import { Id, Timestamp } from '../../primitives.ts';
import { shownText } from '../../shown-text.ts';

/** What a listener can do while the queue has no track for them. */
export const EmptyQueue = z.strictObject({
  /** When the next tracks are likely; null if unknown. */
  likelyAt: Timestamp.nullable(),
  /** The caller has asked to be told when there is a track to review. */
  isAsked: z.boolean(),
  /** There is a track that they may hear without pay. */
  mayListenUnpaid: z.boolean(),
});
export type EmptyQueue = z.infer<typeof EmptyQueue>;

export const askToBeTold = call({
  method: 'POST',
  path: '/api/queue/tell-me',
  summary: 'Asks for one notice and email when there is a track to review again, or cancels that.',
  spec: [],
  who: 'listener',
  body: z.strictObject({ wanted: z.boolean() }),
  answer: z.strictObject({ isAsked: z.boolean() }),
  status: 200,
  refusals: ['account_suspended'],
});

export const answerUnpaid = call({
  method: 'POST',
  path: '/api/queue/unpaid',
  summary:
    'Saves unpaid feedback on the track the caller hears without pay: stars and an optional note. Sending it again replaces it.',
  spec: [],
  who: 'listener',
  body: z.strictObject({
    trackId: Id,
    rating: z.int().min(1).max(5),
    note: shownText(commentLength).trim().default(''),
  }),
  answer: z.strictObject({}),
  status: 200,
  limit: 'review',
  refusals: ['not_assigned', 'track_deleted', 'track_ended', 'account_suspended'],
});

/** A listener's feedback on a track heard without pay. No figure counts it. */
export const UnpaidAnswer = z.strictObject({
  listenerName: z.string(),
  rating: z.int().min(1).max(5),
  note: z.string().nullable(),
  moments: z.array(z.strictObject({ kind: z.enum(momentKinds), atSecond: z.int().nonnegative() })),
  answeredAt: Timestamp,
});
export type UnpaidAnswer = z.infer<typeof UnpaidAnswer>;

export const listUnpaidAnswers = call({
  method: 'GET',
  path: '/api/tracks/{trackId}/unpaid',
  summary: "Unpaid feedback on one of the caller's tracks, newest first.",
  spec: [],
  who: 'owner',
  params: z.strictObject({ trackId: Id }),
  query: PageQuery,
  answer: pageOf(UnpaidAnswer),
  status: 200,
  refusals: ['not_found'],
});
