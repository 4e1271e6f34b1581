import { z } from 'zod';
import { call } from '../../call.ts';
import { Id } from '../../primitives.ts';
import { notUsefulReasonCodes } from './review-mark-kinds.ts';

/** The artist's private mark of a review. */
export const ReviewMark = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['useful', 'answered']) }),
  z.strictObject({ kind: z.literal('not_useful'), reason: z.enum(notUsefulReasonCodes) }),
]);
export type ReviewMark = z.infer<typeof ReviewMark>;

const Marked = z.strictObject({ mark: ReviewMark.nullable() });

export const markReview = call({
  method: 'PUT',
  path: '/api/reviews/{reviewId}/mark',
  summary: "Marks a review of one of the caller's tracks, or removes the mark. Only the artist sees it.",
  spec: [],
  who: 'owner',
  params: z.strictObject({ reviewId: Id }),
  body: Marked,
  answer: Marked,
  status: 200,
  refusals: ['not_found'],
});
