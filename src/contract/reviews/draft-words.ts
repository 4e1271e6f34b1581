import type { ReviewDraft } from './review-drafts.ts';

const wordsOf = ({ comment, prompts: { worked, didNotWork, toChange }, notes }: ReviewDraft): string =>
  JSON.stringify([
    comment,
    worked ?? '',
    didNotWork ?? '',
    toChange ?? '',
    notes.map(({ note }) => note).join(''),
  ]);
const noWords = JSON.stringify(['', '', '', '', '']);

/** Whether something was written since the other draft, or at all; stars, and notes without a word yet, are no writing. */
export const hasOtherWords = (draft: ReviewDraft, since: ReviewDraft | undefined): boolean =>
  wordsOf(draft) !== (since ? wordsOf(since) : noWords);
