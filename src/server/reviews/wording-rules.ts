/** The words of a comment for comparing: lowercase, without accents, signs and what cannot be seen. */
export const comparableWords = (comment: string): string[] =>
  comment
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .replaceAll('’', "'")
    .match(/[\p{L}\p{N}']+/gu) ?? [];

const pairsOf = (words: readonly string[]): string[] =>
  words.slice(1).map((word, i) => `${words[i]} ${word}`);

/** The share of neighbouring word pairs, from 0 to 1, that are there for the first time: 1 when nothing is repeated. */
export function freshPairs(words: readonly string[]): number {
  const pairs = pairsOf(words);
  return pairs.length === 0 ? 1 : new Set(pairs).size / pairs.length;
}

/**
 * The share of neighbouring word pairs that two comments have in common, from 0 to 1, measured against the smaller
 * set, so that a copy inside a longer text counts as a copy.
 */
export function sharedPairs(one: readonly string[], other: readonly string[]): number {
  const [a, b] = [new Set(pairsOf(one)), new Set(pairsOf(other))];
  const smaller = Math.min(a.size, b.size);
  return smaller === 0 ? 0 : a.intersection(b).size / smaller;
}

/** A text this many times as long as another holds most of its words by chance. */
const comparableLengths = 2;

/**
 * The share of words, counted as often as they stand, that two comments of comparable length have in common, whatever
 * their order; 0 for lengths that do not compare. It finds copies that were shuffled or reworded here and there.
 */
export function sharedWords(one: readonly string[], other: readonly string[]): number {
  const [shorter, longer] = one.length < other.length ? [one, other] : [other, one];
  if (shorter.length === 0 || longer.length > comparableLengths * shorter.length) return 0;
  const left = new Map<string, number>();
  for (const word of longer) left.set(word, (left.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of shorter) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    left.set(word, count - 1);
    shared += 1;
  }
  return shared / shorter.length;
}
