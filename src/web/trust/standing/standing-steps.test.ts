import { expect, test } from 'vitest';
import { cents } from '#contract/cents.ts';
import type { OwnStanding } from '#contract/trust/standing/standing.ts';
import { standingBounds as bounds } from '#contract/trust/standing/standing-bounds.ts';
import { nextStep, type Step, standingSteps, whatItAllows } from './standing-steps.ts';

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

test('each step says within how many days a doubtful review is decided', () => {
  const [fresh, known] = steps;
  expect(fresh?.allows).toMatch(/If we’re unsure about a review, it’s decided within 14 days\.$/);
  expect(known?.allows).toMatch(/it’s decided within 7 days\.$/);
});

test('each step says how many reviews and chosen tracks it allows', () => {
  expect(steps.map(({ allows }) => allows.split('.')[0])).toEqual([
    'Up to 10 reviews a day, 2 of them of chosen tracks',
    'Up to 40 reviews a day, 3 of them of chosen tracks',
    'Up to 60 reviews a day, 3 of them of chosen tracks',
  ]);
});

const nothing = {
  approved: 0,
  approvedDays: 0,
  recentDecided: 0,
  recentApproved: 0,
  recentCopied: 0,
  recentReversed: 0,
  marks: 0,
  markArtists: 0,
  usefulness: null,
};
const own = (standing: OwnStanding['standing'], part: Partial<OwnStanding['figures']>): OwnStanding => ({
  standing,
  hasBounds: true,
  figures: { ...nothing, ...part },
  bounds,
  doubtfulDays: { new: 14, known: 7 },
  rewardCents: cents(standing === 'trusted' ? 25 : 15),
});

test.each([
  ['nothing yet', {}, '10 more approved reviews on 3 more days, then Known: 40 a day, no first-day wait.'],
  [
    'a first day',
    { approved: 3, approvedDays: 1 },
    '7 more approved reviews on 2 more days, then Known: 40 a day, no first-day wait.',
  ],
  ['enough days', { approved: 9, approvedDays: 4 }, '1 more approved review, then Known: 40 a day.'],
  [
    'enough reviews',
    { approved: 12, approvedDays: 2 },
    'Approved reviews on 1 more day, then Known: 40 a day.',
  ],
  [
    'too few approved of late',
    { approved: 30, approvedDays: 9, recentDecided: 10, recentApproved: 7 },
    '80% approved in the last 90 days (now 7 of 10), then Known again: 40 a day.',
  ],
  [
    'too few in all and of late',
    { approved: 6, approvedDays: 3, recentDecided: 10, recentApproved: 6 },
    '4 more approved reviews and 80% approved in the last 90 days (now 6 of 10), then Known: 40 a day.',
  ],
  [
    'every condition met since the last update',
    { approved: 12, approvedDays: 3, recentDecided: 4, recentApproved: 1 },
    'You’ve met every condition. We update your standing tonight.',
  ],
] as const)('a New listener with %s reads what Known takes', (_, figures, sentence) => {
  expect(nextStep(own('new', figures))).toBe(sentence);
});

test('a Known listener reads what Trusted takes, and a Trusted one what keeps it', () => {
  const most = { approved: 99, approvedDays: 20, recentDecided: 50, recentApproved: 49, markArtists: 9 };
  expect(nextStep(own('known', { ...most, usefulness: 0.729, recentCopied: 2 }))).toBe(
    '1 more approved review, marks by 1 more artist, 80% usefulness (now 72%), and at most 2% copied or reversed (now 2 of 50), then Trusted: $0.25 a review, 60 a day.',
  );
  expect(nextStep(own('known', { ...most, approved: 100, markArtists: 10, usefulness: 0.8 }))).toBe(
    'You’ve met every condition. We update your standing tonight.',
  );
  expect(nextStep(own('trusted', { ...most, usefulness: 0.9 }))).toBe(
    'The highest standing. You keep it with marks by 10 artists in 90 days, 80% usefulness and at most 2% copied or reversed.',
  );
});

test('a listener reads what the standing pays and allows; the wait only as long as there is one', () => {
  expect(whatItAllows(own('new', {}))).toBe(
    '$0.15 for each approved review, up to 10 a day. Your first 5 may take a day.',
  );
  expect(whatItAllows(own('new', { approved: 30 }))).not.toContain('may take a day');
  expect(whatItAllows(own('trusted', {}))).toBe('$0.25 for each approved review, up to 60 a day.');
});

test('what is missing agrees with the formula at every boundary', () => {
  for (const approved of [bounds.knownApproved - 1, bounds.knownApproved])
    for (const approvedDays of [bounds.knownDays - 1, bounds.knownDays])
      for (const recentApproved of [3, 4]) {
        const figures = { ...nothing, approved, approvedDays, recentDecided: 5, recentApproved };
        const isMet = nextStep(own('new', figures)).startsWith('You’ve met every condition');
        const [, known] = steps;
        expect(isMet).toBe(known?.conditions.every((condition) => condition.ownOf(figures).isMet));
      }
});
