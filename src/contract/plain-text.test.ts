import { expect, test } from 'vitest';
import { FactorCode, LinkToken } from './identity/accounts.ts';
import { plainAccount, plainCode } from './plain-text.ts';

test.each([
  ['marks of direction', '\u202A123456\u202C', '123456'],
  ['zero-width characters', '\u200B123\u2060456\uFEFF\u00AD', '123456'],
  ['spaces of any width', ' 123\u00A0456\u202F\t', '123456'],
  ['full-width letters and digits', 'ＡＢ１２', 'AB12'],
  ['Arabic and Persian digits', '١٢٣۴۵۶', '123456'],
  ['long and no-break hyphens', 'AB‑CD–EF−GH', 'AB-CD-EF-GH'],
])('a code is read without %s', (_what, typed, meant) => {
  expect(plainCode(typed)).toBe(meant);
});

test('an account number is read without the signs that group it', () => {
  expect(plainAccount('de89.3704/0044 0532-0130:00')).toBe('DE89370400440532013000');
  expect(plainAccount('12!4')).toBe('12!4');
});

test('pasted codes and tokens are cleaned before they are measured', () => {
  expect(FactorCode.parse('\u200E12\u00A03456')).toBe('123456');
  expect(FactorCode.safeParse('12345\u200B').success).toBe(false);
  expect(LinkToken.parse('a_b-C\u200B\n')).toBe('a_b-C');
});
