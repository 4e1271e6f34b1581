import { expect, test } from 'vitest';
import { cents, formatAmount, formatCents } from './cents.ts';

test.each([
  [0, '$0.00'],
  [15, '$0.15'],
  [500, '$5.00'],
  [1204, '$12.04'],
  [123_456_789, '$1,234,567.89'],
  [-15, '−$0.15'],
])('%i cents are shown as %s', (amount, shown) => {
  expect(formatCents(cents(amount))).toBe(shown);
});

test.each([
  ['usd', '$1,204.50'],
  ['eur', '€1,204.50'],
  ['gbp', '£1,204.50'],
  ['jpy', '¥120,450'],
  ['chf', 'CHF\u00a01,204.50'],
])('an amount in %s is shown as %s', (currency, shown) => {
  expect(formatAmount(cents(120_450), currency)).toBe(shown);
});

test('a currency with three decimals is divided by 1,000, and a negative amount has a minus before the $', () => {
  expect(formatAmount(cents(120_450), 'kwd')).toBe('KWD\u00a0120.450');
  expect(formatAmount(cents(-120_450), 'eur')).toBe('−€1,204.50');
});

test.each([0.5, Number.NaN, Infinity])('%d is not an amount of money', (amount) => {
  expect(() => cents(amount)).toThrow(new RangeError(`Not a whole number of cents: ${amount}`));
});
