import { describe, expect, test } from 'vitest';
import { cents } from '#contract/cents.ts';
import {
  billed,
  end,
  justAfter,
  known,
  lastPeriod,
  now,
  paid,
  start,
} from '#tests/support/stand-ins/subscription-facts.ts';
import type { BilledSubscription, KnownSubscription } from './billed-subscription-rules.ts';
import { changeBy, later } from './subscription-rules.ts';

const anHourFromNow = new Date('2026-03-10T01:00:00.000Z');

const change = (facts: BilledSubscription, before?: KnownSubscription, money = paid()) =>
  changeBy(facts, before, money, now);

describe('what a notice does, by what is stored', () => {
  const notices = {
    incomplete: [billed({ plan: 'pro', status: 'incomplete' }), paid()],
    ended: [billed({ plan: 'pro', status: 'ended' }), paid()],
    unpaid: [billed({ plan: 'pro', isPaid: false }), paid()],
    paid: [billed({ plan: 'pro' }), paid()],
    'on an unknown price': [billed({ plan: null }), paid()],
    returned: [billed({ plan: 'pro' }), paid({ refundedCents: 2900 })],
  } as const;
  const stored = {
    same: known({ plan: 'unlimited' }),
    none: undefined,
    ended: known({ billingSubscriptionId: 'sub_a', active: false }),
  };
  test.each([
    ['incomplete', null, null],
    ['ended', 'pro', null],
    ['unpaid', 'unlimited', null],
    ['paid', 'pro', 'pro'],
    ['on an unknown price', 'unlimited', null],
    ['returned', 'pro', 'pro'],
  ] as const)('%s', (notice, same, none) => {
    const [facts, money] = notices[notice];
    const plan = (before: KnownSubscription | undefined) => change(facts, before, money)?.plan ?? null;
    expect(plan(stored.same)).toBe(same);
    expect(plan(stored.none)).toBe(none);
    expect(plan(stored.ended)).toBe(none);
  });
});

describe('a notice is ignored', () => {
  test('while the first payment is open, for a known subscription or a new one', () => {
    expect(change(billed({ status: 'incomplete' }))).toBeNull();
    expect(change(billed({ status: 'incomplete' }), known())).toBeNull();
  });

  test('when another subscription has ended', () => {
    expect(change(billed({ status: 'ended' }))).toBeNull();
    expect(change(billed({ status: 'ended' }), known({ billingSubscriptionId: 'sub_old' }))).toBeNull();
  });

  test('for a new subscription on an unknown price', () => {
    expect(change(billed({ plan: null }))).toBeNull();
    expect(change(billed({ plan: null }), known({ billingSubscriptionId: 'sub_old' }))).toBeNull();
  });
});

describe('a notice is applied', () => {
  test('a new subscription starts with its plan and nothing used', () => {
    expect(change(billed({ plan: 'pro', nextPlan: 'basic' }))).toEqual({
      plan: 'pro',
      uploadsLimit: 5,
      pricePerMonthCents: cents(4900),
      uploadsUsed: 0,
      active: true,
      periodStart: start,
      periodEnd: end,
      expiresAt: null,
      cancelsAtPeriodEnd: false,
      paymentFailed: false,
      pastDueSince: null,
      pausedFor: null,
      endedFor: null,
      nextPlan: 'basic',
      problem: null,
      nextCheckAt: new Date('2026-04-01T01:00:00.000Z'),
    });
  });

  test('an unlimited plan has no limit', () => {
    expect(change(billed({ plan: 'unlimited' }))?.uploadsLimit).toBeNull();
  });

  test('uploads of the current period stay counted, those of the last one do not', () => {
    expect(change(billed(), known())?.uploadsUsed).toBe(1);
    expect(change(billed({ periodStart: justAfter(start) }), known())?.uploadsUsed).toBe(1);
    expect(change(billed({ periodEnd: justAfter(end) }), known())?.uploadsUsed).toBe(1);
    const next = { periodStart: end, periodEnd: new Date('2026-05-01T00:00:00.000Z') };
    expect(change(billed(next), known())?.uploadsUsed).toBe(0);
    const early = { periodStart: justAfter(start), periodEnd: justAfter(end) };
    expect(change(billed(early), known())?.uploadsUsed).toBe(0);
    const other = { billingSubscriptionId: 'sub_other' };
    expect(change(billed(), known({ ...other, active: false }))?.uploadsUsed).toBe(0);
    expect(change(billed(), known({ billingSubscriptionId: null }))?.uploadsUsed).toBe(0);
  });

  test('an ended subscription is over at its end date, or at the end of its period, whatever its price', () => {
    const endedAt = justAfter(start);
    expect(change(billed({ status: 'ended', endedAt, plan: null }), known())).toMatchObject({
      active: false,
      expiresAt: endedAt,
      problem: null,
    });
    expect(change(billed({ status: 'ended' }), known())?.expiresAt).toEqual(end);
  });

  test('a canceled one continues until its period ends', () => {
    expect(change(billed({ cancelsAtPeriodEnd: true }), known())?.expiresAt).toEqual(end);
    expect(change(billed({ cancelsAtPeriodEnd: true }), lastPeriod())?.expiresAt).toEqual(end);
    expect(change(billed(), known())?.expiresAt).toBeNull();
  });

  test('a known subscription moved to an unknown price keeps its plan and waits for an admin', () => {
    expect(change(billed({ plan: null }), known({ plan: 'pro' }))).toMatchObject({
      plan: 'pro',
      active: true,
      problem: 'unknown_price',
      nextCheckAt: anHourFromNow,
    });
  });
});

