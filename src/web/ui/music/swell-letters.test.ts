import { expect, test } from 'vitest';
import { lettersOf, swellWords } from './swell-letters.tsx';

const texts = (text: string) =>
  swellWords(text, []).map(({ pieces }) => pieces.map(({ text: piece }) => piece));

test('each letter of the font is a piece with the next level', () => {
  const [first, second] = swellWords('Up é', [0, 0.5, 1]);
  expect(first?.pieces.map(({ text, level }) => [text, level])).toEqual([
    ['U', 0],
    ['p', 0.5],
  ]);
  expect(second?.pieces).toEqual([{ text: 'é', level: 1, width: 0.912 }]);
});

test('letters of another script stay in one text', () => {
  expect(texts('夜の歌 2')).toEqual([['夜の歌'], ['2']]);
  expect(texts('a夜b')).toEqual([['a', '夜', 'b']]);
});

test('a text with letters that run from right to left stays in words, which the browser puts in order', async () => {
  expect(texts('لحن الليل 12!')).toEqual([['لحن'], ['الليل'], ['12!']]);
  expect(texts('Remix aשירb')).toEqual([['Remix'], ['aשירb']]);
});

test('a letter counts as one with its marks, and an emoji of several stays whole', () => {
  expect(lettersOf('x\u0302 한')).toEqual(['x\u0302', '한']);
  expect(texts('👩‍👩‍👧 ee')).toEqual([['👩‍👩‍👧'], ['e', 'e']]);
  expect(texts('x\u0302y')).toEqual([['x\u0302', 'y']]);
});
