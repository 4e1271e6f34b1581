import { expect, test } from 'vitest';
import { commentLength } from '#contract/business-rules.ts';
import { comparableWords, freshPairs } from './wording-rules.ts';

const letters = (text: string) => text.split('');

test('words are compared in lowercase, without accents, signs and invisible characters', () => {
  expect(comparableWords('Café, naïve — DON’T “go”!')).toEqual(['cafe', 'naive', "don't", 'go']);
  expect(comparableWords('in\u200bvisible 24 ＷＩＤＥ')).toEqual(['invisible', '24', 'wide']);
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
