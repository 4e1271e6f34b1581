import { noteSecond } from '#contract/reviewing/reviews/note-rules.ts';
import type { PromptAnswers, ReviewNote } from '#contract/reviewing/reviews/review-help.ts';

export const promptsOf = ({ worked, didNotWork, toChange }: PromptAnswers): PromptAnswers => ({
  worked,
  didNotWork,
  toChange,
});

const answered = (answer: string | null): string | null => (answer?.trim() ? answer.trim() : null);

/**
 * What is stored of a submitted review's prompts and notes: blank answers become null, and notes are limited to the
 * track's length and sorted.
 */
export function helpToStore(
  { prompts, notes }: { readonly prompts: PromptAnswers; readonly notes: readonly ReviewNote[] },
  durationSeconds: number,
): { prompts: PromptAnswers; notes: ReviewNote[] } {
  return {
    prompts: {
      worked: answered(prompts.worked),
      didNotWork: answered(prompts.didNotWork),
      toChange: answered(prompts.toChange),
    },
    notes: notes
      .map(({ atSecond, note }) => ({ atSecond: noteSecond(atSecond, durationSeconds), note }))
      .toSorted((a, b) => a.atSecond - b.atSecond),
  };
}
