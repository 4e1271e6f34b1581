import { expect, test } from 'vitest';
import { runAsWork } from './current-work.ts';
import type { Queryable } from './database.ts';
import { joinedLookup } from './joined-lookup.ts';

const database: Queryable = {
  query: async () => {
    throw new Error('Nothing here asks a database.');
  },
};

/** A look-up that finds the length of each word but of "nothing", and the batches it was asked for. */
function lengths() {
  const batches: string[][] = [];
  const find = joinedLookup(async (_: Queryable, words: readonly string[]) => {
    batches.push([...words]);
    return words.map((word) => (word === 'nothing' ? undefined : word.length));
  });
  return { batches, find };
}

test('lookups in the same turn share one statement, and each gets its own result', async () => {
  const { batches, find } = lengths();
  const found = await Promise.all(['one', 'nothing', 'three'].map((word) => find(database, word)));
  expect(found).toEqual([3, undefined, 5]);
  expect(batches).toEqual([['one', 'nothing', 'three']]);
});

test('nothing is cached: a later lookup runs a later statement', async () => {
  const { batches, find } = lengths();
  await find(database, 'one');
  await find(database, 'one');
  expect(batches).toEqual([['one'], ['one']]);
});

test('calls do not share a connection queue with other calls', async () => {
  const { batches, find } = lengths();
  const asMoney = (word: string) =>
    new Promise((resolve) =>
      runAsWork({ id: word, call: 'payout', isMoney: true }, () => void find(database, word).then(resolve)),
    );
  const asCall = (word: string) =>
    new Promise((resolve) =>
      runAsWork({ id: word, call: 'search', isMoney: false }, () => void find(database, word).then(resolve)),
    );
  expect(await Promise.all([asMoney('payout'), asCall('page'), asMoney('review')])).toEqual([6, 4, 6]);
  expect(batches).toEqual([['payout', 'review'], ['page']]);
});

test('a failing statement fails for everyone who shares it, and for no one after', async () => {
  let fails = true;
  const find = joinedLookup(async (_: Queryable, words: readonly string[]) => {
    if (fails) throw new Error('away');
    return words;
  });
  const outcomes = await Promise.allSettled([find(database, 'one'), find(database, 'two')]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  fails = false;
  expect(await find(database, 'three')).toBe('three');
});
