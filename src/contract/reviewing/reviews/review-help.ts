import { z } from 'zod';
import { noteLength, notesOfReview, promptLength } from '../../business-rules.ts';
import { shownLine, shownText, typedText } from '../../shown-text.ts';

const promptAnswers = (text: z.ZodString) =>
  z.strictObject({ worked: text.nullable(), didNotWork: text.nullable(), toChange: text.nullable() });

/** Answers to the three optional prompts of a review; null for each one skipped. */
export const PromptAnswers = promptAnswers(shownText(promptLength));
/** The same in a draft, as typed. */
export const TypedPromptAnswers = promptAnswers(typedText(promptLength));
export type PromptAnswers = z.infer<typeof PromptAnswers>;
export type Prompt = keyof PromptAnswers;

/** A note about one moment of the track. */
export const ReviewNote = z.strictObject({
  /** Whole seconds into the track. */
  atSecond: z.int().min(0).max(86_400),
  note: shownLine(noteLength).trim().min(1),
});
export type ReviewNote = z.infer<typeof ReviewNote>;
export const ReviewNotes = z.array(ReviewNote).max(notesOfReview);
