import { expect, test } from 'vitest';
import {
  ibanProblem,
  isAccountNumber,
  isRoutingNumber,
  isSepaIban,
  maskedAccount,
  maskedAddress,
  plainIban,
} from './bank-details.ts';

// The examples of the IBAN registry, and two with letters in the account.
const published = [
  'AT61 1904 3002 3457 3201',
  'BE68 5390 0754 7034',
  'CH93 0076 2011 6238 5295 7',
  'DE89 3704 0044 0532 0130 00',
  'ES91 2100 0418 4502 0005 1332',
  'FR14 2004 1010 0505 0001 3M02 606',
  'GB29 NWBK 6016 1331 9268 19',
  'GR16 0110 1250 0000 0001 2300 695',
  'IT60 X054 2811 1010 0000 0123 456',
  'MT84 MALT 0110 0001 2345 MTLC AST0 01S',
  'NL91 ABNA 0417 1643 00',
  'NO93 8601 1117 947',
  'PL61 1090 1014 0000 0712 1981 2874',
  'SE45 5000 0000 0583 9825 7466',
];

test.each(published)('%s, a published example, is an IBAN', (iban) => {
  expect(ibanProblem(iban)).toBeUndefined();
});

test.each([
  ['embedding marks', '\u202ADE89 3704 0044 0532 0130 00\u202C'],
  ['direction marks', '\u200EDE89 3704 0044 0532 0130 00\u200F'],
  ['zero-width characters', 'DE89\u200B3704\u20600044\uFEFF0532\u00AD0130\u200D00'],
  ['no-break spaces', 'DE89\u00A03704\u202F0044\u30000532 0130 00'],
  ['full-width letters', 'ＤＥ８９ ３７０４ ００４４ ０５３２ ０１３０ ００'],
  ['its name', 'IBAN: DE89 3704 0044 0532 0130 00'],
  ['no-break hyphens', 'DE89‑3704‑0044–0532–0130−00'],
])('an IBAN is valid with %s', (_what, typed) => {
  expect(ibanProblem(typed)).toBeUndefined();
  expect(plainIban(typed)).toBe('DE89370400440532013000');
});

test('US numbers are valid with marks and spaces', () => {
  expect(isRoutingNumber('\u202A021\u00A0000\u200B021\u202C')).toBe(true);
  expect(isAccountNumber('\u200E１２３４５\u20606')).toBe(true);
});

test('an IBAN can be in lower case, with hyphens or without spaces', () => {
  expect(ibanProblem('de89-3704-0044-0532-0130-00')).toBeUndefined();
  expect(plainIban(' de89 3704-0044 0532 0130 00 ')).toBe('DE89370400440532013000');
});

test.each([
  ['', 'country'],
  ['US89370400440532013000', 'country'],
  ['12345678', 'country'],
  ['DE8937040044053201300', 'length'],
  ['DE893704004405320130000', 'length'],
  ['DE88370400440532013000', 'check_digits'],
  ['DE89370400440532013001', 'check_digits'],
  ['DE8937040044053201300O', 'check_digits'],
  ['DE8937040044053201300!', 'check_digits'],
  ['DEXX370400440532013000', 'check_digits'],
] as const)('%j is rejected for its %s', (typed, problem) => {
  expect(ibanProblem(typed)).toBe(problem);
});

test('check digits that no bank issues are rejected even if the sum is right', () => {
  // 00, 01 and 99 leave the same rest as 97, 98 and 02.
  const withDigits = (digits: string) => `NO${digits}86011117947`;
  const good = Array.from({ length: 100 }, (_, i) => String(i).padStart(2, '0')).filter(
    (digits) => ibanProblem(withDigits(digits)) === undefined,
  );
  expect(good).toEqual(['93']);
  for (const account of ['00000000000', '86011117947', '12345678901']) {
    for (const digits of ['00', '01', '99'])
      expect(ibanProblem(`NO${digits}${account}`)).toBe('check_digits');
  }
});

