import { expect, test } from 'vitest';
import { priceProblem } from './price-rules.ts';

const sold = { product: 'basic', priceId: 'price_1', isSold: true } as const;
const right = { amountCents: 2900, currency: 'usd', interval: 'month', intervalCount: 1, isActive: true };

test('a price that matches its plan has no problem', () => {
  expect(priceProblem(sold, right)).toBeNull();
});

test.each([
  [{ isActive: false }, 'STRIPE_PRICE_BASIC: the price price_1 is archived.'],
  [{ currency: 'eur' }, 'STRIPE_PRICE_BASIC: the price price_1 is in EUR, not USD.'],
  [{ amountCents: 2901 }, "STRIPE_PRICE_BASIC: the price price_1 costs 29.01, not the plan's 29.00."],
  [
    { amountCents: null },
    "STRIPE_PRICE_BASIC: the price price_1 costs no fixed amount, not the plan's 29.00.",
  ],
  [{ interval: 'year' }, 'STRIPE_PRICE_BASIC: the price price_1 is paid every year, not every month.'],
  [{ intervalCount: 3 }, 'STRIPE_PRICE_BASIC: the price price_1 is paid every 3 months, not every month.'],
  [{ interval: null }, 'STRIPE_PRICE_BASIC: the price price_1 is paid once, not every month.'],
  [
    { isActive: false, currency: 'eur' },
    'STRIPE_PRICE_BASIC: the price price_1 is archived, is in EUR, not USD.',
  ],
])('a price with %o is reported', (change, line) => {
  expect(priceProblem(sold, { ...right, ...change })).toBe(line);
});

test.each([
  [{ amountCents: 900, interval: null }, null],
  [{ interval: null }, "STRIPE_PRICE_PACK_10: the price price_1 costs 29.00, not the pack's 9.00."],
  [{ amountCents: 900 }, 'STRIPE_PRICE_PACK_10: the price price_1 is paid every month, not once.'],
])('a price of a pack with %o is paid once: %s', (change, line) => {
  expect(priceProblem({ ...sold, product: 'ten' }, { ...right, ...change })).toBe(line);
});

test('a former price can cost anything', () => {
  expect(priceProblem({ ...sold, isSold: false }, { ...right, amountCents: 1 })).toBeNull();
});

test('a key rejected by Stripe, and a price unknown to it, are reported', () => {
  expect(priceProblem(sold, 'refused')).toBe('STRIPE_SECRET_KEY: Stripe does not accept this key.');
  expect(priceProblem(sold, 'missing')).toBe(
    'STRIPE_PRICE_BASIC: Stripe has no price price_1 for this key. Test keys and live keys see different prices.',
  );
});
