import { z } from 'zod';
import { call } from '../../call.ts';
import { PageQuery, pageOf } from '../../page.ts';
import { Id, Timestamp } from '../../primitives.ts';
import { reasonsOf, takedownAnswerLength, takedownSentenceLength } from '../../report-reasons.ts';
import { shownText } from '../../shown-text.ts';
import { ReportedKind, Takedown, TakedownReason } from '../../takedown.ts';

const Sentence = shownText(takedownSentenceLength).trim().min(3);

/** 'mistake': the takedown was wrong. 'cleared': it was right, and the cause has been resolved. */
export const RestoredAs = z.enum(['mistake', 'cleared']);

/** A takedown as an admin sees it. */
export const AdminTakedown = Takedown.extend({
  kind: ReportedKind,
  /** The title or text as it was. */
  shown: z.string(),
  trackTitle: z.string(),
  ownerId: Id,
  ownerName: z.string(),
  takenBy: z.string(),
  answeredAt: Timestamp.nullable(),
  upheldBy: z.string().nullable(),
  restored: z
    .strictObject({ at: Timestamp, by: z.string(), as: RestoredAs, sentence: z.string() })
    .nullable(),
  /** One of the caller's accounts is involved, so another admin has to decide. */
  isOwn: z.boolean(),
  /** From a test or sample account. */
  isTest: z.boolean(),
});
export type AdminTakedown = z.infer<typeof AdminTakedown>;

export const answerTakedown = call({
  method: 'POST',
  path: '/api/takedowns/{takedownId}/answer',
  summary: 'Answers a takedown of the caller’s track, review or question, once.',
  spec: [],
  who: 'owner',
  params: z.strictObject({ takedownId: Id }),
  body: z.strictObject({ answer: shownText(takedownAnswerLength).trim().min(1) }),
  answer: Takedown,
  status: 200,
  refusals: ['not_found', 'answered_already', 'restored_already'],
});

export const listTakedowns = call({
  method: 'GET',
  path: '/api/admin/takedowns',
  summary:
    'Lists takedowns. answered: with an answer to decide, oldest first. standing: in effect, newest first. over: restored, newest first.',
  spec: [],
  who: 'admin',
  query: PageQuery.extend({ view: z.enum(['answered', 'standing', 'over']) }),
  answer: pageOf(AdminTakedown),
  status: 200,
  refusals: [],
});

export const takeDown = call({
  method: 'POST',
  path: '/api/admin/takedowns',
  summary:
    'Takes down a track, a review or a question and tells its owner why. A track stops for listeners at once; a listener who has heard the paid minute can still send a review. This also decides open reports about the item.',
  spec: [],
  who: 'admin',
  body: z
    .strictObject({ kind: ReportedKind, thingId: Id, reason: TakedownReason, sentence: Sentence })
    .refine(({ kind, reason }) => reasonsOf[kind].includes(reason), 'names a reason of another kind'),
  answer: z.strictObject({ takedownId: Id }),
  status: 201,
  limit: 'decision',
  refusals: ['not_found', 'track_deleted', 'own_decision', 'already_decided'],
});

export const restore = call({
  method: 'POST',
  path: '/api/admin/takedowns/{takedownId}/restoration',
  summary:
    'Restores an item that was taken down, once. A track’s promised date moves by the time it was down. After a mistake, the artist gets the upload and the missing included reviews back.',
  spec: [],
  who: 'admin',
  params: z.strictObject({ takedownId: Id }),
  body: z.strictObject({ as: RestoredAs, sentence: Sentence }),
  answer: z.strictObject({}),
  status: 200,
  limit: 'decision',
  refusals: ['not_found', 'track_deleted', 'own_decision', 'already_decided'],
});

export const upholdTakedown = call({
  method: 'POST',
  path: '/api/admin/takedowns/{takedownId}/confirmation',
  summary: 'Decides the answer to a takedown, once. The item stays down, and its owner is told why.',
  spec: [],
  who: 'admin',
  params: z.strictObject({ takedownId: Id }),
  body: z.strictObject({ sentence: Sentence }),
  answer: z.strictObject({}),
  status: 200,
  limit: 'decision',
  refusals: ['not_found', 'own_decision', 'already_decided', 'not_answered'],
});
