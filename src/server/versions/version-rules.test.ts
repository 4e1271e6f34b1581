import { expect, test } from 'vitest';
import { keptFor } from './version-rules.ts';

test('half of the places is kept for returning reviewers, no more than can come, and nothing where that is no place', () => {
  const kept = (returning: number, target: number) => keptFor(returning, new Date(0))(target)?.places ?? null;
  expect([kept(4, 20), kept(5, 20), kept(14, 20), kept(5, 1)]).toEqual([null, 5, 10, null]);
});