describe('an unpaid subscription', () => {
  test('continues for seven days from the first notice that it is unpaid', () => {
    expect(change(billed({ status: 'past_due', isPaid: false }), lastPeriod())).toMatchObject({
      active: true,
      paymentFailed: true,
      pastDueSince: now,
      expiresAt: new Date('2026-03-17T00:00:00.000Z'),
      nextCheckAt: anHourFromNow,
    });
  });

  test('continues to the end of the paid period at least, if only an upgrade is unpaid', () => {
    const upgrade = billed({ plan: 'unlimited', status: 'past_due', isPaid: false });
    expect(change(upgrade, known())?.expiresAt).toEqual(end);
    const lateInPeriod = known({ periodEnd: justAfter(now) });
    expect(change(upgrade, lateInPeriod)?.expiresAt).toEqual(new Date('2026-03-17T00:00:00.000Z'));
  });

  test('continues for seven days if the next period began before the paid one was over', () => {
    const early = billed({ status: 'past_due', isPaid: false, periodStart: justAfter(start) });
    expect(change(early, known())?.expiresAt).toEqual(new Date('2026-03-17T00:00:00.000Z'));
  });

  test('continues for seven days after the paid period if it is canceled, and no longer than its own', () => {
    const canceled = { isPaid: false, cancelsAtPeriodEnd: true };
    const aWeekLater = new Date('2026-03-08T00:00:00.000Z');
    expect(change(billed(canceled), lastPeriod())?.expiresAt).toEqual(aWeekLater);
    const short = billed({ ...canceled, periodEnd: justAfter(start) });
    expect(change(short, lastPeriod())?.expiresAt).toEqual(justAfter(start));
  });

  test('gives no plan if it is unpaid from the start', () => {
    expect(change(billed({ status: 'past_due', isPaid: false }))).toBeNull();
    expect(change(billed({ isPaid: false }))).toBeNull();
    expect(change(billed({ isPaid: false }), known({ billingSubscriptionId: 'sub_other' }))).toBeNull();
  });

  test('keeps the paid period, its plan and its uploads until the next period is paid', () => {
    const next = { periodStart: end, periodEnd: new Date('2026-05-01T00:00:00.000Z') };
    for (const status of ['active', 'past_due'] as const) {
      expect(change(billed({ ...next, status, isPaid: false }), known())).toMatchObject({
        periodStart: start,
        periodEnd: end,
        uploadsUsed: 1,
        nextCheckAt: anHourFromNow,
      });
    }
    expect(change(billed(next), known())).toMatchObject({ ...next, uploadsUsed: 0 });
  });

  test('keeps its plan until an upgrade is paid', () => {
    expect(change(billed({ plan: 'unlimited', isPaid: false }), known())?.plan).toBe('basic');
    expect(change(billed({ plan: 'unlimited' }), known())?.plan).toBe('unlimited');
  });

  test('ends at the provider’s word, paid or not', () => {
    expect(change(billed({ status: 'ended', isPaid: false, endedAt: now }), known())?.active).toBe(false);
  });

  test('tells whether it ends with its period, which its expiry does not say', () => {
    const ends = { status: 'past_due', cancelsAtPeriodEnd: true } as const;
    expect(change(billed(ends))?.cancelsAtPeriodEnd).toBe(true);
    expect(change(billed({ status: 'past_due' }))?.cancelsAtPeriodEnd).toBe(false);
  });

  test('gets no more time by further notices', () => {
    const pastDueSince = new Date('2026-03-05T00:00:00.000Z');
    expect(change(billed({ status: 'past_due', isPaid: false }), lastPeriod({ pastDueSince }))).toMatchObject(
      {
        pastDueSince,
        expiresAt: new Date('2026-03-12T00:00:00.000Z'),
      },
    );
  });

  test('is restored once paid', () => {
    expect(change(billed(), known({ pastDueSince: start }))).toMatchObject({
      paymentFailed: false,
      pastDueSince: null,
      expiresAt: null,
    });
  });
});

