import { comparableWords, mixed } from './text-rules.ts';

/** Shorter sentences come to two people by chance. */
const fewestWords = 8;
/** Of a longer sentence so many words are compared. */
const mostWords = 16;
/** Words of a text that are looked up; nobody hides a copy behind a page of text. */
const mostLookedUp = 300;
const mostStored = 60;
/** Where in a short clause a copied sentence is looked for: up to two words may be put before it, and behind it. */
const wordsAtEdge = 3;
const sizes = Array.from({ length: mostWords - fewestWords + 1 }, (_, i) => fewestWords + i);

/** Sentences of earlier reviews that a text has. */
export interface KnownSentences {
  readonly whole: number;
  /** With every other word equal: a changed word, or a template that was filled in again. */
  readonly near: number;
  /** Of both, those by the same listener. */
  readonly own: number;
}

/** One may be chance. */
export const mostNearSentences = 1;

const ends = /[.!?…。！？।؟\n]+/u;
const clauseEnds = /[.!?…。！？।؟\n,;:()"“”«»、，；،؛–—]+/u;
const withoutBlanks =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Words for comparison; pairs of signs where words are not separated. */
const unitsOf = (part: string): string[] =>
  comparableWords(part).flatMap((word) =>
    withoutBlanks.test(word) ? (word.match(/.{1,2}/gu) ?? []) : [word],
  );

/** A number of 52 bits, which JavaScript and bigint columns both hold. */
function hashOf(text: string): number {
  let [one, other] = [0x811c9dc5, 0x9747b28c];
  for (let i = 0; i < text.length; i += 1) {
    one = Math.imul(one ^ text.charCodeAt(i), 0x01000193);
    other = Math.imul(other ^ text.charCodeAt(i), 0x85ebca6b);
  }
  return (mixed(one) >>> 0) * 0x100000 + (mixed(other) >>> 12);
}

/**
 * A sentence has two keys, of its even and its odd words: one changed word leaves one of them. Both of one sentence make it the same.
 */
type SentenceKeys = readonly [even: number, odd: number];

function keysOf(words: readonly string[]): SentenceKeys {
  const half = (parity: number) =>
    hashOf(`${words.length} ${parity} ${words.filter((_, i) => i % 2 === parity).join(' ')}`);
  return [half(0), half(1)];
}

/** The keys under which the sentences of a text, and their longer parts between commas, are stored. */
export function sentenceKeys(comment: string): number[] {
  const parts = [...comment.split(ends), ...comment.split(clauseEnds)]
    .map(unitsOf)
    .filter(({ length }) => length >= fewestWords)
    .map((words) => words.slice(0, mostWords));
  const distinct = new Map(parts.map((words) => [words.join(' '), words]));
  return [...distinct.values()].slice(0, mostStored).flatMap(keysOf);
}

/** A run of words of a text that may be somebody's sentence. */
export interface Run {
  /** The place of its first word. */
  readonly start: number;
  readonly keys: SentenceKeys;
}

/**
 * The runs of a text that are looked up. They go on across punctuation, so that sentences joined by commas are found. They begin and end
 * at any word where there is little punctuation, else at the first and last words of clauses: each run costs two look-ups.
 */
export function runsOf(comment: string): Run[] {
  const clauses = comment.split(clauseEnds).map(unitsOf);
  const words = clauses.flat().slice(0, mostLookedUp);
  const starts: number[] = [];
  const stops = new Set<number>();
  let first = 0;
  for (const { length } of clauses) {
    const atEdge = length > mostWords ? length : Math.min(wordsAtEdge, length);
    for (let place = 0; place < atEdge; place += 1) {
      starts.push(first + place);
      stops.add(first + length - place);
    }
    first += length;
  }
  return starts.flatMap((start) =>
    sizes
      .filter((size) => start + size <= words.length && (size === mostWords || stops.has(start + size)))
      .map((size) => ({ start, keys: keysOf(words.slice(start, start + size)) })),
  );
}

/** An earlier text that has a key. */
export interface SentenceHit {
  readonly key: number;
  readonly text: number;
  readonly isOwn: boolean;
}

/** Counts the known sentences among the runs of a text, each place once. */
export function knownSentences(runs: readonly Run[], hits: readonly SentenceHit[]): KnownSentences {
  const textsOf = Map.groupBy(hits, ({ key }) => key);
  const whole = new Map<number, boolean>();
  const near = new Map<number, boolean>();
  for (const { start, keys } of runs) {
    const [even = [], odd = []] = keys.map((key) => textsOf.get(key) ?? []);
    for (const { text, isOwn } of [...even, ...odd]) {
      const isWhole = even.some((hit) => hit.text === text) && odd.some((hit) => hit.text === text);
      (isWhole ? whole : near).set(start, isOwn);
    }
  }
  for (const start of whole.keys()) near.delete(start);
  const own = [...whole.values(), ...near.values()].filter(Boolean).length;
  return { whole: whole.size, near: near.size, own };
}
