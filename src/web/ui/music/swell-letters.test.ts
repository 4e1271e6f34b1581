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

test('letters of another script stay in one text, in which they join and run from right to left', () => {
  expect(texts('لحن الليل 2!')).toEqual([['لحن'], ['الليل'], ['2', '!']]);
  expect(texts('aשירb')).toEqual([['a', 'שיר', 'b']]);
});

test('a letter counts as one with its marks, and an emoji of several stays whole', () => {
  expect(lettersOf('x\u0302 한')).toEqual(['x\u0302', '한']);
  expect(texts('👩‍👩‍👧 ee')).toEqual([['👩‍👩‍👧'], ['e', 'e']]);
  expect(texts('x\u0302y')).toEqual([['x\u0302', 'y']]);
});
