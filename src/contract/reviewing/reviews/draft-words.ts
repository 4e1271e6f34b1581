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

/**
 * Whether the draft has new text compared with the other draft, or any text at all. Stars and empty notes do not count.
 */
export const hasOtherWords = (draft: ReviewDraft, since: ReviewDraft | undefined): boolean =>
  wordsOf(draft) !== (since ? wordsOf(since) : noWords);
