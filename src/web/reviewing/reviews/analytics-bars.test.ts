import { expect, test } from 'vitest';
import { monthBars, ratingSentence, shownMonths, starBars } from './analytics-bars.ts';

test('six months all have labels; with more months every third has one, counted from the newest', () => {
  const year = Array.from({ length: 12 }, (_, place) => ({
    month: `2026-${String(place + 1).padStart(2, '0')}`,
    plays: 1,
  }));
  const labels = (count: number) => monthBars(year.slice(-count)).map(({ label }) => label);
  expect(labels(6)).toEqual(['Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']);
  expect(labels(7)).toEqual(['Jun', '', '', 'Sep', '', '', 'Dec']);
});

test('stars are ordered from one to five', () => {
  expect(starBars([1, 0, 0, 0, 9]).map(({ name, value }) => [name, value])).toEqual([
    ['1 star', 1],
    ['2 stars', 0],
    ['3 stars', 0],
    ['4 stars', 0],
    ['5 stars', 9],
  ]);
});

test('an average shows the number of reviews and its certainty', () => {
  const total = (reviews: number) => ({ total: reviews, thisMonth: 0 });
  expect(
    ratingSentence({
      averageRating: { total: 4.333, thisMonth: null },
      reviews: total(6),
      ratingInterval: { low: 3.04, high: 4.81 },
    }),
  ).toBe('4.3 of 5 from 6 reviews, likely 3.0–4.8 if many more people heard it.');
  expect(
    ratingSentence({
      averageRating: { total: 4, thisMonth: null },
      reviews: total(1),
      ratingInterval: { low: 2.2, high: 4.2 },
    }),
  ).toBe('4.0 of 5 from 1 review. A likely range appears after 5 reviews.');
  expect(
    ratingSentence({
      averageRating: { total: null, thisMonth: null },
      reviews: total(0),
      ratingInterval: null,
    }),
  ).toBe('No reviews yet.');
});

test('months start with the first play, and are at least six', () => {
  const month = (number: number, plays: number) => ({
    month: `2026-${String(number).padStart(2, '0')}`,
    plays,
  });
  const names = (first: number) =>
    shownMonths(Array.from({ length: 12 }, (_, at) => month(at + 1, at + 1 >= first ? 1 : 0))).length;
  expect([1, 6, 7, 8, 12, 13].map(names)).toEqual([12, 7, 6, 6, 6, 6]);
});
