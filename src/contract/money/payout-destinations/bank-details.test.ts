import { expect, test } from 'vitest';
import {
  ibanProblem,
  isSepaCountry,
  isSepaIban,
  maskedAddress,
  maskedIban,
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
  expect(['DE', 'CH', 'US', 'TR', ''].filter(isSepaCountry)).toEqual(['DE', 'CH']);
});

test('a masked IBAN shows its country and its last four characters', () => {
  expect(maskedIban('de89 3704 0044 0532 0130 00')).toBe('DE •••• 3000');
  expect(maskedIban('IBAN: NO93 8601 1117 947')).toBe('NO •••• 7947');
});

test('a masked address shows its first letter and its domain', () => {
  expect(maskedAddress('ada.lovelace@example.org')).toBe('a•••@example.org');
  expect(maskedAddress('a@example.org')).toBe('a•••@example.org');
});
