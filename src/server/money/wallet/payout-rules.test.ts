import { expect, test } from 'vitest';
import { doubtsOf, type PayoutFacts, provenAfter } from './payout-rules.ts';

const now = new Date('2026-03-10T12:00:00Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3600 * 1000);

const clean: PayoutFacts = {
  amountCents: 510,
  standing: 'known',
  isRelated: false,
  isSeen: true,
  isSuspended: false,
  heldUntil: hoursAgo(1),
  isStopped: false,
  confirmedAt: hoursAgo(72),
  earnedCents: 510,
  unprovenCents: 255,
  wasRefused: false,
  isRead: true,
  saysNothing: false,
  isUnderReview: false,
};
const doubts = (facts: Partial<PayoutFacts> = {}) => doubtsOf({ ...clean, ...facts }, 1000, now);

test('a small payout of a Known listener to a destination older than 72 hours raises no doubt', () => {
  expect(doubts()).toEqual([]);
  expect(doubts({ standing: 'trusted', heldUntil: null, amountCents: 999, earnedCents: 999 })).toEqual([]);
  expect(doubts({ heldUntil: now })).toEqual([]);
});

test.each<[string, Partial<PayoutFacts>]>([
  ['amount', { amountCents: 1000, earnedCents: 1000 }],
  ['standing', { standing: 'new' }],
  ['unread', { isRead: false }],
  ['says_nothing', { isRead: false, saysNothing: true }],
  ['under_review', { isUnderReview: true }],
  ['related', { isRelated: true }],
  ['suspended', { isSuspended: true }],
  ['not_seen', { isSeen: false }],
  ['held', { isStopped: true }],
  ['held', { heldUntil: new Date(now.getTime() + 1) }],
  ['destination', { confirmedAt: hoursAgo(71.99) }],
  ['destination', { confirmedAt: null }],
  ['artists', { unprovenCents: 256 }],
  ['artists', { unprovenCents: 0, earnedCents: 254 }],
  ['artists', { earnedCents: 700, unprovenCents: 256 }],
  ['refused_before', { wasRefused: true }],
])('an admin decides because of %s: %o', (doubt, facts) => {
  expect(doubts(facts)).toEqual([doubt]);
});

test('all doubts are listed', () => {
  expect(doubts({ standing: 'new', isRelated: true, amountCents: 5000, earnedCents: 5000 })).toEqual([
    'amount',
    'standing',
    'related',
  ]);
});

test('an artist counts as proven 30 days after paying', () => {
  expect(provenAfter).toBe(30 * 86_400_000);
});

test('with the amount at zero no payout is approved by rule', () => {
  expect(doubtsOf(clean, 0, now)).toEqual(['amount']);
});
