import { cents as centsColumn, nullable, oneOf, text, timestamp } from '../database/columns.ts';
import { statement } from '../database/statement.ts';
import type { PaymentFacts, ReversalFacts } from './billing.ts';

// Payments to the local provider; no real money is involved.

const payment = {
  id: text,
  subscriptionId: text,
  amountCents: centsColumn,
  periodStart: timestamp,
  periodEnd: timestamp,
  paidAt: timestamp,
};

/** One payment per period, and one for each upgrade in it. */
export const insertTestPayment = statement({ takes: payment, gives: {} })`
    insert into test_payments (id, subscription_id, amount_cents, period_start, period_end, paid_at)
    values (${'id'}, ${'subscriptionId'}, ${'amountCents'}, ${'periodStart'}, ${'periodEnd'}, ${'paidAt'})
        on conflict (id) do nothing`;

/** Ends the paid periods before the next one, which may begin early. */
export const shortenTestPayments = statement({
  takes: { subscriptionId: text, nextStart: timestamp },
  gives: {},
})`
    update test_payments set period_end = ${'nextStart'}
     where subscription_id = ${'subscriptionId'} and period_start < ${'nextStart'} and period_end > ${'nextStart'}`;

/** Those paid since then, and those whose period ended since then, which may have been shortened. */
export const readTestPayments = statement({
  takes: { subscriptionId: text, since: timestamp },
  gives: {
    ...payment,
    refundedAt: nullable(timestamp),
    disputedAt: nullable(timestamp),
    dispute: nullable(oneOf('open', 'won', 'lost')),
  },
})`
    select id, subscription_id as "subscriptionId", amount_cents as "amountCents", period_start as "periodStart",
           period_end as "periodEnd", paid_at as "paidAt", refunded_at as "refundedAt",
           disputed_at as "disputedAt", dispute
      from test_payments where subscription_id = ${'subscriptionId'} and (paid_at >= ${'since'} or period_end >= ${'since'})
     order by paid_at desc limit 100`;

export const refundTestPayments = statement({
  takes: { subscriptionId: text, periodEnd: timestamp, now: timestamp },
  gives: {},
})`
    update test_payments set refunded_at = ${'now'}
     where subscription_id = ${'subscriptionId'} and period_end = ${'periodEnd'} and refunded_at is null`;

export const refundTestPayment = statement({
  takes: { id: text, now: timestamp },
  gives: { subscriptionId: text },
})`
    update test_payments set refunded_at = coalesce(refunded_at, ${'now'}) where id = ${'id'}
    returning subscription_id as "subscriptionId"`;

/** Disputes only the newest payment. */
export const disputeTestPayment = statement({
  takes: { subscriptionId: text, dispute: oneOf('open', 'won', 'lost'), now: timestamp },
  gives: {},
})`
    update test_payments set dispute = ${'dispute'}, disputed_at = coalesce(disputed_at, ${'now'})
     where id = (select id from test_payments where subscription_id = ${'subscriptionId'}
                  order by paid_at desc limit 1)`;

type Row = Awaited<ReturnType<typeof readTestPayments.only>>;

export function paymentFacts(row: Row): PaymentFacts {
  const { id, amountCents, periodStart, periodEnd, paidAt, refundedAt, disputedAt, dispute } = row;
  const common = { amountCents, feeCents: null, currency: 'usd' } as const;
  const reversals: ReversalFacts[] = [];
  if (refundedAt) {
    reversals.push({
      ...common,
      id: `re_${id}`,
      kind: 'refund',
      status: 'succeeded',
      happenedAt: refundedAt,
    });
  }
  if (disputedAt && dispute) {
    reversals.push({ ...common, id: `dp_${id}`, kind: 'dispute', status: dispute, happenedAt: disputedAt });
  }
  return { ...common, id, periodStart, periodEnd, paidAt, arrivedAt: paidAt, card: null, reversals };
}
