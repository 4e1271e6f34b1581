import { describe, expect, test } from 'vitest';
import { type Paid, refundOf, refundPlanJob, refundState } from './refund-rules.ts';

const now = new Date('2030-05-15T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
const first: Paid = {
  id: 'first',
  subscriptionId: 'one',
  amountCents: 2900,
  paidAt: daysAgo(2),
  periodEnd: daysAgo(-28),
  backCents: 0,
  openDisputes: 0,
  isDecided: false,
};
const upgrade: Paid = { ...first, id: 'upgrade', amountCents: 2000, paidAt: daysAgo(1) };

test('a first payment is refunded, with any upgrade in its period', () => {
  expect(refundOf([first], now)).toEqual({ payments: [first] });
  expect(refundOf([first, upgrade], now)).toEqual({ payments: [first, upgrade] });
});

test('payments that were already decided are left out, so a later one can follow', () => {
  const decided = { ...first, isDecided: true };
  expect(refundOf([decided, upgrade], now)).toEqual({ payments: [upgrade] });
  expect(refundOf([decided], now)).toEqual({ refused: 'nothing_to_refund' });
});

test('a payment can be refunded until the end of its seventh day', () => {
  const old = { ...first, paidAt: new Date(daysAgo(7).getTime() + 1) };
  expect(refundOf([old], now)).toEqual({ payments: [old] });
  expect(refundOf([{ ...first, paidAt: daysAgo(7) }], now)).toEqual({ refused: 'refund_too_late' });
});

test('the name of the refund job is unchanged, for jobs queued by a former version', () => {
  expect(refundPlanJob).toBe('refund-plan');
});

describe('nothing is refunded', () => {
  test('if nothing was paid, the period is over, or all was refunded', () => {
    expect(refundOf([], now)).toEqual({ refused: 'nothing_to_refund' });
    expect(refundOf([{ ...first, periodEnd: now }], now)).toEqual({ refused: 'nothing_to_refund' });
    expect(refundOf([{ ...first, backCents: 2900 }], now)).toEqual({ refused: 'nothing_to_refund' });
  });

  test('for a second period or subscription', () => {
    const before = { ...first, id: 'before', paidAt: daysAgo(33), periodEnd: daysAgo(2) };
    expect(refundOf([before, first], now)).toEqual({ refused: 'refund_not_first' });
    const other = { ...first, id: 'other', subscriptionId: 'two' };
    expect(refundOf([{ ...first, backCents: 2900 }, other], now)).toEqual({ refused: 'refund_not_first' });
  });

  test('during an inquiry by the bank', () => {
    expect(refundOf([first, { ...upgrade, openDisputes: 1 }], now)).toEqual({ refused: 'refund_disputed' });
  });
});

test('after a partial refund the rest is refunded', () => {
  const part = { ...first, backCents: 500 };
  expect(refundOf([part, { ...upgrade, backCents: 2000 }], now)).toEqual({ payments: [part] });
});

test('a pending refund takes precedence, and a rejected one over a failed one', () => {
  const none = { isUnderWay: false, isRefused: false, hasFailed: false };
  expect(refundState(none)).toBe('refunded');
  expect(refundState({ ...none, hasFailed: true })).toBe('failed');
  expect(refundState({ ...none, hasFailed: true, isRefused: true })).toBe('refused');
  expect(refundState({ isUnderWay: true, isRefused: true, hasFailed: true })).toBe('under_way');
});
