import { z } from 'zod';
import { call } from '../../call.ts';
import { Id } from '../../primitives.ts';

/** Hours in which a person reads a review that its artist pressed. After that the press has expired. */
export const pressHours = 24;
/** The most open presses of an account and those linked to it. */
export const mostOpenPresses = 2;

/** Whether a person is to read the review, has read it, or did not get to it in time. Null: not pressed. */
export const ReviewPress = z.enum(['open', 'read', 'expired']);
export type ReviewPress = z.infer<typeof ReviewPress>;

export const pressReview = call({
  method: 'PUT',
  path: '/api/reviews/{reviewId}/press',
  summary:
    "Says that a review of one of the caller's tracks says nothing about it, or takes that back while nobody has read it. An admin reads the review within 24 hours.",
  spec: [],
  who: 'owner',
  params: z.strictObject({ reviewId: Id }),
  body: z.strictObject({ pressed: z.boolean() }),
  answer: z.strictObject({ press: ReviewPress.nullable() }),
  status: 200,
  refusals: ['not_found', 'press_limit', 'press_ended', 'pressed_already'],
});
