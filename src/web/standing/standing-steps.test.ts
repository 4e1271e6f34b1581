import { expect, test } from 'vitest';
import { standingBounds as bounds } from '#contract/standing/standing-bounds.ts';
import { standingSteps } from './standing-steps.ts';

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

const doubtfulDays = { new: 14, known: 7 };

test('each step shows its requirement and the listener’s own figure', () => {
  const [fresh, known, trusted] = standingSteps({ figures, bounds, doubtfulDays });
  expect(fresh?.conditions).toEqual([]);
  expect(known?.conditions.map(({ own, isMet }) => [own, isMet])).toEqual([
    ['12', true],
    ['4', true],
    ['7 of 10 (70%)', false],
  ]);
  expect(trusted?.conditions.map(({ own, isMet }) => [own, isMet])).toEqual([
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
  const [, known, trusted] = standingSteps({ figures: none, bounds, doubtfulDays });
  expect(known?.conditions.map(({ isMet }) => isMet)).toEqual([false, false, true]);
  expect(trusted?.conditions.at(-1)?.isMet).toBe(true);
});

test('each step says when an unread flagged review is approved', () => {
  const [fresh, known] = standingSteps({ figures, bounds, doubtfulDays });
  expect(fresh?.allows).toMatch(/approve a doubtful review after 14 days if nobody has read it\.$/);
  expect(known?.allows).toMatch(/approve a doubtful review after 7 days if nobody has read it\.$/);
});
