import { commentLength } from '#contract/business-rules.ts';

/** Scripts without spaces between words, in which an apparent word is a whole sentence. */
const withoutBlanks =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const signsAtOnce = 3;

/** The parts of a text by which it is compared with others. */
interface ComparedText {
  /** Pairs of neighboring words, or triples of characters in scripts without spaces. */
  readonly shingles: ReadonlySet<string>;
  /** The set of words, to detect a copy with shuffled words. */
  readonly words: ReadonlySet<string>;
}

export function comparedText(comment: string): ComparedText {
  const words = comparableWords(comment);
  const shingles = new Set(words.slice(1).map((word, i) => `${words[i]} ${word}`));
  for (const word of words) {
    if (!withoutBlanks.test(word)) continue;
    const signs = [...word];
    for (let i = 0; i + signsAtOnce <= signs.length; i += 1) {
      shingles.add(signs.slice(i, i + signsAtOnce).join(''));
    }
  }
  return { shingles, words: new Set(words) };
}

/** A 32-bit mixing function (the finalizer of MurmurHash3). */
export function mixed(bits: number): number {
  let hash = bits;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

function hashOf(shingle: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < shingle.length; i += 1) hash = Math.imul(hash ^ shingle.charCodeAt(i), 0x01000193);
  return mixed(hash);
}

interface Bands {
  readonly count: number;
  readonly rows: number;
  readonly seeds: readonly number[];
}

const bandsOf = (count: number, rows: number, first: number): Bands => ({
  count,
  rows,
  seeds: Array.from({ length: count * rows }, (_, i) => mixed(Math.imul(first + i, 0x9e3779b1))),
});

/**
 * Texts whose shingles overlap by a share J (Jaccard) have a band in common with probability 1 - (1 - J^3)^32: 99.8% if
 * every seventh word was replaced (J = 0.57), and one unrelated text in 30,000 (J = 0.01).
 */
const shingleBands = bandsOf(32, 3, 1);
/**
 * Unrelated texts share a fifth of their words, so these bands need much more overlap: J = 0.2 matches once in 100,000,
 * J = 1 always.
 */
const wordBands = bandsOf(4, 8, 1001);

function keysOf(parts: ReadonlySet<string>, { count, rows, seeds }: Bands): number[] {
  if (parts.size === 0) return [];
  const least = new Uint32Array(seeds.length).fill(0xffffffff);
  for (const part of parts) {
    const hash = hashOf(part);
    for (let i = 0; i < seeds.length; i += 1) {
      const value = mixed(hash ^ (seeds[i] ?? 0)) >>> 0;
      if (value < (least[i] ?? 0)) least[i] = value;
    }
  }
  return Array.from({ length: count }, (_, band) =>
    least
      .subarray(band * rows, (band + 1) * rows)
      .reduce((key, value) => mixed(key ^ value) | 0, mixed(Math.imul(band + 1, seeds.length)) | 0),
  );
}

/** The index keys of a text (MinHash); none for a text without parts. */
export const bandKeys = ({ shingles, words }: ComparedText): number[] => [
  ...keysOf(shingles, shingleBands),
  ...keysOf(words, wordBands),
];

export const comparedDays = 180;

/** The overlap of two texts, as shares from 0 to 1. */
export interface Likeness {
  /** Relative to the shingles of both (Jaccard). */
  readonly ofBoth: number;
  /** Relative to the shorter text's shingles, so that a copy inside a longer text is detected. */
  readonly ofSmaller: number;
  /** Relative to the words of both, in any order. */
  readonly ofWords: number;
}

function shares(one: ReadonlySet<string>, other: ReadonlySet<string>) {
  const smaller = Math.min(one.size, other.size);
  if (smaller === 0) return { ofBoth: 0, ofSmaller: 0 };
  const shared = one.intersection(other).size;
  return { ofBoth: shared / (one.size + other.size - shared), ofSmaller: shared / smaller };
}

export const likeness = (one: ComparedText, other: ComparedText): Likeness => ({
  ...shares(one.shingles, other.shingles),
  ofWords: shares(one.words, other.words).ofBoth,
});

/** Above any of these a text is near-equal. Independent reviews of one track stay far below. */
export const mostAlike: Likeness = { ofBoth: 0.35, ofSmaller: 0.55, ofWords: 0.7 };

export const isNearEqual = ({ ofBoth, ofSmaller, ofWords }: Likeness): boolean =>
  ofBoth > mostAlike.ofBoth || ofSmaller > mostAlike.ofSmaller || ofWords > mostAlike.ofWords;

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
    .replace(/[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu, '')
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
