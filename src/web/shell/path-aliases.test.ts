import { expect, test } from 'vitest';
import { canonicalPath } from './path-aliases.ts';

test('paths that are not an alias stay where they are', () => {
  for (const path of [
    '/',
    '/auth',
    '/app',
    '/app/tracks',
    '/tracksx',
    '/tracks/x',
    '/administer',
    '/artist/7',
    '/constructor',
  ]) {
    expect(canonicalPath(path)).toBeNull();
  }
});

test('every top-level alias leads to its page under /app', () => {
  expect(canonicalPath('/tracks')).toBe('/app/tracks');
  expect(canonicalPath('/wallet/')).toBe('/app/wallet');
  expect(canonicalPath('/admin')).toBe('/app/admin');
  expect(canonicalPath('/admin/test-kit')).toBe('/app/admin/test-kit');
});

test('health under /app is the page for everybody', () => {
  expect(canonicalPath('/app/health')).toBe('/health');
  expect(canonicalPath('/app/healthy')).toBeNull();
});

test('the queue and the account keep their other names', () => {
  expect(canonicalPath('/queue')).toBe('/app/review');
  expect(canonicalPath('/app/queue')).toBe('/app/review');
  expect(canonicalPath('/account')).toBe('/app/profile');
  expect(canonicalPath('/app/account')).toBe('/app/profile');
});

test('everything below /auth is sign-in, except the email link', () => {
  expect(canonicalPath('/auth/elsewhere')).toBe('/auth');
  expect(canonicalPath('/auth/callback')).toBeNull();
  expect(canonicalPath('/auth/callback/')).toBeNull();
  expect(canonicalPath('/auth')).toBeNull();
  expect(canonicalPath('/authors')).toBeNull();
});
