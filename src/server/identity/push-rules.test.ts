import { expect, test } from 'vitest';
import { isNight } from './push-rules.ts';

test.each([
  ['Europe/Berlin', '2030-07-01T05:59:59Z', true],
  ['Europe/Berlin', '2030-07-01T06:00:00Z', false],
  ['Europe/Berlin', '2030-07-01T19:59:59Z', false],
  ['Europe/Berlin', '2030-07-01T20:00:00Z', true],
  // In winter an hour later, by UTC.
  ['Europe/Berlin', '2030-01-15T06:30:00Z', true],
  ['America/Los_Angeles', '2030-07-01T06:00:00Z', true],
  ['Asia/Kolkata', '2030-07-01T02:29:59Z', true],
  ['Asia/Kolkata', '2030-07-01T02:30:00Z', false],
  ['Nowhere/Unknown', '2030-07-01T12:00:00Z', true],
])('no push from 10 PM to 8 AM on the listener’s clock: %s at %s', (timeZone, now, isQuiet) => {
  expect(isNight(timeZone, new Date(now))).toBe(isQuiet);
});
