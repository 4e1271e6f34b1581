import { expect, test } from 'vitest';
import { comparableWords, freshPairs } from './wording-rules.ts';

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
