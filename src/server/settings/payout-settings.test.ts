import { expect, test } from 'vitest';
import { BadSetting, readConfig } from './config.ts';

const stripe = {
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  STRIPE_PRICE_BASIC: 'price_1',
  STRIPE_PRICE_PRO: 'price_2',
  STRIPE_PRICE_UNLIMITED: 'price_3',
};
const bank = {
  PAYOUT_BANK_HOLDER: 'Earshot GmbH',
  PAYOUT_BANK_IBAN: 'DE89 3704 0044 0532 0130 00',
  PAYOUT_BANK_TOWN: 'Köln',
  PAYOUT_BANK_COUNTRY: 'DE',
};

test('without settings listeners cannot be paid', () => {
  expect(readConfig({}).payouts).toMatchObject({ methods: [], debtor: undefined });
});

test('Stripe pays the named countries, each from its own minimum', () => {
  const { payouts } = readConfig({
    ...stripe,
    PAYOUT_METHODS: 'stripe, paypal',
    STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_a, whsec_b',
    STRIPE_CONNECT_COUNTRIES: 'US,GB=2,BO=35.50',
  });
  expect(payouts.methods).toEqual(['stripe', 'paypal']);
  expect(payouts.stripe.webhookSecrets).toEqual(['whsec_a', 'whsec_b']);
  expect([...payouts.stripe.countries]).toEqual([
    ['US', 100],
    ['GB', 200],
    ['BO', 3550],
  ]);
});

test('transfers to Stripe accounts wait for $20.00, unless the setting says otherwise', () => {
  expect(readConfig({}).payouts.stripe.leastTransferCents).toBe(2000);
  const atOnce = readConfig({ STRIPE_LEAST_TRANSFER_CENTS: '0' });
  expect(atOnce.payouts.stripe.leastTransferCents).toBe(0);
});

test('a yearly amount for tax details is in dollars by country, with no default', () => {
  expect([...readConfig({}).payouts.taxLimits]).toEqual([]);
  expect([...readConfig({ PAYOUT_TAX_LIMITS: 'US=600, DE=1000.50' }).payouts.taxLimits]).toEqual([
    ['US', 60_000],
    ['DE', 100_050],
  ]);
});

test('SEPA requires the whole account of the payer', () => {
  const { payouts } = readConfig({ ...bank, PAYOUT_METHODS: 'bank' });
  expect(payouts.debtor).toMatchObject({ name: 'Earshot GmbH', country: 'DE' });
});

test.each([
  ['an unknown method', { PAYOUT_METHODS: 'cash' }, 'PAYOUT_METHODS'],
  ['the test provider together with a real one', { PAYOUT_METHODS: 'local,paypal' }, 'PAYOUT_METHODS'],
  ['bank accounts without the account of the payer', { PAYOUT_METHODS: 'bank' }, 'PAYOUT_BANK_IBAN'],
  ['Stripe without its webhook', { ...stripe, PAYOUT_METHODS: 'stripe' }, 'STRIPE_CONNECT_WEBHOOK_SECRET'],
  [
    'Stripe without its key',
    { PAYOUT_METHODS: 'stripe', STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec' },
    'STRIPE_SECRET_KEY',
  ],
  ['a country in lowercase', { STRIPE_CONNECT_COUNTRIES: 'us' }, "cannot use 'us'"],
  ['an amount with three decimals', { STRIPE_CONNECT_COUNTRIES: 'US=1.000' }, "cannot use 'US=1.000'"],
  ['a tax amount without dollars', { PAYOUT_TAX_LIMITS: 'US' }, "cannot use 'US'"],
  ['an IBAN with a typo', { ...bank, PAYOUT_BANK_IBAN: 'DE88370400440532013000' }, 'PAYOUT_BANK_IBAN'],
  ['an IBAN outside SEPA', { ...bank, PAYOUT_BANK_IBAN: 'TR330006100519786457841326' }, 'PAYOUT_BANK_IBAN'],
  ['an incomplete account of the payer', { ...bank, PAYOUT_BANK_TOWN: '' }, 'PAYOUT_BANK_TOWN'],
])('%s prevents the start', (_, settings, named) => {
  expect(() => readConfig(settings)).toThrow(BadSetting);
  expect(() => readConfig(settings)).toThrow(named);
});
