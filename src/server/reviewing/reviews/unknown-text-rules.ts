import { commonWords, englishWords, musicWords } from './common-words-rules.ts';
import { strangePairs } from './letter-pair-rules.ts';
import { comparableWords } from './text-rules.ts';

/** What tells a text that no language has, as shares from 0 to 1. */
export interface TextFigures {
  /** Of its space-separated parts: those without a letter, such as emoji and numbers. */
  readonly withoutLetters: number;
  /** Of the letter pairs of its larger words: those that no language has. */
  readonly strangePairs: number;
  /** Words that mix alphabets, or have a digit for a letter. Not a share: their number. */
  readonly disguisedWords: number;
  /** Of its words: the small words of the language that it has most of; null if its script is not judged. */
  readonly commonWords: number | null;
  /** Whether its letters follow each other by chance, or its words are all tiny. */
  readonly isRandom: boolean;
}

/** Thresholds. They send a text to a person, so they may be wrong about a few people. */
export const mostWithoutLetters = 1 / 3;
export const mostStrangePairs = 0.12;
export const mostDisguisedWords = 3;
export const fewestCommonWords = 0.15;

/**
 * A language that is not in the tables has small words too, and repeats them: a word of up to four letters three times. Random words
 * seldom do.
 */
const smallWord = 4;
const repeatsOfSmallWord = 3;
/** And a few of them are words of its neighbors, which is seldom so with a list of nouns. */
const fewestOfUnlisted = 0.04;

/** Notes on music have few small words: with its terms they have this share. Prose has some small words beside them. */
const fewestWithTerms = 0.2;
const fewestBesideTerms = 0.06;
const longestNote = 4;

/**
 * English that goes on for more than this many words without a mark has at least this share of small words. Words in no order have
 * fewer. With marks they cannot be told from notes, and in other languages not from those of their neighbors.
 */
const longClause = 10;
const fewestInProse = 0.3;

/** Fewer words than this share no statistics. */
const fewestJudged = 20;

const noteMark = /^(?:\(?\d{1,2}:\d\d\)?[.,:;]?|[-–—/|•*])$/u;

export function textFigures(comment: string): TextFigures {
  const parts = comment.match(/\S+/gu) ?? [];
  const withLetters = parts.filter((part) => /\p{L}/u.test(part)).length;
  // Times, and dashes behind them, belong to notes: at most one to a word.
  const ofNotes = Math.min(withLetters, parts.filter((part) => noteMark.test(part)).length);
  const words = comparableWords(comment).filter((word) => /\p{L}/u.test(word));
  const small = mostCommon(words);
  return {
    withoutLetters: parts.length === 0 ? 0 : 1 - (withLetters + ofNotes) / parts.length,
    strangePairs: words.length < fewestJudged ? 0 : strangePairs(words.filter((word) => !small.has(word))),
    disguisedWords: words.filter(isDisguised).length,
    commonWords: shareOfCommonWords(words, small, comment),
    isRandom: words.length >= fewestJudged && (areTiny(words) || isByChance(words)),
  };
}

const listsWith = new Map<string, ReadonlySet<string>[]>();
for (const list of commonWords)
  for (const word of list) listsWith.set(word, [...(listsWith.get(word) ?? []), list]);
const none: ReadonlySet<string> = new Set();

/** The small words of the language that a text has most of. */
function mostCommon(words: readonly string[]): ReadonlySet<string> {
  const times = new Map<ReadonlySet<string>, number>();
  for (const list of words.flatMap((word) => listsWith.get(word) ?? []))
    times.set(list, (times.get(list) ?? 0) + 1);
  const [[most] = [none]] = [...times].toSorted((a, b) => b[1] - a[1]);
  return most;
}

const latin = /\p{Script=Latin}/u;
const cyrillicOrGreek = /[\p{Script=Cyrillic}\p{Script=Greek}]/u;
const digitAsLetter = /\p{L}[014]+\p{L}/u;

/** No language mixes alphabets inside a word, or has these digits there; romanized Arabic has others. */
const isDisguised = (word: string): boolean =>
  (latin.test(word) && cyrillicOrGreek.test(word)) || digitAsLetter.test(word);

const alphabetic = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}']+$/u;
/** Letters of an average word. Vietnamese has the shortest words, of three letters. */
const fewestLetters = 2.5;

function areTiny(words: readonly string[]): boolean {
  const spelled = words.filter((word) => alphabetic.test(word));
  return spelled.length >= fewestJudged && spelled.join('').length < fewestLetters * spelled.length;
}

/**
 * In scripts without a table: in every language a letter depends on the one before it, so that equal pairs are more frequent than
 * chance makes them, or small words come again.
 */
const fewestEqualPairs = 1.5;
const fewestRepeats = 3;

