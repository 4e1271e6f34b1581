import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { realtimePath } from '#contract/realtime-connection.ts';
import { rawOperations } from '#server/http/raw-operations.ts';
import { blockedWord } from '../scripts/blocked-names.ts';

const paths = [
  ...Object.values(api).flatMap((calls) => Object.values(calls).map(({ path }) => path)),
  ...rawOperations.map(({ path }) => path),
  realtimePath,
];

test('content blockers have no reason to block a call', () => {
  expect(paths.length).toBeGreaterThan(100);
  // Prometheus reads this one, no browser does.
  expect(paths.filter((path) => path !== '/metrics' && blockedWord(path) !== null)).toEqual([]);
});

test.each([
  ['/api/analytics', 'analytics'],
  ['/api/play-events', 'events'],
  ['/api/admin/stats?from=1', 'stats'],
  ['/assets/analytics-page-Dm0ym6B.js', 'analytics'],
  ['/assets/pageTracker.js', 'tracker'],
  ['/api/social_share', 'social'],
  ['/images/banner.png', 'banner'],
])('the name %s is found', (address, word) => {
  expect(blockedWord(address)).toBe(word);
});

test('words that only begin like those of the lists are fine', () => {
  const names = [
    '/api/tracks/{trackId}/verdict/shared',
    '/api/uploads',
    '/admin',
    '/api/auth/logout',
    '/api/reports',
  ];
  expect(names.filter((name) => blockedWord(name) !== null)).toEqual([]);
});
