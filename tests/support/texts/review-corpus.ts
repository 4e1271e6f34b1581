import { countWords, minimumReviewWords } from '#contract/business-rules.ts';
import { languages } from '../trust/languages.ts';
import { honestText } from '../trust/trust-texts.ts';
import { foreignReviews, sentences } from './review-sentences.ts';

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Random = () => number;

function pick<Item>(random: Random, from: readonly Item[]): Item {
  const picked = from[Math.floor(random() * from.length)];
  if (picked === undefined) throw new Error('There is nothing to pick from.');
  return picked;
}

function shuffled<Item>(random: Random, items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

/** An opening, two to four sentences from the middle, an ending. */
function someSentences(random: Random): string[] {
  const middle = shuffled(random, sentences.middle).slice(0, 2 + Math.floor(random() * 3));
  return [pick(random, sentences.opening), ...middle, pick(random, sentences.ending)];
}

/** People may hit on one same sentence; whoever has two of another's in a review has copied them. */
const mostInCommon = 1;

/** Reviews of one track, each by a hand of its own and long enough to be submitted. */
function honestReviews(random: Random, count: number): string[] {
  const written: string[][] = [];
  while (written.length < count) {
    const next = someSentences(random);
    const isOwn = written.every((other) => next.filter((one) => other.includes(one)).length <= mostInCommon);
    if (isOwn && countWords(next.join(' ')) >= minimumReviewWords) written.push(next);
  }
  return written.map((review) => review.join(' '));
}

const repeated = (count: number, word: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => word(i));
const letters = 'abcdefghijklmnopqrstuvwxyz';
const nouns =
  'table window river engine carrot blanket harbour pencil mountain lantern kettle violin pocket marble desert ladder ' +
  'button candle forest hammer island jacket kitchen lemon mirror needle orange pillow quarter ribbon saddle tunnel ' +
  'umbrella valley wallet yogurt zebra anchor basket copper dragon elbow feather garden helmet insect jungle knuckle';
const filler =
  'the a of and to in is it you that he was for on are as with his they at be this have from or one had by';
const lorem =
  'Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna ' +
  'aliqua. Ut enim ad minim veniam, quis nostrud exercitation ullamco laboris nisi ut aliquip ex ea commodo consequat. ' +
  'Duis aute irure dolor in reprehenderit in voluptate velit esse cillum dolore eu fugiat nulla pariatur.';

/** Ways to fill 45 words without saying anything. */
const junk: readonly ((random: Random) => string)[] = [
  () => 'la '.repeat(48),
  () => 'good song nice vibe love it '.repeat(9),
  (random) =>
    repeated(50, () =>
      repeated(3 + Math.floor(random() * 6), () => pick(random, [...letters])).join(''),
    ).join(' '),
  (random) =>
    repeated(50, () => pick(random, ['asdf', 'qwer', 'zxcv', 'hjkl', 'uiop', 'sdfg', 'wert', 'jklö'])).join(
      ' ',
    ),
  (random) => shuffled(random, nouns.split(' ')).join(' '),
  (random) => repeated(50, () => String(Math.floor(random() * 100_000))).join(' '),
  (random) => shuffled(random, `${filler} ${filler}`.split(' ')).join(' '),
  () => lorem,
  (random) => `${pick(random, sentences.opening)} `.repeat(4),
  (random) => {
    const [one, two] = [pick(random, sentences.middle), pick(random, sentences.middle)];
    return `${one} ${two} ${one} ${two} ${one}`;
  },
  () => repeated(50, (i) => `${i + 1}.`).join(' '),
  () => '🔥 fire '.repeat(30),
];

const synonyms = ['great', 'fine', 'lovely', 'odd', 'loud', 'quiet', 'warm', 'cold', 'quick', 'slow'];

/** Ways to hand a review in again. */
const disguises: readonly ((random: Random, review: string) => string)[] = [
  (_random, review) => review,
  (_random, review) => review.toUpperCase(),
  (_random, review) => review.replace(/[.,!?]/g, ''),
  (random, review) => shuffled(random, review.split('. ')).join('. '),
  (random, review) => shuffled(random, review.split(' ')).join(' '),
  (random, review) =>
    review
      .split(' ')
      .map((word) => (random() < 0.15 ? pick(random, synonyms) : word))
      .join(' '),
  (random, review) =>
    review
      .split(' ')
      .filter(() => random() > 0.1)
      .join(' '),
  (random, review) =>
    review
      .split(' ')
      .flatMap((word) => (random() < 0.12 ? [pick(random, synonyms), word] : [word]))
      .join(' '),
  (random, review) => `${pick(random, sentences.ending)} ${review} ${pick(random, sentences.ending)}`,
  (_random, review) => review.replace(/([aeiou])/g, '$1\u200b'),
];

export interface CorpusText {
  readonly text: string;
  /** Reviews of the same track, or of the same listener, that are there already. */
  readonly earlier: readonly string[];
}

export interface ReviewCorpus {
  readonly honest: readonly CorpusText[];
  readonly junk: readonly CorpusText[];
  readonly copies: readonly CorpusText[];
}

const reviewsOfTrack = 20;

/** Texts in the company they would have: the same for the same seed. */
export function reviewCorpus(seed: number): ReviewCorpus {
  const random = seeded(seed);
  const tracks = repeated(6, () => '').map(() => honestReviews(random, reviewsOfTrack));
  const honest = tracks.flatMap((reviews) =>
    reviews.map((text, i) => ({ text, earlier: reviews.filter((_, j) => j !== i) })),
  );
  return {
    honest: [...honest, ...foreignReviews.map((text) => ({ text, earlier: tracks[0] ?? [] }))],
    junk: repeated(5, () => '').flatMap(() => junk.map((make) => ({ text: make(random), earlier: [] }))),
    copies: tracks.flatMap((earlier) =>
      disguises.map((disguise) => ({ text: disguise(random, pick(random, earlier)), earlier })),
    ),
  };
}

/** Honest texts that have no sentence in common. */
export function newTexts(seed: number, count = 200): string[] {
  const random = seeded(seed);
  const [english] = languages;
  return english === undefined ? [] : repeated(count, () => honestText(random, english));
}
