import { expect, test } from 'vitest';
import { firstWords, wordsShownFirst } from './first-words.ts';

const words = (count: number) => Array.from({ length: count }, (_, i) => `w${i}`);

test('a short text is shown whole', () => {
  const text = words(wordsShownFirst).join('\n ');
  expect(firstWords(text)).toEqual({ shown: text, more: 0 });
  expect(firstWords('')).toEqual({ shown: '', more: 0 });
});

test('of a longer text the first words are shown, with the space between them', () => {
  const text = words(wordsShownFirst + 9).join('\n ');
  expect(firstWords(`${text} `)).toEqual({ shown: words(wordsShownFirst).join('\n '), more: 9 });
});
