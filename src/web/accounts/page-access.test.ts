import { expect, test } from 'vitest';
import { missingUserType, needsAdmin } from './page-access.ts';

const listener = { userType: 'listener', role: 'user' } as const;
const artist = { userType: 'artist', role: 'user' } as const;

test('analytics is refused to listeners and my reviews to artists', () => {
  expect(missingUserType('/app/analytics', listener)).toBe('artist');
  expect(missingUserType('/app/my-reviews', artist)).toBe('listener');
});

test('a page is compared by whole segments', () => {
  expect(missingUserType('/app/analytics/x', listener)).toBe('artist');
  expect(missingUserType('/app/analyticsx', listener)).toBeNull();
});

test('the own page shows, and an admin may look at every page', () => {
  expect(missingUserType('/app/analytics', artist)).toBeNull();
  expect(missingUserType('/app/my-reviews', { userType: 'artist', role: 'admin' })).toBeNull();
});

test('pages below the admin panel are for admins alone', () => {
  expect(needsAdmin('/app/admin/test-kit', { role: 'user' })).toBe(true);
  expect(needsAdmin('/app/admin/test-kit', { role: 'admin' })).toBe(false);
  expect(needsAdmin('/app/admin', { role: 'user' })).toBe(false);
  expect(needsAdmin('/app/administration', { role: 'user' })).toBe(false);
});
