import { expect, test } from 'vitest';
import { cents } from '#contract/cents.ts';
import { usualPayTerms } from '#contract/reviewing/reviews/usual-pay-terms.ts';
import { firstPayout, payEstimate, payMedian } from './pay-sentences.ts';

test('without a median, the pay is an estimate from the reward, the limit of the first days and the minimum payout', () => {
  expect(payEstimate(usualPayTerms)).toBe(
    'A review takes two to three minutes, so about $3 to $4.50 an hour; at most 10 reviews a day at first; $5.00 after 34 reviews.',
  );
  expect(payMedian(usualPayTerms)).toBe('');
});

test('the median takes the place of the estimate, and is shorter', () => {
  const terms = { ...usualPayTerms, medianCentsPerHour: cents(100_412) };
  expect(payMedian(terms)).toBe(
    'Median pay in the last 30 days: $1,004.12 an hour; at most 10 reviews a day at first; $5.00 after 34 reviews.',
  );
  expect(payMedian(terms).length).toBeLessThan(payEstimate(terms).length);
});

test('the first payout can arrive a week after the day of the last review it needs', () => {
  expect(firstPayout(usualPayTerms)).toBe(
    'The first payout can arrive about 11 days after the first review.',
  );
  expect(firstPayout({ ...usualPayTerms, firstPayoutCents: cents(2000) })).toContain('about 21 days');
  expect(firstPayout({ ...usualPayTerms, reviewsADay: 34 })).toContain('about 8 days');
});
