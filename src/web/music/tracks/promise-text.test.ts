import { expect, test } from 'vitest';
import { paceText, promiseText } from './promise-text.ts';

const given = {
  id: 'a',
  reviews: 10,
  delivered: 5,
  openPlaces: 5,
  assignedAt: '2026-11-20T12:00:00.000Z',
  returningUntil: null,
  promisedAt: '2026-11-26T12:00:00.000Z',
  dated: 10,
  promise: 'open',
  stoppedFor: null,
  broughtReviews: null,
  expiresAt: '2026-12-27T12:00:00.000Z',
} as const;
const track = {
  delivered: 5,
  reviewTarget: 10,
  perDay: 1.42,
  heldUntil: null,
  assignments: [given],
} as const;
const undated = { ...given, promisedAt: null, promise: null, dated: 0 } as const;
const later = { ...given, id: 'b', delivered: 0, promisedAt: '2026-12-04T12:00:00.000Z' } as const;
const missed = { ...given, promise: 'missed', broughtReviews: 1 } as const;
const held = { ...track, delivered: 0, heldUntil: '2026-11-25T12:00:00.000Z' } as const;
const returning = { ...undated, openPlaces: 5, returningUntil: '2026-12-02T12:00:00.000Z' } as const;

test.each([
  [track, '1.4 a day, by Thu, Nov 26'],
  [
    { ...track, assignments: [{ ...given, stoppedFor: 'suspension' }] },
    '1.4 a day, by Thu, Nov 26; on hold while your account is suspended',
  ],
  [
    { ...track, reviewTarget: 20, assignments: [later, given] },
    '1.4 a day, 5 more by Thu, Nov 26, 10 more by Fri, Dec 4',
  ],
  [{ ...track, reviewTarget: 20, assignments: [undated, given] }, '1.4 a day, 5 more by Thu, Nov 26'],
  [{ ...track, assignments: [{ ...given, dated: 8 }] }, '1.4 a day, 3 more by Thu, Nov 26'],
  [{ ...track, assignments: [missed] }, '1.4 a day'],
  [{ ...track, assignments: [undated] }, '1.4 a day'],
  [{ ...track, assignments: [undated], perDay: 0 }, ''],
  [{ ...track, assignments: [undated], perDay: 0.04 }, ''],
  [{ ...track, perDay: 0.04 }, 'by Thu, Nov 26'],
  [{ ...track, delivered: 10, assignments: [{ ...given, promise: 'kept' }] }, ''],
  [held, ''],
] as const)('the pace of a track with %o reads %s', (shown, text) => {
  expect(paceText(shown)).toBe(text);
});

test.each([
  [track, null],
  [
    { ...track, heldUntil: '2026-11-25T12:00:00.000Z' },
    'A person is checking this recording. Its reviews resume by Wed, Nov 25.',
  ],
  [held, 'A person is checking this recording. Its reviews start by Wed, Nov 25.'],
  [{ ...track, assignments: [missed] }, 'We missed its date, so you got 1 extra review.'],
  [
    { ...track, assignments: [{ ...missed, broughtReviews: 2 }, missed] },
    'We missed its date, so you got 3 extra reviews.',
  ],
  [{ ...track, assignments: [{ ...missed, broughtReviews: 0 }] }, 'We missed its date.'],
  [{ ...track, assignments: [returning] }, '5 reviews are for returning listeners first, until Wed, Dec 2.'],
  [
    { ...track, assignments: [{ ...returning, openPlaces: 1 }] },
    '1 review is for returning listeners first, until Wed, Dec 2.',
  ],
  [{ ...track, assignments: [{ ...returning, openPlaces: 0 }] }, null],
  [
    { ...track, delivered: 10, assignments: [{ ...given, promise: 'kept' }] },
    'We kept its date, Thu, Nov 26.',
  ],
] as const)('a track with %o says %s', (shown, text) => {
  expect(promiseText(shown)).toBe(text);
});
