import { afterEach, expect, test, vi } from 'vitest';
import { currentTime, noteServerTime } from './current-time.ts';

afterEach(() => {
  noteServerTime(new Date().toUTCString());
  vi.useRealTimers();
});

const device = new Date('2026-03-01T12:00:00Z');
test.each([
  ['20 minutes fast', '2026-03-01T11:40:00Z', '2026-03-01T11:40:00Z'],
  ['3 days slow', '2026-03-04T12:00:00Z', '2026-03-04T12:00:00Z'],
  ['2 seconds fast, as a response may be late', '2026-03-01T11:59:58Z', '2026-03-01T12:00:00Z'],
])('a device whose clock is %s shows times as the server counts them', (_, server, shown) => {
  vi.useFakeTimers({ now: device });
  noteServerTime(new Date(server).toUTCString());
  expect(currentTime()).toEqual(new Date(shown));
});

test('a response without a date changes nothing', () => {
  vi.useFakeTimers({ now: device });
  noteServerTime('2026-03-04T12:00:00Z');
  noteServerTime(null);
  expect(currentTime()).toEqual(new Date('2026-03-04T12:00:00Z'));
});
