import { expect, test } from 'vitest';
import { cents } from '#contract/cents.ts';
import type { Destination } from '#contract/money/payout-destinations/destinations.ts';
import { painFaults, readXml, texts } from '#tests/support/files/pain-001.ts';
import { readCsv } from '#tests/support/files/read-csv.ts';
import { bankFiles, payPalFiles, payPalReference } from './payout-files.ts';
import type { TransferBatch, TransferOrder } from './payout-service.ts';

const debtor = { name: 'Earshot', iban: 'DE89370400440532013000', town: 'Köln', country: 'DE' };
const bank = bankFiles(debtor);
const payPal = payPalFiles();

let made = 0;
const anOrder = (destination: Destination, more: Partial<TransferOrder> = {}): TransferOrder => {
  made += 1;
  return {
    payoutId: `ff0c3a52-5f0f-4a8e-9d7e-${String(made).padStart(12, '0')}`,
    amountCents: cents(765),
    destination,
    country: 'DE',
    legalName: 'Ada Lovelace',
    reference: 'Earshot',
    approvedAt: new Date('2026-11-19T00:00:00Z'),
    ...more,
  };
};
const aBatch = (orders: readonly TransferOrder[], more: Partial<TransferBatch> = {}): TransferBatch => ({
  id: '0b0c3a52-5f0f-4a8e-9d7e-0c35a8c1f2aa',
  madeAt: new Date('2026-11-20T10:20:30Z'),
  orders,
  ...more,
});
const german = { method: 'bank', iban: 'DE89370400440532013000' } as const;
const turkish = { method: 'bank', iban: 'TR330006100519786457841326' } as const;

test('PayPal’s file can be read back: recipient, amount, currency, reference, note, wallet, no header', () => {
  const orders = [
    anOrder({ method: 'paypal', email: 'ada@example.org' }),
    anOrder({ method: 'paypal', email: "o'neill_x+y@example.org" }, { amountCents: cents(123_456_05) }),
  ];
  const [file, ...more] = payPal.write(aBatch(orders));
  expect(more).toEqual([]);
  expect(file?.name).toBe('paypal-2026-11-20-0b0c3a52.csv');
  expect(readCsv(file?.content ?? '')).toEqual([
    [
      'ada@example.org',
      '7.65',
      'USD',
      payPalReference(orders[0]?.payoutId ?? ''),
      'Your Earshot payout',
      'PAYPAL',
    ],
    [
      "o'neill_x+y@example.org",
      '123456.05',
      'USD',
      payPalReference(orders[1]?.payoutId ?? ''),
      'Your Earshot payout',
      'PAYPAL',
    ],
  ]);
});

test('a reference fits PayPal’s 30 characters, has no spaces, and is unique per payout', () => {
  const references = Array.from({ length: 200 }, () => payPalReference(crypto.randomUUID()));
  expect(references.filter((reference) => !/^P[\w-]{1,29}$/.test(reference))).toEqual([]);
  expect(new Set(references).size).toBe(200);
});

test.each(['+ada@example.org', '-ada@example.org'])(
  '%s is rejected, because a spreadsheet reads it as a formula and escaping would change the recipient',
  (email) => {
    expect(payPal.read({ method: 'paypal', email }, 'US', 'Ada Lovelace')).toMatchObject({ field: 'email' });
    expect(() => payPal.write(aBatch([anOrder({ method: 'paypal', email })]))).toThrow(
      'only contain PayPal addresses',
    );
  },
);

test('a PayPal file holds up to 5000 payouts, and only PayPal payouts', () => {
  const [order] = [anOrder({ method: 'paypal', email: 'ada@example.org' })];
  expect(payPal.write(aBatch(Array.from({ length: 5000 }, () => order)))).toHaveLength(1);
  expect(() => payPal.write(aBatch(Array.from({ length: 5001 }, () => order)))).toThrow('5000');
  expect(() => payPal.write(aBatch([anOrder(german)]))).toThrow('only contain PayPal addresses');
  expect(() =>
    bank.write(aBatch([anOrder({ method: 'paypal', email: 'ada@example.org' })], { euroRate: 10_850 })),
  ).toThrow('only contain bank accounts');
  expect(payPal.write(aBatch([]))).toEqual([]);
});

test('a bank file is a SEPA file with a payment for each payout', () => {
  const orders = [anOrder(german), anOrder(german, { legalName: '李小龍' })];
  const [sepa, ...more] = bank.write(aBatch(orders, { euroRate: 10_850 }));
  expect(more).toEqual([]);
  expect(painFaults(sepa?.content ?? '')).toEqual([]);
  expect(texts(readXml(sepa?.content ?? ''), 'EndToEndId')).toEqual(
    orders.map(({ payoutId }) => payoutId.replaceAll('-', '')),
  );
});

test('without payouts or a rate there is no bank file', () => {
  expect(bank.write(aBatch([], { euroRate: 10_850 }))).toEqual([]);
  expect(bank.write(aBatch([anOrder(german)]))).toEqual([]);
});

test('bank accounts are offered only in SEPA countries', () => {
  const offered = ['DE', 'GB', 'CH', 'US', 'TR'].filter((country) => bank.requirements(country) !== null);
  expect(offered).toEqual(['DE', 'GB', 'CH']);
});

test.each([
  [{ method: 'bank', iban: 'DE88370400440532013000' }, 'DE', 'iban'],
  [{ method: 'bank', iban: 'DE8937040044053201300' }, 'DE', 'iban'],
  [{ method: 'bank', iban: 'XX89370400440532013000' }, 'DE', 'iban'],
  [turkish, 'DE', 'iban'],
  [{ method: 'paypal', email: 'a@b.example' }, 'US', 'method'],
] as const)('for bank details %j in %s the field %s is rejected', (typed, country, field) => {
  expect(bank.read(typed, country, 'Ada Lovelace')).toMatchObject({
    field,
    problem: expect.stringMatching(/\.$/),
  });
});

test('bank details are stored without spaces, and shown masked', () => {
  expect(bank.read({ method: 'bank', iban: 'de89 3704 0044 0532 0130 00' }, 'DE', 'Ada')).toEqual({
    destination: german,
    masked: 'DE •••• 3000',
  });
});

test('a name that SEPA cannot write is rejected', () => {
  expect(bank.read(german, 'DE', '李小龍')).toMatchObject({ field: 'legalName' });
  expect(bank.read(german, 'DE', 'Иван Щукин')).toMatchObject({ destination: german });
});

test('a PayPal address is trimmed and otherwise stored as typed, and shown masked', () => {
  expect(payPal.read({ method: 'paypal', email: ' Ada@example.org ' }, 'US', 'Ada Lovelace')).toEqual({
    destination: { method: 'paypal', email: 'Ada@example.org' },
    masked: 'A•••@example.org',
  });
  expect(payPal.read({ method: 'paypal', email: 'nobody' }, 'US', 'Ada Lovelace')).toMatchObject({
    field: 'email',
  });
  expect(payPal.read(german, 'DE', 'Ada Lovelace')).toMatchObject({ field: 'method' });
});
