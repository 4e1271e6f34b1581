import { expect, test } from 'vitest';
import { dayMilliseconds } from '#contract/day-milliseconds.ts';
import { dateText } from '#web/ui/display/day.tsx';
import { balanceText, lotText, noReviewsText, returnText } from './balance-text.ts';

const inDays = (days: number) => new Date(Date.now() + days * dayMilliseconds).toISOString();
const past = inDays(-1);
const soon = inDays(7);
const later = inDays(30);
const far = inDays(364);
const lot = { id: 'a', source: 'plan', reviews: 40, left: 20, opensAt: past, expiresAt: soon } as const;
const pack = { ...lot, id: 'b', source: 'pack', reviews: 10, left: 3, expiresAt: later } as const;
const next = { reviews: 40, opensAt: later, isCertain: true };
const none = { left: 0, lots: [], next: null };

test.each([
  [
    { ...none, left: 23, lots: [lot, pack] },
    `23 reviews to give: 20 until ${dateText(soon)}, 3 until ${dateText(later)}.`,
  ],
  [{ ...none, left: 1, lots: [{ ...lot, left: 1 }] }, `1 review to give, until ${dateText(soon)}.`],
  [
    { ...none, left: 23, lots: [lot, { ...pack, expiresAt: soon }] },
    `23 reviews to give, until ${dateText(soon)}.`,
  ],
  [none, 'No reviews to give.'],
  [{ ...none, next }, `No reviews to give. Your next 40 come on ${dateText(later)}.`],
  [
    { ...none, next: { ...next, reviews: 1 } },
    `No reviews to give. Your next review comes on ${dateText(later)}.`,
  ],
  [
    { ...none, next: { reviews: 5, opensAt: later, isCertain: false } },
    `No reviews to give. Your next 5 come when the month’s budget allows, not before ${dateText(later)}.`,
  ],
  [
    { left: 20, lots: [lot, { ...lot, opensAt: soon }], next: { ...next, reviews: 20, opensAt: soon } },
    `20 reviews to give, until ${dateText(soon)}. Your next 20 come on ${dateText(soon)}.`,
  ],
])('the balance %o reads %s', (balance, text) => {
  expect(balanceText(balance)).toBe(text);
});

test('a date about a year away has its year', () => {
  expect(dateText(later)).not.toContain(',');
  expect(dateText(far)).toMatch(/, \d{4}$/);
});

test.each([
  [{ left: 0, next }, `No reviews assigned. Your next 40 come on ${dateText(later)}.`],
  [{ left: 7, next }, 'No reviews assigned. You have 7 to give.'],
  [{ left: 0, next: null }, 'No reviews assigned.'],
])('a track without reviews of an artist with %o says %s', (balance, text) => {
  expect(noReviewsText(balance)).toBe(text);
});

test('a lot says what brought it, and from and until when its reviews can be given', () => {
  expect(lotText(lot)).toBe(`20 of 40 from your plan, until ${dateText(soon)}`);
  expect(lotText({ ...lot, opensAt: soon, expiresAt: later })).toBe(
    `20 of 40 from your plan, from ${dateText(soon)} until ${dateText(later)}`,
  );
});

const given = (openPlaces: number, expiresAt: string) => ({ openPlaces, expiresAt });

test.each([
  [1, [given(3, later)], `You get them back: 1 until ${dateText(later)}.`],
  [
    4,
    [given(3, later), given(2, soon)],
    `You get them back: 3 until ${dateText(later)}, 1 until ${dateText(soon)}.`,
  ],
  [
    4,
    [given(3, later), given(2, past)],
    `You get them back: 3 until ${dateText(later)}. 1 has expired, so you would lose it.`,
  ],
  [
    5,
    [given(3, later), given(2, past)],
    `You get them back: 3 until ${dateText(later)}. 2 have expired, so you would lose them.`,
  ],
  [2, [given(2, past)], 'They have expired, so you would lose them.'],
  [1, [given(2, past)], 'It has expired, so you would lose it.'],
])('taking back %i of %o says where they return', (reviews, assignments, text) => {
  expect(returnText(assignments, reviews)).toBe(text);
});
