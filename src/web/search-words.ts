import { seenIn } from '#contract/unseen.ts';

const unsendable = /[\p{Cc}\p{Cs}]/gu;

/** The words to search for; empty with fewer visible letters than the server searches for. */
export const searchWords = (typed: string, fewest = 1): string =>
  seenIn(typed).length < fewest ? '' : typed.replace(unsendable, '').trim();
