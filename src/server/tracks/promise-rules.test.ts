import { expect, test } from 'vitest';
import { missedPlaces } from './promise-rules.ts';

test.each([
  [
    'all of it from the house',
    { reviewTarget: 10, delivered: 6, taken: 6, houseLeft: 4 },
    { reviews: 4, moved: 0 },
  ],
  [
    'part from the house',
    { reviewTarget: 10, delivered: 6, taken: 6, houseLeft: 1 },
    { reviews: 4, moved: 3 },
  ],
  [
    'nothing from an empty house',
    { reviewTarget: 10, delivered: 6, taken: 6, houseLeft: 0 },
    { reviews: 4, moved: 4 },
  ],
  [
    'no place that somebody holds',
    { reviewTarget: 10, delivered: 6, taken: 9, houseLeft: 0 },
    { reviews: 1, moved: 1 },
  ],
  [
    'nothing where all places are held',
    { reviewTarget: 10, delivered: 6, taken: 11, houseLeft: 0 },
    { reviews: 0, moved: 0 },
  ],
  [
    'the whole target',
    { reviewTarget: 10, delivered: 0, taken: 0, houseLeft: 0 },
    { reviews: 10, moved: 10 },
  ],
])('a missed date returns %s', (_what, track, given) => {
  expect(missedPlaces(track)).toEqual(given);
});
