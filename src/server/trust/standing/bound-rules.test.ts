import { expect, test } from 'vitest';
import { standingBounds } from '#contract/trust/standing/standing-bounds.ts';
import { openedTracks, reviewsADay, wishesADay } from './bound-rules.ts';

test.each([
  ['new', 10, 2, standingBounds.newOpenedTracks],
  ['known', 40, 3, standingBounds.openedTracks],
  ['trusted', 60, 3, standingBounds.openedTracks],
] as const)('%s: reviews, chosen tracks and opened tracks in a day', (standing, reviews, wishes, opened) => {
  expect(reviewsADay(standing, standingBounds)).toBe(reviews);
  expect(wishesADay(standing, standingBounds)).toBe(wishes);
  expect(openedTracks(standing, standingBounds)).toBe(opened);
});

test('a New listener can open fewer tracks than others', () => {
  expect(standingBounds.newOpenedTracks).toBeLessThan(standingBounds.openedTracks);
});
