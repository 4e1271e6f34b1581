import { expect, test } from 'vitest';
import { signUp } from '#contract/accounts/accounts.ts';
import { localPartOf, mailboxOf, normalizeEmail } from './email-rules.ts';

test('look-alike characters are rejected before they reach an account', () => {
  const addresses = [
    'mira＠example.org',
    'mira﹫example.org',
    'mıra@example.org',
    'mira@exаmple.org',
    'a@b@example.org',
  ];
  const accepted = addresses.filter((email) => signUp.body.safeParse({ email, password: 'x' }).success);
  expect(accepted).toEqual([]);
});

test('case, spaces and compatibility forms create no second account', () => {
  expect(normalizeEmail(' Mira@Example.ORG ')).toBe('mira@example.org');
  expect(normalizeEmail('ｍｉｒａ@example.org')).toBe('mira@example.org');
});

test('the local part is everything before the last @, without spaces', () => {
  expect(localPartOf(' Mira @example.org')).toBe('Mira');
  expect(localPartOf('"a@b"@example.org')).toBe('"a@b"');
  expect(localPartOf('nobody')).toBe('');
});

test.each([
  ['kim@example.org', 'kim@example.org'],
  ['kim+news@example.org', 'kim@example.org'],
  ['kim+a+b@example.org', 'kim@example.org'],
  ['k.im@example.org', 'k.im@example.org'],
  ['k.i.m+x@gmail.com', 'kim@gmail.com'],
  ['kim@googlemail.com', 'kim@gmail.com'],
  ['+kim@example.org', '+kim@example.org'],
])('%s is the mailbox %s', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox);
});
