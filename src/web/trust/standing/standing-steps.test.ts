import { expect, test } from 'vitest';
import type { OwnStanding } from '#contract/trust/standing/standing.ts';
import { standingBounds as bounds } from '#contract/trust/standing/standing-bounds.ts';
import { type Step, standingSteps } from './standing-steps.ts';

const figures = {
  approved: 12,
  approvedDays: 4,
  recentDecided: 10,
  recentApproved: 7,
  recentCopied: 1,
  recentReversed: 0,
  marks: 0,
  markArtists: 0,
  usefulness: null,
};

const steps = standingSteps({ bounds, doubtfulDays: { new: 14, known: 7 } });
const ownOf = (step: Step | undefined, own: OwnStanding['figures']) =>
  step?.conditions.map((condition) => condition.ownOf(own)).map(({ value, isMet }) => [value, isMet]);

test('each step shows its requirement and the listener’s own figure', () => {
  const [fresh, known, trusted] = steps;
  expect(fresh?.conditions).toEqual([]);
  expect(ownOf(known, figures)).toEqual([
    ['12', true],
    ['4', true],
    ['7 of 10 (70%)', false],
  ]);
  expect(ownOf(trusted, figures)).toEqual([
    ['12', false],
    ['0', false],
    ['no marks yet', false],
    ['1 of 10', false],
  ]);
});

test('without decided reviews the shares count as met, as in the formula', () => {
  const none = {
    ...figures,
    approved: 0,
    approvedDays: 0,
    recentDecided: 0,
    recentApproved: 0,
    recentCopied: 0,
  };
  const [, known, trusted] = steps;
  expect(ownOf(known, none)?.map(([, isMet]) => isMet)).toEqual([false, false, true]);
  expect(ownOf(trusted, none)?.at(-1)).toEqual(['0 of 0', true]);
});

test('each step says when an unread flagged review is approved', () => {
  const [fresh, known] = steps;
  expect(fresh?.allows).toMatch(/approve a doubtful review after 14 days if nobody has read it\.$/);
  expect(known?.allows).toMatch(/approve a doubtful review after 7 days if nobody has read it\.$/);
});

test('each step says how many reviews and chosen tracks it allows', () => {
  const [one] = standingSteps({
    bounds: { ...bounds, newWishesADay: 1 },
    doubtfulDays: { new: 14, known: 7 },
  });
  expect(one?.allows).toMatch(/^Up to 10 reviews in 24 hours, including 1 track of the listener’s choice\./);
  expect(steps.map(({ allows }) => allows.split('.')[0])).toEqual([
    'Up to 10 reviews in 24 hours, including 2 tracks of the listener’s choice',
    'Up to 40 reviews in 24 hours, including 3 tracks of the listener’s choice',
    'Up to 60 reviews in 24 hours, including 3 tracks of the listener’s choice',
  ]);
});
