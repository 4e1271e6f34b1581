import { expect, test } from 'vitest';
import { textParts } from './comment-times.ts';

test('a time in a comment is a separate part', () =>
  expect(textParts('The turn at 1:12 is great.', 200)).toEqual([
    { text: 'The turn at ' },
    { text: '1:12', second: 72 },
    { text: ' is great.' },
  ]));

test('times past the end of the track, and other numbers, stay text', () => {
  const odd = ['In 2024:12 and 1:75.', 'Version 1.2:30', 'A ratio of 12:345', '3:20 is the end itself.'];
  for (const text of [...odd, 'Past 9:59.', 'At 10:5 and 1:99 and 1:02:03.', 'none', ''])
    expect(textParts(text, 200).every((part) => !('second' in part))).toBe(true);
});

test('several times are found, at both ends too', () =>
  expect(textParts('0:05 to 0:10', 60)).toEqual([
    { text: '0:05', second: 5 },
    { text: ' to ' },
    { text: '0:10', second: 10 },
  ]));

test('a time can end a sentence, and can have two digits of minutes', () =>
  expect(textParts('At 1:12. (12:05)', 900).filter((part) => 'second' in part)).toEqual([
    { text: '1:12', second: 72 },
    { text: '12:05', second: 725 },
  ]));
