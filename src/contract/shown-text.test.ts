import { expect, test } from 'vitest';
import { shownText } from './shown-text.ts';

const issues = (text: string, longest = 3) =>
  shownText(longest)
    .safeParse(text)
    .error?.issues.map(({ message }) => message) ?? [];

test('text up to its length is taken, counted in whole characters', () => {
  for (const text of ['', 'abc', '😀🎧🎵', 'a\nb']) expect(issues(text)).toEqual([]);
});

test.each(['abcd', '😀🎧🎵🎶'])('%j is too long', (text) => {
  expect(issues(text)).toEqual(['is longer than 3 characters']);
});

test.each(['a\u0000', '\u0000', 'a\ud800', '\udc00b'])('%j cannot be shown', (text) => {
  expect(issues(text)).toEqual(['has characters that cannot be shown']);
});
