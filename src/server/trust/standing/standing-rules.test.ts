import { expect, test } from 'vitest';
import { standingBounds as bounds, standingBounds } from '#contract/trust/standing/standing-bounds.ts';
import {
  noFigures,
  openedTracks,
  reviewsADay,
  type StandingFigures,
  standingFrom,
  wishesADay,
} from './standing-rules.ts';

const standing = (figures: Partial<StandingFigures>) => standingFrom({ ...noFigures, ...figures }, bounds);

const known = { approved: 10, approvedDays: 3, recentDecided: 10, recentApproved: 10 };
const trusted = {
  approved: 100,
  approvedDays: 20,
  recentDecided: 100,
  recentApproved: 98,
  marks: 25,
  markArtists: 10,
  usefulness: 0.8,
};

test('a listener without decided reviews is New', () => {
  expect(standing({})).toBe('new');
});

test('nine approved reviews, or ten on two days, leave a listener New; ten on three days make them Known', () => {
  expect(standing({ ...known, approved: 9 })).toBe('new');
  expect(standing({ ...known, approvedDays: 2 })).toBe('new');
  expect(standing(known)).toBe('known');
});

test('Known is lost if fewer than four of five recent reviews are approved, but not before five are decided', () => {
  expect(standing({ ...known, recentDecided: 4, recentApproved: 0 })).toBe('known');
  expect(standing({ ...known, recentDecided: 5, recentApproved: 4 })).toBe('known');
  expect(standing({ ...known, recentDecided: 5, recentApproved: 3 })).toBe('new');
  expect(standing({ ...known, recentDecided: 100, recentApproved: 80 })).toBe('known');
  expect(standing({ ...known, recentDecided: 100, recentApproved: 79 })).toBe('new');
});

test('a long break does not lower the standing', () => {
  expect(standing({ ...trusted, recentDecided: 0, recentApproved: 0 })).toBe('trusted');
  expect(standing({ ...known, recentDecided: 0, recentApproved: 0 })).toBe('known');
});

test('Trusted requires a hundred approved reviews, ten artists and 80% usefulness', () => {
  expect(standing(trusted)).toBe('trusted');
  expect(standing({ ...trusted, approved: 99 })).toBe('known');
  expect(standing({ ...trusted, markArtists: 9 })).toBe('known');
  expect(standing({ ...trusted, usefulness: 0.799 })).toBe('known');
  expect(standing({ ...trusted, usefulness: null })).toBe('known');
  const anyUsefulness = { ...bounds, trustedUsefulness: 0 };
  expect(standingFrom({ ...noFigures, ...trusted, usefulness: null }, anyUsefulness)).toBe('known');
});

test('more than two copied or reversed reviews in a hundred prevent Trusted', () => {
  expect(standing({ ...trusted, recentCopied: 1, recentReversed: 1 })).toBe('trusted');
  expect(standing({ ...trusted, recentCopied: 2, recentReversed: 1 })).toBe('known');
});

test('a listener who loses Known also loses Trusted', () => {
  expect(standing({ ...trusted, recentApproved: 79 })).toBe('new');
});

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
