import { expect, test } from 'vitest';
import { panelEnd, returningPlaces } from './version-rules.ts';

test('half of the reviews is for five or more returning reviewers first, at most one each', () => {
  expect([returningPlaces(4, 20), returningPlaces(5, 20), returningPlaces(14, 20)]).toEqual([0, 5, 10]);
  expect([returningPlaces(5, 1), returningPlaces(5, 5), returningPlaces(5, 0)]).toEqual([0, 2, 0]);
});

test('they are for returning reviewers for five days', () =>
  expect(panelEnd(new Date('2026-02-26T12:00:00Z'))).toEqual(new Date('2026-03-03T12:00:00Z')));
