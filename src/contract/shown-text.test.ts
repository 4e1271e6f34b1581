import { expect, test } from 'vitest';
import { cleanLine, shownLine, shownText, typedText } from './shown-text.ts';

const issues = (text: string, longest = 3) =>
  shownText(longest)
    .safeParse(text)
    .error?.issues.map(({ message }) => message) ?? [];

test('text up to its maximum length is accepted, counted in whole characters', () => {
  for (const text of ['', 'abc', '😀🎧🎵', 'a\nb']) expect(issues(text)).toEqual([]);
});

test.each(['abcd', '😀🎧🎵🎶'])('%j is too long', (text) => {
  expect(issues(text)).toEqual(['is longer than 3 characters']);
});

test.each(['a\u0000', '\u0000', 'a\ud800', '\udc00b'])('%j cannot be shown', (text) => {
  expect(issues(text)).toEqual(['has characters that cannot be shown']);
});

test.each([
  ['line breaks and tabs become one space', 'a\r\nb\u2028c\td', 'a b c d'],
  ['a vertical tab becomes a space, and the letter V stays', 'a\vV', 'a V'],
  ['direction overrides and isolates are removed', '\u202Eabc\u2066d\u200F', 'abcd'],
  [
    'zero-width spaces, soft hyphens and byte order marks are removed',
    'Ear\u200Bsh\u00ADot\uFEFF',
    'Earshot',
  ],
  ['a text with nothing visible becomes empty', '\u3164 \u115F\uFE0F\u{E0100}', ''],
  ['a Braille blank becomes a space', '⠠⠑\u2800⠁', '⠠⠑ ⠁'],
  ['control characters are removed', 'a\u001b[31m\u0007b\u007f', 'a[31mb'],
  ['a joiner between Latin letters is removed', 'Ear\u200Dshot\u200C', 'Earshot'],
  ['a joiner at an edge is removed', '\u200Dab\u200D', 'ab'],
  ['a joiner before a sign is removed, even after a letter that joins', 'می\u200C!', 'می!'],
  ['tags without their flag are removed', 'a\u{E0061}b', 'ab'],
  ['no-break and wide spaces become one space', 'a\u00A0\u202F\u3000b', 'a b'],
  ['spaces around what is removed become one', 'a \u200B b', 'a b'],
  ['fillers and loose selectors are removed', 'a\u3164\u034F b\uFE0F', 'a b'],
  ['decomposed letters are composed', 'Be\u0301la', 'B\u00E9la'],
])('%s', (_what, typed, kept) => {
  expect(cleanLine(typed)).toBe(kept);
});

test.each([
  '👩‍👩‍👧‍👦 band',
  '👩🏽‍🎤',
  '❤️‍🔥',
  '🏴󠁧󠁢󠁳󠁣󠁴󠁿',
  'می\u200Cخواهم',
  'क्\u200Dष',
  'ශ්\u200Dරී',
  'مرحبا بالعالم',
  'Zoë é',
  '1\uFE0F\u20E3 ☎\uFE0E',
])('%s is unchanged', (text) => {
  expect(cleanLine(text)).toBe(text);
});

test('a line is measured after cleaning, and NUL is rejected', () => {
  expect(shownLine(3).parse('a\u200Bb\u200Bc')).toBe('abc');
  for (const [text, message] of [
    ['abcd', 'is longer than 3 characters'],
    ['a\u0000b', 'has characters that cannot be shown'],
    ['a\uD800', 'has characters that cannot be shown'],
  ])
    expect(shownLine(3).safeParse(text).error?.issues).toMatchObject([{ message }]);
});

test('a text has composed letters, a draft stays as typed', () => {
  const typed = 'Be\u0301la\n\u200Fمی\u200Cخواهم';
  expect(shownText(99).parse(typed)).toBe(typed.normalize('NFC'));
  expect(typedText(99).parse(typed)).toBe(typed);
});
