import { expect, test } from 'vitest';
import { signUp } from '#contract/identity/accounts.ts';
import { localPartOf, mailboxOf, normalizeEmail } from './email-rules.ts';

const kept = (email: string) => signUp.body.safeParse({ email, password: 'x' }).data?.email;

test('a look-alike of an address is rejected, or stored as the other address that it is', () => {
  expect(['mıra@example.org', 'mirа@example.org', 'a@b@example.org'].map(kept)).toEqual(Array(3));
  // A Cyrillic letter.
  expect(kept('mira@exаmple.org')).toBe('mira@xn--exmple-4nf.org');
});

test('a full-width address is stored as the plain one', () => {
  expect(['mira＠example.org', 'mira﹫example.org'].map(kept)).toEqual(Array(2).fill('mira@example.org'));
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
