import { expect, it } from 'vitest';
import { formatDuration, spokenDuration } from './duration.ts';

it.each([
  [Number.NaN, '0:00'],
  [-3, '0:00'],
  [0, '0:00'],
  [59.9, '0:59'],
  [65, '1:05'],
  [600, '10:00'],
  [3725, '1:02:05'],
])('%s seconds are shown as %s', (seconds, shown) => {
  expect(formatDuration(seconds)).toBe(shown);
});

it.each([
  [1, '1 second'],
  [65, '1 minute 5 seconds'],
  [120, '2 minutes 0 seconds'],
])('%s seconds are announced as %s', (seconds, read) => {
  expect(spokenDuration(seconds)).toBe(read);
});
