import { expect, test } from 'vitest';
import { forecastText, uploadForecastText } from './forecast-text.ts';

const forecast = { reviews: 20, dated: 0, promisedAt: null, weeks: 3, smaller: null };
const dated = { ...forecast, dated: 20, promisedAt: '2026-11-26T12:00:00.000Z' };
const smaller = { reviews: 8, promisedAt: '2026-11-24T12:00:00.000Z' };
const pace = '20 reviews in about 3 weeks at today’s pace, no date promised.';

test.each([
  [forecast, pace],
  [{ ...forecast, weeks: 1 }, '20 reviews in about 1 week at today’s pace, no date promised.'],
  [{ ...forecast, weeks: null }, '20 reviews. Too few reviews came in lately to promise a date.'],
  [dated, '20 reviews by Thu, Nov 26.'],
  [{ ...dated, reviews: 1, dated: 1 }, '1 review by Thu, Nov 26.'],
  [{ ...dated, dated: 15 }, '20 reviews, 15 of them by Thu, Nov 26. The other 5 carry no date.'],
  [{ ...dated, dated: 19 }, '20 reviews, 19 of them by Thu, Nov 26. The other one carries no date.'],
])('the forecast %o reads %s', (shown, text) => {
  expect(forecastText(shown)).toBe(text);
});

test.each([
  [0, dated, 'No reviews for now. You can add them later.'],
  [5, null, null],
  [20, { ...forecast, smaller }, pace],
  [20, dated, '20 reviews by Thu, Nov 26.'],
])('for %i reviews the forecast %o reads %s', (reviews, shown, text) => {
  expect(uploadForecastText(reviews, shown)).toBe(text);
});
