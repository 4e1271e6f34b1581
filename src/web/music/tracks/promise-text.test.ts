import { expect, test } from 'vitest';
import { paceText, promiseText } from './promise-text.ts';

const track = {
  waitsFor: null,
  beginsAt: null,
  delivered: 5,
  reviewTarget: 10,
  perDay: 1.42,
  promisedAt: '2026-11-26T23:59:59.999Z',
  promise: 'open',
  stoppedFor: null,
  heldUntil: null,
  givenBack: null,
  later: null,
} as const;
const later = { places: 4, opensAt: '2026-11-29T10:00:00.000Z' };
const missed = { ...track, promise: 'missed', givenBack: { reviews: 1 } } as const;

const held = { ...track, delivered: 0, heldUntil: '2026-11-25T12:00:00.000Z' } as const;

test.each([
  [track, '1.4 a day, by Thu, Nov 26'],
  [
    { ...track, stoppedFor: 'suspension' },
    '1.4 a day, by Thu, Nov 26; on hold while your account is suspended',
  ],
  [{ ...track, later }, '1.4 a day, by Thu, Nov 26'],
  [missed, '1.4 a day'],
  [{ ...track, promise: null, promisedAt: null }, '1.4 a day'],
  [{ ...track, promise: null, promisedAt: null, perDay: 0 }, ''],
  [{ ...track, promise: null, promisedAt: null, perDay: 0.04 }, ''],
  [{ ...track, perDay: 0.04 }, 'by Thu, Nov 26'],
  [{ ...track, promise: 'kept', delivered: 10 }, ''],
  [{ ...track, waitsFor: 'plan' }, ''],
  [held, ''],
] as const)('the pace of a track with %o reads %s', (shown, text) => {
  expect(paceText(shown)).toBe(text);
});

test.each([
  [track, null],
  [
    { ...track, stoppedFor: 'look', heldUntil: '2026-11-25T12:00:00.000Z' },
    'A person is checking this recording. Its reviews resume by Wed, Nov 25.',
  ],
  [held, 'A person is checking this recording. Its reviews start by Wed, Nov 25.'],
  [
    { ...track, later },
    '6 of them can start now, and the rest from Sun, Nov 29, when the 7 days to refund your first payment are over.',
  ],
  [{ ...track, later: { ...later, places: 10 } }, 'Its reviews begin on Sun, Nov 29.'],
  [missed, 'We missed its date, so the upload and 1 review are yours again.'],
  [{ ...missed, givenBack: { reviews: 0 } }, 'We missed its date, so the upload is yours again.'],
  [{ ...track, promise: 'kept', delivered: 10 }, null],
  [{ ...track, waitsFor: 'plan' }, 'Its reviews start when you have a plan again.'],
  [
    { ...track, waitsFor: 'period', beginsAt: '2099-12-01T12:00:00.000Z' },
    'Its reviews begin on Tue, Dec 1.',
  ],
  [
    { ...track, waitsFor: 'period', beginsAt: '2020-12-01T12:00:00.000Z' },
    'Its reviews begin when your plan’s payment arrives.',
  ],
] as const)('a track with %o says %s', (shown, text) => {
  expect(promiseText(shown)).toBe(text);
});
