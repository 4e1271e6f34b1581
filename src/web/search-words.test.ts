import { expect, test } from 'vitest';
import { searchWords } from './search-words.ts';

test.each(['', '   ', '\u202E', '\u200B\uFEFF', '\u3164', '\u2800', '\u0000', '\uD800'])(
  'a search for only invisible characters (%j) is no search',
  (typed) => {
    expect(searchWords(typed)).toBe('');
  },
);

test('a search drops characters that the server rejects, and keeps joiners', () => {
  expect(searchWords(' O\u0000tis\uD800 ')).toBe('Otis');
  expect(searchWords('می\u200Cخواهم')).toBe('می\u200Cخواهم');
});

test('a search with fewer visible letters than the server needs is no search', () => {
  expect(searchWords('a\u202E', 2)).toBe('');
  expect(searchWords('ab', 2)).toBe('ab');
});
