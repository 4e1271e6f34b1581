import { expect, test } from 'vitest';
import {
  checkoutText,
  firstPaymentText,
  packPriceText,
  packTerms,
  packTitle,
  planReviewsText,
} from './offer-texts.ts';

test.each([
  ['basic', '40 reviews a month, $0.73 each.'],
  ['pro', '100 reviews a month, $0.49 each.'],
  ['unlimited', '205 reviews a month, $0.48 each.'],
] as const)('the card of %s says how many reviews it brings, at what price', (plan, text) => {
  expect(planReviewsText(plan)).toBe(text);
});

test('a first payment says which reviews open at once', () => {
  expect(firstPaymentText).toBe(
    'With your first payment, you can use 20 reviews at once and the rest after 7 days.',
  );
});

test.each([
  ['ten', '10 reviews · $9', '$0.90 each, all usable at once.'],
  ['twenty', '20 reviews · $16', '$0.80 each, all usable at once.'],
] as const)('the card of the pack of %s says what it brings, at what price', (pack, title, price) => {
  expect(packTitle(pack)).toBe(title);
  expect(packPriceText(pack)).toBe(price);
  expect(packTerms).toBe('No subscription. One upload, valid 12 months.');
});

test('a checkout says how many reviews, the price of one, what opens when, and the date', () => {
  const forecast = (reviews: number) => ({
    reviews,
    dated: reviews,
    promisedAt: '2026-12-04',
    weeks: 1,
    smaller: null,
  });
  const offers = {
    plans: { basic: forecast(10), pro: forecast(20), unlimited: forecast(30) },
    packs: { ten: forecast(10), twenty: forecast(20) },
    opensAtOnce: 20,
  };
  const written = (date: string) => `the day ${date}`;
  expect(checkoutText('basic', offers, written)).toBe(
    '40 reviews a month, $0.73 each. With your first payment, you can use 20 reviews at once and the rest after 7 days. ' +
      'Your next track: 10 reviews by the day 2026-12-04.',
  );
  expect(checkoutText('basic', { ...offers, opensAtOnce: null }, written)).not.toContain('first payment');
  expect(checkoutText('ten', offers, written)).toBe(
    '$0.90 each, all usable at once. No subscription. One upload, valid 12 months. 10 reviews by the day 2026-12-04.',
  );
});
