import { expect, test } from 'vitest';
import type { Destination } from '#contract/money/payout-destinations/destinations.ts';
import { deriveServerKeys } from '../../foundation/server-keys.ts';
import { destinationMark, markPrefix } from './destination-secret.ts';

const keys = deriveServerKeys('a secret of the tests, 32 characters or more');
const markOf = (destination: Destination) => destinationMark(keys, destination).toString();
const payPal = (email: string): Destination => ({ method: 'paypal', email });
const iban = (typed: string): Destination => ({ method: 'bank', iban: typed });

test.each<[string, Destination, Destination]>([
  ['a PayPal address in another case', payPal('payee.cap@example.org'), payPal('Payee.Cap@Example.ORG')],
  ['a PayPal address with a plus part', payPal('kim@example.org'), payPal('kim+pay@example.org')],
  ['a Gmail address with dots', payPal('kim.lee@gmail.com'), payPal('K.imLee+x@googlemail.com')],
  ['an IBAN with spaces', iban('DE89370400440532013000'), iban('de89 3704 0044 0532 0130 00')],
])('%s has the same mark', (_, one, other) => {
  expect(markOf(one)).toBe(markOf(other));
});

test.each<[string, Destination, Destination]>([
  ['PayPal addresses', payPal('kim@example.org'), payPal('kim@example.com')],
  ['addresses with dots outside Gmail', payPal('kim.lee@example.org'), payPal('kimlee@example.org')],
  ['IBANs', iban('DE89370400440532013000'), iban('DE02120300000000202051')],
  [
    'accounts at Stripe',
    { method: 'stripe', accountId: 'acct_1' },
    { method: 'stripe', accountId: 'acct_2' },
  ],
])('different %s have different marks', (_, one, other) => {
  expect(markOf(one)).not.toBe(markOf(other));
});

test('a mark tells under which server secret it was made, and nothing of the account', () => {
  const other = deriveServerKeys('another secret of the tests, 32 characters or more');
  expect(markOf(payPal('kim@example.org')).startsWith(markPrefix(keys))).toBe(true);
  expect(markPrefix(other)).not.toBe(markPrefix(keys));
  expect(markOf(payPal('kim@example.org'))).not.toMatch(/kim|example/);
});
