import { expect, test } from 'vitest';
import { doubtfulWait, type Judged, longestWait, nextBudget, waitOf } from './review-wait-rules.ts';

const settings = {
  approvalWaitSeconds: 0,
  doubtfulApprovalDays: 7,
  newDoubtfulApprovalDays: 14,
  newListenerWaitHours: 24,
};
const createdAt = new Date('2030-05-15T12:00:00Z');
const wait = (judged: Partial<Judged>, more: Partial<typeof settings> = {}) => {
  const whole = { createdAt, isClean: true, standing: 'new', isFirst: false, ...judged } as const;
  const { waitsFor, due } = waitOf(whole, { ...settings, ...more });
  return [waitsFor, (due.getTime() - createdAt.getTime()) / 3_600_000];
};

test('a clean review does not wait', () => {
  expect(wait({})).toEqual(['rules', 0]);
  expect(wait({ standing: 'trusted' })).toEqual(['rules', 0]);
});

test('the first reviews of a New listener wait a day, other reviews do not, and none without the setting', () => {
  expect(wait({ isFirst: true })).toEqual(['first_reviews', 24]);
  expect(wait({ isFirst: true, standing: 'known' })).toEqual(['rules', 0]);
  expect(wait({ isFirst: true }, { newListenerWaitHours: 0 })).toEqual(['rules', 0]);
});

test('the longer of two waits applies', () => {
  expect(wait({ isFirst: true }, { approvalWaitSeconds: 48 * 3600 })).toEqual(['rules', 48]);
});

test('a flagged review waits for a person: 14 days for a New listener, 7 for a Known or Trusted one', () => {
  expect(wait({ isClean: false })).toEqual(['person', 14 * 24]);
  expect(wait({ isClean: false, isFirst: true })).toEqual(['person', 14 * 24]);
  expect(wait({ isClean: false, standing: 'known' })).toEqual(['person', 7 * 24]);
  expect(doubtfulWait('trusted', settings)).toBe(7 * 24 * 3_600_000);
});

test('the next budget starts with the next day in UTC', () => {
  expect(nextBudget(new Date('2030-05-15T23:59:59.999Z'))).toEqual(new Date('2030-05-16T00:00:00Z'));
  expect(nextBudget(new Date('2030-05-16T00:00:00Z'))).toEqual(new Date('2030-05-17T00:00:00Z'));
});

test('no review waits longer than 30 days', () => {
  expect(longestWait).toBe(30 * 86_400_000);
});
