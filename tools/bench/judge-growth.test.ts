import { expect, test } from 'vitest';
import { judgeGrowth } from './judge-growth.ts';

test.each([
  ['more time, though the pages stay the same', [6, 545], [3_000, 3_100], true],
  ['more pages, though the time stays the same', [6, 6], [100, 151], true],
  ['more time of a call that writes', [6, 9.1], [null, null], true],
  ['half as much again', [6, 9], [100, 150], false],
  ['a few milliseconds more, but less than half as much again', [10, 14], [100, 110], false],
  ['twice the time, but less than two milliseconds', [1, 2.9], [100, 110], false],
  ['twice the pages, but few', [1, 1], [10, 30], false],
])('%s', (_, milliseconds, pages, isTooMuch) => {
  expect(judgeGrowth({ milliseconds, pages }).isTooMuch).toBe(isTooMuch);
});

test('the last size is compared with the first', () => {
  expect(judgeGrowth({ milliseconds: [2, 9, 3], pages: [100, 500, 120] })).toEqual({
    milliseconds: 1.5,
    pages: 1.2,
    isTooMuch: false,
  });
  expect(judgeGrowth({ milliseconds: [2, 3], pages: [null, null] }).pages).toBeUndefined();
});
