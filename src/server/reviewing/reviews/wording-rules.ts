import { commentLength } from '#contract/business-rules.ts';

/**
 * The longest any normal text becomes when decomposed. Single characters exist that decompose to eighteen, and texts
 * made of them.
 */
const longestTakenApart = 3 * commentLength;

/** A comment's words for comparison: lowercase, without accents, punctuation and invisible characters. */
export const comparableWords = (comment: string): string[] =>
  comment
    .normalize('NFKD')
    .slice(0, longestTakenApart)
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .replaceAll('’', "'")
    .match(/[\p{L}\p{N}']+/gu) ?? [];

const pairsOf = (words: readonly string[]): string[] =>
  words.slice(1).map((word, i) => `${words[i]} ${word}`);

/** The share of neighboring word pairs that occur for the first time, from 0 to 1; 1 if nothing repeats. */
export function freshPairs(words: readonly string[]): number {
  const pairs = pairsOf(words);
  return pairs.length === 0 ? 1 : new Set(pairs).size / pairs.length;
}
