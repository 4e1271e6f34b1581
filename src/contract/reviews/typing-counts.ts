import { z } from 'zod';
import { mostLettersCounted, mostTextMilliseconds } from '../business-rules.ts';

/** How the text of a review came about in its form. Counts alone: no keys, and no moments of keys. */
export const TypingCounts = z.strictObject({
  /** Typed, dictated, corrected, put together by an input method: whatever was not pasted. */
  typedLetters: z.int().min(0).max(mostLettersCounted),
  /** Pasted, or dropped from elsewhere. */
  pastedLetters: z.int().min(0).max(mostLettersCounted),
  /** The time at the text. */
  textMilliseconds: z.int().min(0).max(mostTextMilliseconds),
});
export type TypingCounts = z.infer<typeof TypingCounts>;
