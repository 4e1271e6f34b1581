import { z } from 'zod';
import { commentLength, noteLength, notesOfReview } from '../../business-rules.ts';
import { call } from '../../call.ts';
import { DraftAnswers } from '../../music/questions/questions.ts';
import { Id } from '../../primitives.ts';
import { typedText } from '../../shown-text.ts';
import { TypedPromptAnswers } from './review-help.ts';
import { TypingCounts } from './typing-counts.ts';

/** An unfinished review, exactly as typed, so that devices can compare it with what they sent. */
export const ReviewDraft = z.strictObject({
  rating: z.int().min(1).max(5).nullable(),
  comment: typedText(commentLength),
  prompts: TypedPromptAnswers,
  notes: z
    .array(z.strictObject({ atSecond: z.int().min(0).max(86_400), note: typedText(noteLength) }))
    .max(notesOfReview),
  /** A conflicting comment from another device, stored until the listener accepts or drops it. */
  setAside: typedText(commentLength).nullable(),
  /** Answers so far to the artist's questions. */
  answers: DraftAnswers.optional(),
  /** How the comment was typed; absent if nothing was counted. */
  typing: TypingCounts.optional(),
});
export type ReviewDraft = z.infer<typeof ReviewDraft>;

export const KeptDraft = z.strictObject({
  /** Grows with every change; 0 while nothing is stored. */
  revision: z.int().nonnegative(),
  draft: ReviewDraft.nullable(),
});
export type KeptDraft = z.infer<typeof KeptDraft>;

export const readDraft = call({
  method: 'GET',
  path: '/api/tracks/{trackId}/draft',
  summary: "Returns the caller's unfinished review of a track, from any device.",
  spec: [],
  who: 'listener',
  params: z.strictObject({ trackId: Id }),
  answer: KeptDraft,
  status: 200,
  refusals: [],
});

export const keepDraft = call({
  method: 'PUT',
  path: '/api/tracks/{trackId}/draft',
  summary:
    "Stores the caller's unfinished review of a track that was served to them. A stored comment that the new one is not based on is set aside, not lost.",
  spec: [],
  who: 'listener',
  params: z.strictObject({ trackId: Id }),
  body: z.strictObject({
    draft: ReviewDraft,
    /** The latest revision that the caller has seen. */
    seen: z.int().nonnegative(),
  }),
  answer: KeptDraft,
  status: 200,
  refusals: ['not_assigned', 'already_reviewed'],
});
