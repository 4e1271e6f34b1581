import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Topic } from '#contract/realtime.ts';
import { queriesOf } from '../shell/realtime-rules.ts';
import { queryKeys } from './query-keys.ts';

/** The values of every group, with keys that take parameters made for some parameters. */
const keysOf = (group: object): readonly (readonly unknown[])[] =>
  Object.values(group).map((key) => (typeof key === 'function' ? key(['a'], 'b') : key));

test('every key starts with its group, so `all` covers the whole group', () => {
  for (const [name, group] of Object.entries(queryKeys)) {
    expect(group.all).toEqual([name]);
    expect(keysOf(group).map(([first]) => first)).toEqual(keysOf(group).map(() => name));
  }
});

test('no two queries share a key', () => {
  const keys = Object.values(queryKeys).flatMap((group) => keysOf(group).map((key) => JSON.stringify(key)));
  expect(new Set(keys).size).toBe(keys.length);
});

test('every topic invalidates exactly its own groups', () => {
  const old = Topic.options.map((topic) => [topic, queriesOf(topic).map((name) => queryKeys[name].all)]);
  expect(Object.fromEntries(old)).toEqual({
    profile: [['profile']],
    wallet: [['wallet'], ['profile']],
    subscriptions: [['subscriptions'], ['profile']],
    reviews: [['reviews'], ['profile'], ['discovery']],
    tracks: [['tracks'], ['subscriptions'], ['profile'], ['discovery']],
    queue: [['queue']],
    served: [],
    notices: [['notices']],
    admin: [['admin']],
    all: [
      ['profile'],
      ['wallet'],
      ['subscriptions'],
      ['reviews'],
      ['discovery'],
      ['tracks'],
      ['queue'],
      ['notices'],
      ['admin'],
    ],
  });
});

/** What comes before a key: `queryKey` with a colon or as a shorthand, or a call that reads or writes one query's data. */
const written = /\bqueryKey:\s*|(?<!\.)\bqueryKey(?= *[,}])|\b[gs]etQueryData(?:<[^(]*>)?\(\s*/g;
const named = /^(?:queryKeys[.[]|\w+Query(?:\([^()]*\))?\.queryKey\b)/;

const literalsIn = (source: string): string[] =>
  [...source.matchAll(written)]
    .map((match) => source.slice(match.index + match[0].length).split('\n', 1)[0] ?? '')
    .filter((key) => !named.test(key));

test('a literal key is found in every position', () => {
  expect(literalsIn("useQuery({ queryKey: ['wallet'] })")).toHaveLength(1);
  expect(literalsIn('useQuery({ queryKey: ownTracks })')).toHaveLength(1);
  expect(literalsIn("queries.setQueryData(['wallet'], figures)")).toHaveLength(1);
  expect(literalsIn("queries.getQueryData(\n  ['wallet'])")).toHaveLength(1);
  expect(literalsIn('useQuery({ queryKey, queryFn })')).toHaveLength(1);
  expect(literalsIn('useQuery({ queryKey: queryKeys.wallet.figures })')).toEqual([]);
  expect(literalsIn('queries.setQueryData(figuresQuery.queryKey, figures)')).toEqual([]);
});

test('only the factory contains query keys', () => {
  const web = join(import.meta.dirname, '..');
  const files = globSync('**/*.{ts,tsx}', { cwd: web, exclude: (name) => /\.test\.tsx?$/.test(name) });
  expect(files.length).toBeGreaterThan(300);
  const literals = files
    .filter((file) => file !== 'calls/query-keys.ts')
    .flatMap((file) => literalsIn(readFileSync(join(web, file), 'utf8')).map((key) => `${file}: ${key}`));
  expect(literals).toEqual([]);
});
