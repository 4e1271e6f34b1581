import { expect, test } from 'vitest';
import { passwordLength } from '#contract/business-rules.ts';
import { checkEmail, checkEmailBegun, checkNewPassword, checkPassword } from './credential-checks.ts';

test('an address and a password are required', () => {
  expect(checkEmail('')).toBe('Enter your email address, for example name@example.com.');
  expect(checkPassword('')).toBe('Enter your password.');
  expect(checkNewPassword('')).toBe('Enter your password.');
});

test('a new password needs at least 8 characters and has a maximum; signing in accepts older ones', () => {
  expect(checkNewPassword('seven77')).toBe('Use at least 8 characters.');
  expect(checkPassword('seven77')).toBeNull();
  expect(checkNewPassword('eight888')).toBeNull();
  expect(checkNewPassword('x'.repeat(passwordLength.most))).toBeNull();
  expect(checkNewPassword('x'.repeat(passwordLength.most + 1))).toBe(
    `Use at most ${passwordLength.most} characters.`,
  );
});

test('spaces around an address are ignored', () => {
  expect(checkEmail(' ines@example.com ')).toBeNull();
});

test('a button that waits for an address accepts an incomplete one, which the server checks', () => {
  expect(checkEmailBegun('ines@')).toBeNull();
  expect(checkEmailBegun('ines')).not.toBeNull();
});
