import { expect, test } from 'vitest';
import { firstPaymentText, packPriceText, packTerms, packTitle, planReviewsText } from './offer-texts.ts';

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
  ['ten', '10 reviews · $9', '$0.90 each, all at once.'],
  ['twenty', '20 reviews · $16', '$0.80 each, all at once.'],
] as const)('the card of the pack of %s says what it brings, at what price', (pack, title, price) => {
  expect(packTitle(pack)).toBe(title);
  expect(packPriceText(pack)).toBe(price);
  expect(packTerms).toBe('No subscription. One upload, valid 12 months.');
});
