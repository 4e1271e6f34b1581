import { expect, test } from 'vitest';
import { forecastText } from './forecast-text.ts';

const forecast = { reviewTarget: 20, later: null, promisedAt: null, weeks: 3, smaller: null };
test.each([
  [forecast, '20 reviews in about 3 weeks at today’s pace, no date promised.'],
  [{ ...forecast, weeks: 1 }, '20 reviews in about 1 week at today’s pace, no date promised.'],
  [{ ...forecast, weeks: null }, '20 reviews. Too few reviews came in lately to promise a date.'],
  [{ ...forecast, promisedAt: '2026-11-26T23:59:59.999Z' }, '20 reviews by Thu, Nov 26.'],
])('the forecast %o reads %s', (shown, text) => {
  expect(forecastText(shown)).toBe(text);
});