function isByChance(words: readonly string[]): boolean {
  const unlisted = words.filter((word) => !judgedElsewhere.test(word));
  if (unlisted.length < fewestJudged) return false;
  const spelled = unlisted.map((word) => [...word]);
  const letters = spelled.flat();
  const pairs = spelled.flatMap((word) => word.slice(1).map((letter, i) => `${word[i]}${letter}`));
  const repeats = unlisted.length - new Set(unlisted).size;
  return repeats < fewestRepeats && chanceOfEqual(pairs) < fewestEqualPairs * chanceOfEqual(letters) ** 2;
}

/** How likely two parts, drawn at random, are equal. */
function chanceOfEqual(parts: readonly string[]): number {
  const groups = [...Map.groupBy(parts, (part) => part).values()];
  return (
    groups.reduce((sum, { length }) => sum + length * (length - 1), 0) / (parts.length * (parts.length - 1))
  );
}

export const isOfNoLanguage = ({
  withoutLetters,
  strangePairs: strange,
  disguisedWords,
  commonWords: common,
  isRandom,
}: TextFigures): boolean =>
  isRandom ||
  withoutLetters > mostWithoutLetters ||
  strange > mostStrangePairs ||
  disguisedWords > mostDisguisedWords ||
  (common !== null && common < fewestCommonWords);

const clauseEnds = /[.,;:!?…()\n–—]+/u;

const spaced =
  /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}\p{N}']+$/u;

/**
 * Frequent signs, words and endings where words are not separated or carry endings, and which share of the signs they make up at least.
 */
const pieces = [
  {
    script: /\p{Script=Hangul}/gu,
    pattern: /[은는이가을를에의도로고다요서만면지게한들네데기해하어아음좋것수]/gu,
    fewest: 0.12,
  },
  {
    script: /[\p{Script=Hiragana}\p{Script=Katakana}]/gu,
    pattern: /です|ます|した|して|ない|って|から|いる|ある|こと|った|けど|だけ|まで|[のにはをがたでとも]/gu,
    fewest: 0.2,
  },
  {
    script: /\p{Script=Thai}/gu,
    pattern: /ที่|มี|และ|ใน|ไม่|เป็น|ได้|จะ|ให้|กับ|ของ|มาก|แต่|เพลง|ฟัง|ก็|ว่า|นี้|แล้ว|เสียง|ตอน|อยู่|มา|ไป|การ|ความ/gu,
    fewest: 0.12,
  },
  {
    script: /\p{Script=Han}/gu,
    pattern: /[的了是不我有這这個个在很就也都没沒一和到得好人大来來他她你們们嘅係唔咗佢喺]/gu,
    fewest: 0.04,
  },
];
/** Scripts that have a table of letter pairs or of frequent signs. */
const judgedElsewhere =
  /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Han}]/u;
const fewestSigns = 15;
/** Of the letters of a text: fewer are a name or a title in another language, or a cover for mash. */
const fewestOfLetters = 1 / 4;

function shareOfCommonWords(
  words: readonly string[],
  small: ReadonlySet<string>,
  comment: string,
): number | null {
  const count = (kind: RegExp) => comment.match(kind)?.length ?? 0;
  const inPieces = pieces.reduce((sum, { script }) => sum + count(script), 0);
  const judgedByPieces = inPieces >= fewestOfLetters * count(/\p{L}/gu) ? pieces : [];
  for (const { script, pattern, fewest } of judgedByPieces) {
    const signs = count(script);
    if (signs < fewestSigns) continue;
    const covered = (comment.match(pattern) ?? []).join('').length;
    // On the scale of words, so that one threshold holds for all.
    return (covered / signs) * (fewestCommonWords / fewest);
  }
  const judged = words.filter((word) => spaced.test(word));
  if (judged.length < fewestJudged) return null;
  const share = judged.filter((word) => small.has(word)).length / judged.length;
  const clauseLength =
    judged.length / comment.split(clauseEnds).filter((clause) => /\p{L}/u.test(clause)).length;
  if (clauseLength > longClause && englishWords.has(small))
    return share * (fewestCommonWords / fewestInProse);
  if (share >= fewestCommonWords) return share;
  const withTerms = share + judged.filter((word) => musicWords.has(word)).length / judged.length;
  const isNotes = clauseLength <= longestNote;
  if (withTerms >= fewestWithTerms && (isNotes || share >= fewestBesideTerms)) return fewestCommonWords;
  const repeatsSmall = [...Map.groupBy(judged, (word) => word)].some(
    ([word, { length }]) => word.length <= smallWord && length >= repeatsOfSmallWord,
  );
  return repeatsSmall && share >= fewestOfUnlisted ? null : share;
}
