import { expect, test } from 'vitest';
import { canonicalPath } from './path-aliases.ts';

test('paths without an alias are unchanged', () => {
  for (const path of [
    '/',
    '/auth',
    '/app',
    '/app/tracks',
    '/health',
    '/app/health',
    '/tracksx',
    '/tracks/x',
    '/administer',
    '/artist/7',
    '/constructor',
  ]) {
    expect(canonicalPath(path)).toBeNull();
  }
});

test('every top-level alias redirects to its page under /app', () => {
  expect(canonicalPath('/tracks')).toBe('/app/tracks');
  expect(canonicalPath('/wallet/')).toBe('/app/wallet');
  expect(canonicalPath('/admin')).toBe('/app/admin');
  expect(canonicalPath('/admin/test-kit')).toBe('/app/admin/test-kit');
});

test('the queue and the account keep their second names', () => {
  expect(canonicalPath('/queue')).toBe('/app/review');
  expect(canonicalPath('/app/queue')).toBe('/app/review');
  expect(canonicalPath('/account')).toBe('/app/profile');
  expect(canonicalPath('/app/account')).toBe('/app/profile');
});

test('everything below /auth redirects to sign-in, except the email link', () => {
  expect(canonicalPath('/auth/elsewhere')).toBe('/auth');
  expect(canonicalPath('/auth/callback')).toBeNull();
  expect(canonicalPath('/auth/callback/')).toBeNull();
  expect(canonicalPath('/auth')).toBeNull();
  expect(canonicalPath('/authors')).toBeNull();
});
