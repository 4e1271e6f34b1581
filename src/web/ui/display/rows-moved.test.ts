import { expect, test } from 'vitest';
import { rowsMoved } from './rows-moved.ts';

test('a removed row moves the rows below it up', () => {
  expect(rowsMoved(['a', 'b', 'c'], ['b', 'c'])).toBe(true);
  expect(rowsMoved(['a', 'b'], ['a'])).toBe(true);
});

test('a row added on top moves the rows below it down', () => {
  expect(rowsMoved(['a', 'b'], ['new', 'a', 'b'])).toBe(true);
});

test('neither another page nor the first one moves rows', () => {
  expect(rowsMoved(['a', 'b'], ['a', 'b', 'c'])).toBe(false);
  expect(rowsMoved([], ['a'])).toBe(false);
  expect(rowsMoved(['a', 'b'], ['a', 'b'])).toBe(false);
});