test('every single wrong digit, and every swap of neighbors, is found', () => {
  const iban = 'DE89370400440532013000';
  for (let place = 2; place < iban.length; place += 1) {
    for (let digit = 0; digit <= 9; digit += 1) {
      const typed = `${iban.slice(0, place)}${digit}${iban.slice(place + 1)}`;
      expect(ibanProblem(typed) === undefined).toBe(typed === iban);
    }
    const swapped = `${iban.slice(0, place)}${iban[place + 1] ?? ''}${iban[place]}${iban.slice(place + 2)}`;
    if (place < iban.length - 1) expect(ibanProblem(swapped) === undefined).toBe(swapped === iban);
  }
});

test('SEPA pays only IBANs of its own countries', () => {
  expect(isSepaIban('de89 3704 0044 0532 0130 00')).toBe(true);
  expect(isSepaIban('GB29NWBK60161331926819')).toBe(true);
  expect(isSepaIban('TR330006100519786457841326')).toBe(false);
  expect(isSepaIban('')).toBe(false);
});

test.each(['021000021', '0114-0153-3', '091 000 019', '122105155', '322271627', '611000004'])(
  '%s has a valid checksum and district',
  (routing) => {
    expect(isRoutingNumber(routing)).toBe(true);
  },
);

test.each([
  ['021000022', 'the check sum is wrong'],
  ['02100002', 'a digit is missing'],
  ['0210000210', 'there is one digit too many'],
  ['000000000', 'no district has number 00'],
  ['130000006', 'no district has number 13'],
  ['200000006', 'no district has number 20'],
  ['330000000', 'no district has number 33'],
  ['600000002', 'no district has number 60'],
  ['730000008', 'no district has number 73'],
  ['02100002a', 'a letter is no digit'],
])('%s is not a routing number, because %s', (routing) => {
  expect(isRoutingNumber(routing)).toBe(false);
});

/** A routing number of this district, with its check digit. */
const routingOf = (district: string): string => {
  const found = Array.from({ length: 10 }, (_, digit) => `${district}000000${digit}`).find((routing) => {
    const weighted = [...routing].map((digit, place) => Number(digit) * ([3, 7, 1][place % 3] ?? 0));
    return weighted.reduce((sum, value) => sum + value, 0) % 10 === 0;
  });
  return found ?? '';
};

test('districts are 01 to 12, 21 to 32 and 61 to 72', () => {
  const districts = Array.from({ length: 100 }, (_, i) => String(i).padStart(2, '0')).filter((district) =>
    isRoutingNumber(routingOf(district)),
  );
  const from = (first: number) => Array.from({ length: 12 }, (_, i) => String(first + i).padStart(2, '0'));
  expect(districts).toEqual([...from(1), ...from(21), ...from(61)]);
});

test('account numbers of the US have 4 to 17 digits', () => {
  expect(isAccountNumber('123')).toBe(false);
  expect(isAccountNumber('1234')).toBe(true);
  expect(isAccountNumber('000 123-456 789')).toBe(true);
  expect(isAccountNumber('1'.repeat(17))).toBe(true);
  expect(isAccountNumber('1'.repeat(18))).toBe(false);
  expect(isAccountNumber('1234a')).toBe(false);
  expect(isAccountNumber('')).toBe(false);
});

test('a masked account shows its country and at most its last four characters, or two if it is short', () => {
  expect(maskedAccount('de89 3704 0044 0532 0130 00')).toBe('DE •••• 3000');
  expect(maskedAccount('000123456789')).toBe('•••• 6789');
  expect(maskedAccount('12345678')).toBe('•••• 5678');
  expect(maskedAccount('1234567')).toBe('•••• 67');
  expect(maskedAccount('1234')).toBe('•••• 34');
});

test('a masked address shows its first letter and its domain', () => {
  expect(maskedAddress('ada.lovelace@example.org')).toBe('a•••@example.org');
  expect(maskedAddress('a@example.org')).toBe('a•••@example.org');
});
