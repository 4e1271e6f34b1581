import { expect, test } from 'vitest';
import { credentialErrors } from './credential-errors.ts';

test('an empty form is refused at both fields', () => {
  expect(Object.keys(credentialErrors({ email: '', password: '' }, 'sign-in'))).toEqual([
    'email',
    'password',
  ]);
});

test('a short password is refused when an account is made, and left to the server at sign-in', () => {
  const typed = { email: 'ines@example.com', password: 'short' };
  expect(credentialErrors(typed, 'sign-up')).toEqual({ password: 'Use at least 8 characters.' });
  expect(credentialErrors(typed, 'sign-in')).toEqual({});
});

test('blanks around an e-mail address do not matter', () => {
  expect(credentialErrors({ email: ' ines@example.com ', password: 'long enough' }, 'sign-up')).toEqual({});
});
