import { expect, test } from 'vitest';
import {
  countsAsExpired,
  isCoolingDown,
  isDueForRefresh,
  remainingMilliseconds,
  retryDelay,
} from './session-rules.ts';

test('a token is refreshed once less than 120 seconds remain', () => {
  expect(isDueForRefresh(120_000)).toBe(false);
  expect(isDueForRefresh(119_900)).toBe(true);
  expect(isDueForRefresh(-5_000)).toBe(true);
});

test('a token counts as expired once less than 90 seconds remain', () => {
  expect(countsAsExpired(90_000)).toBe(false);
  expect(countsAsExpired(89_900)).toBe(true);
});

test('the remaining time is counted from the arrival of the token', () => {
  expect(remainingMilliseconds({ receivedAt: 5_000, expiresIn: 900 }, 65_000)).toBe(840_000);
});

test('a failed refresh is not retried for a minute', () => {
  expect(isCoolingDown(null, 1_000)).toBe(false);
  expect(isCoolingDown(1_000, 60_900)).toBe(true);
  expect(isCoolingDown(1_000, 61_000)).toBe(false);
});

test('retries of a refresh wait 200 ms, doubling, and stop within one tick', () => {
  const delays = [1, 2, 3, 4, 5, 6, 7].map(retryDelay);
  expect(delays).toEqual([200, 400, 800, 1600, 3200, 6400, 12_800]);
  expect(retryDelay(8)).toBeNull();
});
