import { expect, test } from 'vitest';
import { changedMoments } from './changed-moment-rules.ts';

const cluster = (kind: 'love' | 'lost', from: number) => ({
  kind,
  from,
  to: from + 8,
  people: 5,
  heardBy: 9,
});
const told = (...[now, before]: Parameters<typeof changedMoments>) =>
  changedMoments(now, before).map(({ kind, from, standsOut }) => [kind, from, standsOut]);

test('a moment is gone, new, or the same if its windows overlap', () => {
  expect(
    told([cluster('love', 40), cluster('lost', 90)], [cluster('lost', 60), cluster('love', 47)]),
  ).toEqual([
    ['love', 40, 'both'],
    ['lost', 60, 'before'],
    ['lost', 90, 'now'],
  ]);
});

test('windows that only touch, and other kinds at the same place, are different moments', () => {
  expect(told([cluster('love', 40)], [cluster('love', 48), cluster('lost', 40)])).toEqual([
    ['love', 40, 'now'],
    ['lost', 40, 'before'],
    ['love', 48, 'before'],
  ]);
});
