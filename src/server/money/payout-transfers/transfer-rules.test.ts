import { expect, test } from 'vitest';
import { maySendAgain, nextQuestion } from './transfer-rules.ts';

const now = new Date('2026-03-02T12:00:00Z');
const before = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const minutesUntil = (date: Date | null) =>
  date === null ? null : (date.getTime() - now.getTime()) / 60_000;

test.each([
  [0, 1],
  [9, 1],
  [10, 10],
  [24 * 60 - 1, 10],
  [24 * 60, 60],
  [90 * 24 * 60, 60],
])('a payout sent %i minutes ago is checked again after %i minutes', (minutes, pause) => {
  expect(minutesUntil(nextQuestion('sending', before(minutes), now))).toBe(pause);
  expect(minutesUntil(nextQuestion('checking', before(minutes), now))).toBe(pause);
});

test('an arrived payout is checked once a day, for 14 days', () => {
  expect(minutesUntil(nextQuestion('paid', before(0), now))).toBe(24 * 60);
  expect(minutesUntil(nextQuestion('paid', before(14 * 24 * 60 - 1), now))).toBe(24 * 60);
  expect(nextQuestion('paid', before(14 * 24 * 60), now)).toBeNull();
});

test('an order that was never received is resent after ten minutes', () => {
  expect(maySendAgain(before(9.9), now)).toBe(false);
  expect(maySendAgain(before(10), now)).toBe(true);
});
