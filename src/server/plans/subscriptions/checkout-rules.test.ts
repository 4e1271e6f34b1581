import { expect, test } from 'vitest';
import { isFirstPaymentFailed, isPlanToCome, isSameOrder, longBefore } from './checkout-rules.ts';

const now = new Date('2030-05-15T12:00:00.000Z');
const before = (milliseconds: number) => new Date(now.getTime() - milliseconds);
const minutes = 60_000;

const order = { priceId: 'price_pro', customerId: null, isNewest: true };

test.each([
  ['the same order a moment ago', { ...order, openedAt: now }, true],
  [
    'the same order, a millisecond before ten minutes',
    { ...order, openedAt: before(10 * minutes - 1) },
    true,
  ],
  ['the same order ten minutes ago', { ...order, openedAt: before(10 * minutes) }, false],
  ['another plan', { ...order, priceId: 'price_basic', openedAt: now }, false],
  ['a page that is not the newest', { ...order, isNewest: false, openedAt: now }, false],
  ['another customer', { ...order, customerId: 'cus_1', openedAt: now }, false],
])('a press opens the same checkout again: %s, %o: %s', (_, open, isSame) => {
  expect(isSameOrder(open, order, now)).toBe(isSame);
});

test('a closed checkout is forgotten an hour after it was opened', () => {
  expect(longBefore(now)).toEqual(before(60 * minutes));
});

const paid = { id: 'sub_1', status: 'active' } as const;

test.each([
  ['nothing at the provider', undefined, null, false],
  ['a plan whose notice has not arrived', paid, null, true],
  ['the same while an earlier plan is known', paid, 'sub_0', true],
  ['a first payment that is not confirmed yet', { ...paid, status: 'incomplete' }, null, true],
  ['a plan that is known already', paid, 'sub_1', false],
  ['a plan that has ended', { ...paid, status: 'ended' }, null, false],
  ['a plan whose bank debit failed', { ...paid, status: 'past_due' }, null, false],
] as const)('what a checkout paid for is still to come: %s', (_, facts, known, isToCome) => {
  expect(isPlanToCome(facts, known)).toBe(isToCome);
});

test.each([
  ['nothing at the provider', undefined, null, false],
  ['a bank debit that failed', { ...paid, status: 'past_due' }, null, true],
  ['a renewal of the known plan that failed', { ...paid, status: 'past_due' }, 'sub_1', false],
  ['a plan that runs', paid, null, false],
  ['a plan that has ended', { ...paid, status: 'ended' }, null, false],
] as const)('the first payment of a plan failed: %s', (_, facts, known, isFailed) => {
  expect(isFirstPaymentFailed(facts, known)).toBe(isFailed);
});
