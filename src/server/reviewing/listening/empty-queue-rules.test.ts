import { expect, test } from 'vitest';
import { likelyAt, nextDay } from './empty-queue-rules.ts';

const now = new Date('2030-05-15T12:00:00Z');
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);
const nothing = { begun: 0, nextBegins: null, nextExtra: null };

test('without any data there is no estimate of the next tracks', () => {
  expect(likelyAt(nothing, 14, now)).toBeNull();
});

test('the next tracks are expected after the mean time between uploads of the last 14 days', () => {
  expect(likelyAt({ ...nothing, begun: 168 }, 14, now)).toEqual(hours(2));
  expect(likelyAt({ ...nothing, begun: 1 }, 14, now)).toEqual(hours(14 * 24));
});

test('a known earlier start takes precedence, and is never in the past', () => {
  expect(likelyAt({ begun: 168, nextBegins: hours(1), nextExtra: hours(12) }, 14, now)).toEqual(hours(1));
  expect(likelyAt({ begun: 1, nextBegins: null, nextExtra: hours(12) }, 14, now)).toEqual(hours(12));
  expect(likelyAt({ ...nothing, nextBegins: hours(-1) }, 14, now)).toEqual(now);
});

test('a day of extra paid places ends at midnight UTC', () => {
  expect(nextDay(now)).toEqual(new Date('2030-05-16T00:00:00Z'));
  expect(nextDay(new Date('2030-12-31T23:59:59.999Z'))).toEqual(new Date('2031-01-01T00:00:00Z'));
});

test('without any upload or known date there is no estimate', () => {
  const now = new Date('2030-05-15T12:00:00Z');
  expect(likelyAt({ begun: 0, nextBegins: null, nextExtra: null }, 14, now)).toBeNull();
});
