import { expect, test } from 'vitest';
import { missingUserType, needsAdmin } from './page-access.ts';

const listener = { userType: 'listener' } as const;
const artist = { userType: 'artist' } as const;

test('analytics is refused to listeners and my reviews to artists', () => {
  expect(missingUserType('/app/analytics', listener)).toBe('artist');
  expect(missingUserType('/app/my-reviews', artist)).toBe('listener');
});

test('a page is compared by whole segments', () => {
  expect(missingUserType('/app/analytics/x', listener)).toBe('artist');
  expect(missingUserType('/app/analyticsx', listener)).toBeNull();
});

test('the own page shows, also to an admin of that user type and to no other', () => {
  expect(missingUserType('/app/analytics', artist)).toBeNull();
  expect(missingUserType('/app/my-reviews', artist)).toBe('listener');
  expect(missingUserType('/app/my-reviews', listener)).toBeNull();
});

test('what is below a page with its own panel is refused like what is below the others', () => {
  expect(missingUserType('/app/tracks', listener)).toBeNull();
  for (const path of ['/app/tracks/x', '/app/upload/x', '/app/analytics/x']) {
    expect(missingUserType(path, listener)).toBe('artist');
    expect(missingUserType(path, artist)).toBeNull();
  }
  expect(missingUserType('/app/wallet/x', artist)).toBe('listener');
  expect(missingUserType('/app/wallet/', artist)).toBeNull();
});

test('pages below the admin panel are for admins alone', () => {
  expect(needsAdmin('/app/admin/test-kit', { role: 'user' })).toBe(true);
  expect(needsAdmin('/app/admin/test-kit', { role: 'admin' })).toBe(false);
  expect(needsAdmin('/app/admin', { role: 'user' })).toBe(false);
  expect(needsAdmin('/app/administration', { role: 'user' })).toBe(false);
});
