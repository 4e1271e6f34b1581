import { expect, test } from 'vitest';
import { missedPlaces } from './promise-rules.ts';

test.each([
  [
    'everything from the house pool',
    { reviewTarget: 10, delivered: 6, taken: 6, houseLeft: 4 },
    { reviews: 4, moved: 0 },
  ],
  [
    'part from the house pool',
    { reviewTarget: 10, delivered: 6, taken: 6, houseLeft: 1 },
    { reviews: 4, moved: 3 },
  ],
  [
    'nothing from an empty house pool',
    { reviewTarget: 10, delivered: 6, taken: 6, houseLeft: 0 },
    { reviews: 4, moved: 4 },
  ],
  [
    'no place held by a listener',
    { reviewTarget: 10, delivered: 6, taken: 9, houseLeft: 0 },
    { reviews: 1, moved: 1 },
  ],
  [
    'nothing if all places are held',
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
