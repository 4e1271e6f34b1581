import { expect, test } from 'vitest';
import { signUp } from './accounts.ts';
import { isEmailAddress, plainEmail } from './email-address.ts';

const longest = `${'a'.repeat(242)}@example.com`;

test.each([
  ['ines@example.com', true],
  ['  ines@example.com ', true],
  ["o'hara+notes@mail.example.co", true],
  ['x@xn--80a1acny.xn--p1ai', true],
  ['x@почта.рф', true],
  ['info@Bücher.example', true],
  ['john&jane@example.com', true],
  ["!#$%&'*+-/=?^_`{|}~@example.com", true],
  ['\u202Aines@example.com\u200B', true],
  ['ｉｎｅｓ＠ｅｘａｍｐｌｅ．ｃｏｍ', true],
  ['ines@example.123', false],
  ['ines@xn--', false],
  ['ines k@example.com', false],
  ['"ines k"@example.com', false],
  ['ines@exa/mple.рф', false],
  ['инес@example.com', false],
  [longest, true],
  [`a${longest}`, false],
  ['', false],
  ['ines', false],
  ['ines@example', false],
  ['ines@@example.com', false],
  ['ines..k@example.com', false],
  ['.ines@example.com', false],
  ['ines@example.com, mae@example.com', false],
])('form and server agree whether %j is an address', (typed, isAddress) => {
  expect(isEmailAddress(typed)).toBe(isAddress);
  expect(signUp.body.safeParse({ email: typed, password: 'long enough' }).success).toBe(isAddress);
});

test.each([
  [' \uFEFFInes@Example.com\u200B ', 'Ines@Example.com'],
  ['x@почта.рф', 'x@xn--80a1acny.xn--p1ai'],
  ['x@Bücher.example', 'x@xn--bcher-kva.example'],
  ['ines@example.com:80', 'ines@example.com:80'],
])('%j is stored as %s', (typed, address) => {
  expect(plainEmail(typed)).toBe(address);
});
