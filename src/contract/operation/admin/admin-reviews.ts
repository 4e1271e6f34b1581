import { z } from 'zod';
import { BulkOutcome } from '../../bulk-outcome.ts';
import { reviewSentenceLength } from '../../business-rules.ts';
import { call } from '../../call.ts';
import { PageQuery, pageOf } from '../../page.ts';
import { Id, Timestamp } from '../../primitives.ts';
import { rejectionReasonCodes } from '../../reviewing/reviews/rejection-reasons.ts';
import { Rating, ReviewStatus } from '../../reviewing/reviews/reviews.ts';
import { shownLine, shownText } from '../../shown-text.ts';

const Sentence = shownText(reviewSentenceLength).trim().min(3);

export const ReviewFinding = z.strictObject({
  rule: z.string(),
  version: z.int(),
  passed: z.boolean(),
  detail: z.string(),
});
export type ReviewFinding = z.infer<typeof ReviewFinding>;

export const AppealOutcome = z.enum(['granted', 'dismissed']);
export type AppealOutcome = z.infer<typeof AppealOutcome>;

/** A review as an admin sees it, with what the approval rules found. */
export const ReviewToDecide = z.strictObject({
  id: Id,
  trackTitle: z.string(),
  artistId: Id,
  artistName: z.string(),
  listenerId: Id,
  listenerName: z.string(),
  rating: Rating,
  comment: z.string(),
  /** The rejected text, if the appeal replaced it. */
  firstComment: z.string().nullable(),
  status: ReviewStatus,
  createdAt: Timestamp,
  /** When a pending review is approved automatically; null until the rules have judged it, and once it is decided. */
  dueAt: Timestamp.nullable(),
  findings: z.array(ReviewFinding),
  decision: z
    .strictObject({
      at: Timestamp,
      /** The admin's display name; null when the approval rules decided. */
      by: z.string().nullable(),
      reason: z.string().nullable(),
      sentence: z.string().nullable(),
    })
    .nullable(),
  appeal: z
    .strictObject({
      at: Timestamp,
      text: z.string(),
      outcome: AppealOutcome.nullable(),
      sentence: z.string().nullable(),
    })
    .nullable(),
  /** Its listener or its artist is the caller or linked to them, so another admin has to decide. */
  isOwn: z.boolean(),
  /** The caller decided it and can make it pending again, if the reward of an approval is still available. */
  canUndo: z.boolean(),
  /** From a test account, which no figure counts. */
  isTest: z.boolean(),
});
export type ReviewToDecide = z.infer<typeof ReviewToDecide>;

export const ReviewDecision = z.discriminatedUnion('status', [
  z.strictObject({ status: z.literal('approved') }),
  z.strictObject({
    status: z.literal('rejected'),
    reason: z.enum(rejectionReasonCodes),
    sentence: Sentence,
  }),
]);
export type ReviewDecision = z.infer<typeof ReviewDecision>;

export const listReviewsToDecide = call({
  method: 'GET',
  path: '/api/admin/reviews',
  summary:
    'waiting: pending reviews and open appeals, oldest first. decided: latest decision first. The search matches the start of the listener’s or artist’s name, username or email.',
  spec: [],
  who: 'admin',
  query: PageQuery.extend({
    view: z.enum(['waiting', 'decided']),
    search: shownLine(100).trim().min(1).optional(),
  }),
  answer: pageOf(ReviewToDecide),
  status: 200,
  refusals: [],
});

const decided = z.strictObject({ id: Id, status: ReviewStatus });

export const decideReview = call({
  method: 'POST',
  path: '/api/admin/reviews/{reviewId}/decision',
  summary:
    'Approves or rejects a pending review, once. Repeating the same decision returns the first result. A rejection needs a published reason and a sentence.',
  spec: [],
  who: 'admin',
  params: z.strictObject({ reviewId: Id }),
  body: ReviewDecision,
  answer: decided,
  status: 200,
  limit: 'decision',
  refusals: ['not_found', 'own_decision', 'already_decided'],
});

export const mostReviewsAtOnce = 100;
const ReviewIds = z.array(Id).min(1).max(mostReviewsAtOnce);

export const decideReviews = call({
  method: 'POST',
  path: '/api/admin/review-decisions',
  summary: 'Decides many pending reviews, each independently: a refused one doesn’t stop the others.',
  spec: [],
  who: 'admin',
  body: z.strictObject({ reviewIds: ReviewIds, decision: ReviewDecision }),
  answer: BulkOutcome,
  status: 200,
  limit: 'decision',
  refusals: [],
});

export const undoReviewDecisions = call({
  method: 'POST',
  path: '/api/admin/review-decisions/undo',
  summary:
    "Undoes the caller's own decisions: the reviews are pending again. A rejection can be undone until it is appealed, an approval while its whole reward is available.",
  spec: [],
  who: 'admin',
  body: z.strictObject({ reviewIds: ReviewIds }),
  answer: BulkOutcome,
  status: 200,
  limit: 'decision',
  refusals: [],
});

export const decideAppeal = call({
  method: 'POST',
  path: '/api/admin/reviews/{reviewId}/appeal-decision',
  summary:
    'Grants or dismisses the appeal against a rejection, once. The admin who rejected it can’t decide if there is another admin. Granting approves and pays.',
  spec: [],
  who: 'admin',
  params: z.strictObject({ reviewId: Id }),
  body: z.strictObject({ outcome: AppealOutcome, sentence: Sentence }),
  answer: decided,
  status: 200,
  limit: 'decision',
  refusals: ['not_found', 'own_decision', 'already_decided', 'not_appealed', 'same_admin'],
});
