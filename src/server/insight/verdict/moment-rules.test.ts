import { expect, test } from 'vitest';
import { changedMoments, countMarks, goneBySecond } from './moment-rules.ts';

const mark = (listenerId: string, kind: 'love' | 'lost' | 'skip', atSecond: number) => ({
  listenerId,
  kind,
  atSecond,
});

test('marks are counted by kind and second, in track order', () =>
  expect(
    countMarks([mark('a', 'love', 9), mark('b', 'love', 9), mark('b', 'lost', 9), mark('a', 'skip', 4)]),
  ).toEqual([
    { kind: 'skip', second: 4, count: 1 },
    { kind: 'lost', second: 9, count: 1 },
    { kind: 'love', second: 9, count: 2 },
  ]));

test('a listener who marks a skip and then skips counts as gone once, from the earlier second', () =>
  expect(
    goneBySecond([{ listenerId: 'a', atSecond: 3 }], [mark('a', 'skip', 1), mark('b', 'skip', 2)], 5),
  ).toEqual([0, 1, 2, 2, 2]));

test('other marks do not count as skips', () =>
  expect(goneBySecond([], [mark('a', 'love', 0), mark('b', 'lost', 0)], 2)).toEqual([0, 0]));

const cluster = (kind: 'love' | 'lost', from: number) => ({
  kind,
  from,
  to: from + 8,
  people: 5,
  heardBy: 9,
});
const standing = (...[now, before]: Parameters<typeof changedMoments>) =>
  changedMoments(now, before).map(({ kind, from, standsOut }) => [kind, from, standsOut]);

test('a moment is gone, new, or the same if its windows overlap', () => {
  expect(
    standing([cluster('love', 40), cluster('lost', 90)], [cluster('lost', 60), cluster('love', 47)]),
  ).toEqual([
    ['love', 40, 'both'],
    ['lost', 60, 'before'],
    ['lost', 90, 'now'],
  ]);
});

test('windows that only touch, and other kinds at the same place, are different moments', () => {
  expect(standing([cluster('love', 40)], [cluster('love', 48), cluster('lost', 40)])).toEqual([
    ['love', 40, 'now'],
    ['lost', 40, 'before'],
    ['love', 48, 'before'],
  ]);
});
