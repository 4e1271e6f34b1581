import { expect, test } from 'vitest';
import { missingUserType, needsAdmin } from './page-access.ts';

const listener = { userType: 'listener', role: 'user' } as const;
const artist = { userType: 'artist', role: 'user' } as const;

test('listeners cannot open analytics, and artists cannot open my reviews', () => {
  expect(missingUserType('/app/analytics', listener)).toBe('artist');
  expect(missingUserType('/app/my-reviews', artist)).toBe('listener');
});

test('paths are compared by whole segments', () => {
  expect(missingUserType('/app/analytics/x', listener)).toBe('artist');
  expect(missingUserType('/app/analyticsx', listener)).toBeNull();
});

test('a page opens for its user type, and for every admin', () => {
  expect(missingUserType('/app/analytics', artist)).toBeNull();
  expect(missingUserType('/app/my-reviews', artist)).toBe('listener');
  expect(missingUserType('/app/my-reviews', listener)).toBeNull();
  for (const userType of ['artist', 'listener', null] as const) {
    expect(missingUserType('/app/my-reviews', { userType, role: 'admin' })).toBeNull();
    expect(missingUserType('/app/analytics', { userType, role: 'admin' })).toBeNull();
  }
});

test('paths below a page with its own panel are blocked like those below other pages', () => {
  expect(missingUserType('/app/tracks', listener)).toBeNull();
  for (const path of ['/app/tracks/x', '/app/upload/x', '/app/analytics/x']) {
    expect(missingUserType(path, listener)).toBe('artist');
    expect(missingUserType(path, artist)).toBeNull();
  }
  expect(missingUserType('/app/wallet/x', artist)).toBe('listener');
  expect(missingUserType('/app/wallet/', artist)).toBeNull();
});

test('the formula of listeners’ standing is for everyone', () => {
  for (const userType of ['artist', 'listener', null] as const)
    expect(missingUserType('/app/standing', { userType, role: 'user' })).toBeNull();
});

test('pages below the admin panel are for admins only', () => {
  expect(needsAdmin('/app/admin/test-kit', { role: 'user' })).toBe(true);
  expect(needsAdmin('/app/admin/test-kit', { role: 'admin' })).toBe(false);
  expect(needsAdmin('/app/admin', { role: 'user' })).toBe(false);
  expect(needsAdmin('/app/administration', { role: 'user' })).toBe(false);
});
