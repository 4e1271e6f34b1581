import { z } from 'zod';
import { mostLettersCounted, mostTextMilliseconds } from '../../business-rules.ts';

/** How the text of a review was entered. Only totals: no keys and no times of key presses. */
export const TypingCounts = z.strictObject({
  /** Letters typed, dictated, corrected or composed by an input method: anything that was not pasted. */
  typedLetters: z.int().min(0).max(mostLettersCounted),
  /** Letters pasted or dropped from elsewhere. */
  pastedLetters: z.int().min(0).max(mostLettersCounted),
  /** Milliseconds spent on the text. */
  textMilliseconds: z.int().min(0).max(mostTextMilliseconds),
});
export type TypingCounts = z.infer<typeof TypingCounts>;
