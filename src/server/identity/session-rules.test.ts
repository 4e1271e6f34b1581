import { expect, test } from 'vitest';
import { decideRefresh, isSessionOver, seenByRefresh } from './session-rules.ts';

const now = new Date('2026-03-01T12:00:00Z');
const before = (seconds: number) => new Date(now.getTime() - seconds * 1000);
const day = 86_400;
const over = (seen: number, made: number, isAdmin: boolean) =>
  isSessionOver({ lastSeenAt: before(seen), createdAt: before(made), isAdmin }, now);

test('a user is signed out after 30 idle days or 90 days in total', () => {
  expect(over(30 * day, 31 * day, false)).toBe(true);
  expect(over(30 * day - 1, 31 * day, false)).toBe(false);
  expect(over(0, 90 * day, false)).toBe(true);
  expect(over(0, 90 * day - 1, false)).toBe(false);
});

test('an admin is signed out after 30 idle minutes or 12 hours in total', () => {
  expect(over(1800, 3600, true)).toBe(true);
  expect(over(1799, 3600, true)).toBe(false);
  expect(over(0, 43_200, true)).toBe(true);
  expect(over(0, 43_199, true)).toBe(false);
});

test('a refresh counts as use for a user, but not for an admin', () => {
  const lastSeenAt = before(60);
  expect(seenByRefresh({ lastSeenAt, isAdmin: false }, now)).toEqual(now);
  expect(seenByRefresh({ lastSeenAt, isAdmin: true }, now)).toEqual(lastSeenAt);
});

test.each([
  // presented, stored, seconds since the last rotation, decision
  [6, 5, 0, 'refuse'],
  [6, 5, 20, 'refuse'],
  [6, 5, 3600, 'refuse'],
  [4, 5, 30.001, 'end'],
  [4, 5, 3600, 'end'],
  [3, 5, 10.001, 'end'],
  [3, 5, 30, 'end'],
  [0, 5, 3600, 'end'],
  [4, 5, 0, 'repeat'],
  [4, 5, 10, 'repeat'],
  [4, 5, 30, 'repeat'],
  [3, 5, 10, 'repeat'],
  [0, 5, 0, 'repeat'],
  [5, 5, 0, 'rotate'],
  [5, 5, 20, 'rotate'],
  [5, 5, 3600, 'rotate'],
] as const)(
  'token %i of a session at %i, %d s after its rotation: %s',
  (presented, stored, seconds, decision) => {
    expect(decideRefresh(presented, stored, seconds)).toBe(decision);
  },
);
