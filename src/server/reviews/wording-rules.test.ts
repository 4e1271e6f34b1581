import { expect, test } from 'vitest';
import { comparableWords, freshPairs, sharedPairs, sharedWords } from './wording-rules.ts';

const letters = (text: string) => text.split('');

test('words compare in lowercase, without accents, signs and what cannot be seen', () => {
  expect(comparableWords('Café, naïve — DON’T “go”!')).toEqual(['cafe', 'naive', "don't", 'go']);
  expect(comparableWords('in\u200bvisible 24 ＷＩＤＥ')).toEqual(['invisible', '24', 'wide']);
  expect(comparableWords('... !')).toEqual([]);
});

test('pairs are fresh when they are there for the first time', () => {
  expect(freshPairs(letters('abc'))).toBe(1);
  expect(freshPairs(letters('abab'))).toBeCloseTo(2 / 3, 10);
  expect(freshPairs(letters('aaaaa'))).toBe(0.25);
  expect([freshPairs([]), freshPairs(['a'])]).toEqual([1, 1]);
});

test('shared pairs are measured against the smaller text, in either order', () => {
  expect(sharedPairs(letters('abc'), letters('xabcdef'))).toBe(1);
  expect(sharedPairs(letters('xabcdef'), letters('abc'))).toBe(1);
  expect(sharedPairs(letters('abx'), letters('abcdef'))).toBe(0.5);
  expect(sharedPairs(letters('ba'), letters('ab'))).toBe(0);
  expect([sharedPairs([], letters('ab')), sharedPairs(['a'], letters('ab'))]).toEqual([0, 0]);
});

test('shared words count as often as they stand in both, in either order', () => {
  expect(sharedWords(letters('aab'), letters('aa'))).toBe(1);
  expect(sharedWords(letters('aa'), letters('aab'))).toBe(1);
  expect(sharedWords(letters('aaa'), letters('abc'))).toBeCloseTo(1 / 3, 10);
  expect(sharedWords(letters('abc'), letters('abcd'))).toBe(1);
  expect(sharedWords(letters('abcd'), letters('abc'))).toBe(1);
  expect(sharedWords(letters('abcd'), letters('wxyz'))).toBe(0);
});

test('a text of more than twice the length does not compare', () => {
  expect(sharedWords(letters('ab'), letters('abcd'))).toBe(1);
  expect(sharedWords(letters('ab'), letters('abcde'))).toBe(0);
  expect([sharedWords([], []), sharedWords([], ['a'])]).toEqual([0, 0]);
});
