import { expect, test } from 'vitest';
import { signUp } from './accounts.ts';
import { isEmailAddress } from './email-address.ts';

const longest = `${'a'.repeat(242)}@example.com`;

test.each([
  ['ines@example.com', true],
  ['  ines@example.com ', true],
  ["o'hara+notes@mail.example.co", true],
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
