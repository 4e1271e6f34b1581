import { expect, test } from 'vitest';
import { rowsMoved } from './rows-moved.ts';

test('a row that leaves moves the rows below it up', () => {
  expect(rowsMoved(['a', 'b', 'c'], ['b', 'c'])).toBe(true);
  expect(rowsMoved(['a', 'b'], ['a'])).toBe(true);
});

test('a row that arrives on top moves the rows below it down', () => {
  expect(rowsMoved(['a', 'b'], ['new', 'a', 'b'])).toBe(true);
});

test('a further page moves nothing, and neither does the first', () => {
  expect(rowsMoved(['a', 'b'], ['a', 'b', 'c'])).toBe(false);
  expect(rowsMoved([], ['a'])).toBe(false);
  expect(rowsMoved(['a', 'b'], ['a', 'b'])).toBe(false);
});
