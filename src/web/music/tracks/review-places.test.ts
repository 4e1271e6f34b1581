import { expect, test } from 'vitest';
import { reviewsOfPlaces } from './review-places.ts';

test('a track is never said to have more reviews than it was given', () => {
  expect(reviewsOfPlaces({ reviewCount: 3, reviewTarget: 10 })).toBe('3 of 10');
  expect(reviewsOfPlaces({ reviewCount: 11, reviewTarget: 10 })).toBe('11 of 11');
});