describe('refunds and disputes', () => {
  test('a full refund ends the plan at once, a partial one does not', () => {
    expect(change(billed(), known(), paid({ refundedCents: 2900 }))).toMatchObject({
      active: false,
      endedFor: 'refund',
      expiresAt: now,
    });
    expect(change(billed(), known(), paid({ refundedCents: 2899 }))).toMatchObject({
      active: true,
      endedFor: null,
    });
  });

  test('a full refund ends a canceled plan, or one without a known end, now', () => {
    const refunded = paid({ refundedCents: 2900 });
    expect(change(billed(), known({ expiresAt: end }), refunded)?.expiresAt).toEqual(now);
    expect(change(billed(), known({ active: false, expiresAt: null }), refunded)?.expiresAt).toEqual(now);
    expect(change(billed(), undefined, refunded)?.expiresAt).toEqual(now);
  });

  test('a refund decided by an admin ends the plan, whatever else was paid', () => {
    expect(change(billed(), known(), paid({ refundsDecided: 1 }))).toMatchObject({
      active: false,
      endedFor: 'refund',
    });
  });

  test('a plan reactivated by Stripe no longer counts as ended by the refund', () => {
    const before = known({ active: false, expiresAt: start, endedFor: 'refund' });
    expect(change(billed(), before)).toMatchObject({ active: true, endedFor: null, expiresAt: null });
  });

  test('without payments nothing counts as refunded', () => {
    expect(change(billed(), known(), paid({ paidCents: 0 }))?.endedFor).toBeNull();
  });

  test('an open dispute pauses the plan, and a lost one ends it', () => {
    expect(change(billed({ collectionPaused: true }), known(), paid({ openDisputes: 1 }))).toMatchObject({
      active: true,
      pausedFor: 'dispute',
      nextCheckAt: anHourFromNow,
    });
    expect(change(billed(), known(), paid({ openDisputes: 1, lostDisputes: 1 }))).toMatchObject({
      active: false,
      pausedFor: null,
      endedFor: 'dispute',
    });
  });

  test('an ended plan keeps its end and its reason', () => {
    const before = known({ active: false, expiresAt: start, endedFor: 'refund' });
    expect(
      change(billed({ status: 'ended', endedAt: end }), before, paid({ refundedCents: 2900 })),
    ).toMatchObject({
      endedFor: 'refund',
      expiresAt: start,
    });
    expect(change(billed({ status: 'ended', endedAt: start }), before)?.endedFor).toBe('refund');
  });

  test('a plan that Stripe ended before the refund keeps that end', () => {
    const refunded = paid({ refundedCents: 2900 });
    expect(change(billed({ status: 'ended', endedAt: start }), known(), refunded)?.expiresAt).toEqual(start);
    expect(change(billed({ status: 'ended', endedAt: end }), known(), refunded)?.expiresAt).toEqual(now);
  });
});

test('paused collection of payments pauses the plan', () => {
  expect(change(billed({ collectionPaused: true }), known())).toMatchObject({
    pausedFor: 'collection',
    nextCheckAt: anHourFromNow,
  });
});

test('a subscription is checked again an hour after its period, or within the hour if that is over', () => {
  expect(change(billed(), known())?.nextCheckAt).toEqual(later(end));
  expect(change(billed({ periodEnd: start }), known())?.nextCheckAt).toEqual(anHourFromNow);
  expect(change(billed({ status: 'past_due' }), known())?.nextCheckAt).toEqual(anHourFromNow);
});
