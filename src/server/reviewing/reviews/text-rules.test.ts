import { expect, test } from 'vitest';
import { commentLength } from '#contract/business-rules.ts';
import {
  bandKeys,
  comparableWords,
  comparedText,
  freshPairs,
  isNearEqual,
  likeness,
  mostAlike,
} from './text-rules.ts';

const words = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => `w${from + i}`).join(' ');
const alike = (one: string, other: string) => likeness(comparedText(one), comparedText(other));

test('the overlap of two texts is measured against both, the smaller one and their words', () => {
  expect(alike('a b c', 'A, b; c!')).toEqual({ ofBoth: 1, ofSmaller: 1, ofWords: 1 });
  expect(alike('a b c', 'x a b c d e f')).toEqual({ ofBoth: 2 / 6, ofSmaller: 1, ofWords: 3 / 7 });
  expect(alike('a b', 'b a')).toEqual({ ofBoth: 0, ofSmaller: 0, ofWords: 1 });
  expect(alike('', 'a b')).toEqual({ ofBoth: 0, ofSmaller: 0, ofWords: 0 });
});

test('a language without spaces is compared by characters', () => {
  const text = '低音がとても温かくて最後まで気持ちよく聴けました';
  expect(alike(text, `${text}ありがとう`).ofSmaller).toBe(1);
  expect(alike(text, '歌の始まりが少し長いと思います').ofSmaller).toBe(0);
});

test('a text at each limit passes, one over it is near-equal', () => {
  expect(isNearEqual(mostAlike)).toBe(false);
  expect(isNearEqual({ ...mostAlike, ofBoth: 0.351 })).toBe(true);
  expect(isNearEqual({ ...mostAlike, ofSmaller: 0.551 })).toBe(true);
  expect(isNearEqual({ ...mostAlike, ofWords: 0.701 })).toBe(true);
});

test('a text without words has no keys, and any other 36', () => {
  expect(bandKeys(comparedText('...'))).toEqual([]);
  expect(bandKeys(comparedText(words(0, 60)))).toHaveLength(36);
});

// Keys are stored for 180 days. A change here makes every stored text unfindable until the index is rebuilt.
test('a text keeps the keys it had when it was indexed', () => {
  expect(bandKeys(comparedText('Tight drums, 低音が!')).join(' ')).toBe(
    '404656731 -1506878886 69523154 1133276791 -313841179 1947919349 952329659 -1687068097 261598674 ' +
      '761041355 345258456 -782500359 344562571 -1170322913 2034100174 -1085864622 -451173132 1508871116 ' +
      '2017678501 498926492 576932854 813141653 -1072757260 -949029979 686015924 -191122776 1548843913 ' +
      '221772198 -1872591538 29288926 -2042258440 -813575967 2135961617 1639239123 2116705535 -1504629966',
  );
});

const letters = (text: string) => text.split('');

test('words are compared in lowercase, without accents, signs and invisible characters', () => {
  expect(comparableWords('Café, naïve — DON’T “go”!')).toEqual(['cafe', 'naive', "don't", 'go']);
  expect(comparableWords('in\u200bvisible 24 ＷＩＤＥ')).toEqual(['invisible', '24', 'wide']);
  expect(comparableWords('in\u3164vis\u2800ib\u115fle')).toEqual(['invisible']);
  expect(comparableWords('... !')).toEqual([]);
});

test('pairs count as new the first time they appear', () => {
  expect(freshPairs(letters('abc'))).toBe(1);
  expect(freshPairs(letters('abab'))).toBeCloseTo(2 / 3, 10);
  expect(freshPairs(letters('aaaaa'))).toBe(0.25);
  expect([freshPairs([]), freshPairs(['a'])]).toEqual([1, 1]);
});

test('a text in Hangul is compared to its end, and expanding characters count no more than the longest text', () => {
  const syllables = `${'한'.repeat(commentLength - 2)} 끝`;
  expect(comparableWords(syllables).at(-1)).toBe('끝'.normalize('NFKD'));
  const apart = comparableWords('\uFDFA'.repeat(commentLength)).join(' ');
  expect(apart.length).toBeLessThanOrEqual(3 * commentLength);
});
