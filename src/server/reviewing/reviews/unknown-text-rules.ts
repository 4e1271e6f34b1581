import { commonWords, musicWords } from './common-words-rules.ts';
import { strangePairs } from './letter-pair-rules.ts';
import { comparableWords } from './text-rules.ts';

/** What tells a text that no language has, as shares from 0 to 1. */
export interface TextFigures {
  /** Of its space-separated parts: those without a letter, such as emoji and numbers. */
  readonly withoutLetters: number;
  /** Of its letter pairs: those that no language has. */
  readonly strangePairs: number;
  /** Of its words: the small words of the language that it has most of; null if its script is not judged. */
  readonly commonWords: number | null;
}

/** Thresholds. They send a text to a person, so they may be wrong about a few people. */
export const mostWithoutLetters = 1 / 3;
export const mostStrangePairs = 0.12;
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

/** Fewer words than this share no statistics. */
const fewestJudged = 20;

const noteMark = /^(?:\(?\d{1,2}:\d\d\)?[.,:;]?|[-–—/|•*])$/u;

export function textFigures(comment: string): TextFigures {
  const parts = comment.match(/\S+/gu) ?? [];
  const withLetters = parts.filter((part) => /\p{L}/u.test(part)).length;
  // Times, and dashes behind them, belong to notes: at most one to a word.
  const ofNotes = Math.min(withLetters, parts.filter((part) => noteMark.test(part)).length);
  const words = comparableWords(comment).filter((word) => /\p{L}/u.test(word));
  return {
    withoutLetters: parts.length === 0 ? 0 : 1 - (withLetters + ofNotes) / parts.length,
    strangePairs: words.length < fewestJudged ? 0 : strangePairs(words),
    commonWords: shareOfCommonWords(words, comment),
  };
}

export const isOfNoLanguage = ({
  withoutLetters,
  strangePairs: strange,
  commonWords: common,
}: TextFigures): boolean =>
  withoutLetters > mostWithoutLetters ||
  strange > mostStrangePairs ||
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
const fewestSigns = 15;
/** Of the letters of a text: fewer are a name or a title in another language, or a cover for mash. */
const fewestOfLetters = 1 / 4;

function shareOfCommonWords(words: readonly string[], comment: string): number | null {
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
  const times = new Map<string, number>();
  for (const word of judged) times.set(word, (times.get(word) ?? 0) + 1);
  const most = Math.max(
    ...commonWords.map((list) => [...times].reduce((sum, [word, n]) => sum + (list.has(word) ? n : 0), 0)),
  );
  const share = most / judged.length;
  if (share >= fewestCommonWords) return share;
  const withTerms = share + judged.filter((word) => musicWords.has(word)).length / judged.length;
  const isNotes =
    judged.length / comment.split(clauseEnds).filter((clause) => /\p{L}/u.test(clause)).length <= longestNote;
  if (withTerms >= fewestWithTerms && (isNotes || share >= fewestBesideTerms)) return fewestCommonWords;
  const repeatsSmall = [...times].some(([word, n]) => word.length <= smallWord && n >= repeatsOfSmallWord);
  return repeatsSmall && share >= fewestOfUnlisted ? null : share;
}
