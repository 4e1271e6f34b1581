import { expect, it } from 'vitest';
import { longestSittingMilliseconds, runningSitting } from './sitting-rules.ts';

const now = new Date('2026-03-02T10:00:00Z');
const sentMinutesAgo = (...minutes: number[]) =>
  minutes.map((ago) => ({ createdAt: new Date(now.getTime() - ago * 60_000) }));
const reviews = (...minutes: number[]) => runningSitting(sentMinutesAgo(...minutes), now).length;

it('a sitting counts consecutive reviews up to the first pause of half an hour', () => {
  expect(reviews(1, 4, 33.9, 63.8, 94)).toBe(4);
  expect(reviews(1, 31, 32)).toBe(1);
});

it('a sitting ends half an hour after the last review', () => {
  expect(reviews(29.9, 31)).toBe(2);
  expect(reviews(30, 31)).toBe(0);
  expect(reviews()).toBe(0);
});

it('a sitting starts at most 24 hours ago', () => {
  expect(longestSittingMilliseconds).toBe(86_400_000);
});
