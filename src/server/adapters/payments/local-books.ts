import {
  boolean,
  cents as centsColumn,
  nullable,
  oneOf,
  text,
  timestamp,
  uuid,
} from '../database/columns.ts';
import type { Queryable } from '../database/database.ts';
import { fragment } from '../database/fragment.ts';
import { statement } from '../database/statement.ts';
import type { Bought, PaymentFacts, ReversalFacts } from './billing.ts';

// The local provider's records: what Stripe would know.

const subscription = {
  id: text,
  customerId: text,
  userId: uuid,
  priceId: text,
  nextPriceId: nullable(text),
  status: oneOf('active', 'past_due', 'ended'),
  collectionPaused: boolean,
  cancelsAtPeriodEnd: boolean,
  nextPaymentFails: boolean,
  startedAt: timestamp,
  periodStart: timestamp,
  periodEnd: timestamp,
  endedAt: nullable(timestamp),
};

export const readTestSubscription = statement({ takes: { id: text }, gives: subscription })`
    select id, customer_id as "customerId", user_id as "userId", price_id as "priceId",
           next_price_id as "nextPriceId", status, collection_paused as "collectionPaused", cancels_at_period_end as "cancelsAtPeriodEnd",
           next_payment_fails as "nextPaymentFails", started_at as "startedAt", period_start as "periodStart",
           period_end as "periodEnd", ended_at as "endedAt"
      from test_subscriptions where id = ${'id'}
       for update`;

export const saveTestSubscription = statement({ takes: subscription, gives: {} })`
    insert into test_subscriptions (id, customer_id, user_id, price_id, next_price_id, status,
           collection_paused, cancels_at_period_end, next_payment_fails, started_at, period_start, period_end, ended_at)
    values (${'id'}, ${'customerId'}, ${'userId'}, ${'priceId'}, ${'nextPriceId'}, ${'status'},
            ${'collectionPaused'}, ${'cancelsAtPeriodEnd'}, ${'nextPaymentFails'}, ${'startedAt'}, ${'periodStart'}, ${'periodEnd'},
            ${'endedAt'})
        on conflict (id) do update set price_id = excluded.price_id, next_price_id = excluded.next_price_id,
           collection_paused = excluded.collection_paused,
           status = excluded.status, cancels_at_period_end = excluded.cancels_at_period_end,
           next_payment_fails = excluded.next_payment_fails, period_start = excluded.period_start,
           period_end = excluded.period_end, ended_at = excluded.ended_at`;

export const dueTestSubscriptions = statement({ takes: { now: timestamp }, gives: { id: text } })`
    select id from test_subscriptions where status <> 'ended' and period_end <= ${'now'}
     order by period_end limit 500`;

const checkout = {
  id: text,
  userId: uuid,
  customerId: text,
  priceId: nullable(text),
  subscriptionId: nullable(text),
  terms: nullable(text),
  returnUrl: text,
};

export const insertTestCheckout = statement({ takes: { ...checkout, now: timestamp }, gives: {} })`
    insert into test_checkouts (id, user_id, customer_id, price_id, subscription_id, terms, return_url, created_at)
    values (${'id'}, ${'userId'}, ${'customerId'}, ${'priceId'}, ${'subscriptionId'}, ${'terms'}, ${'returnUrl'},
            ${'now'})`;

export const readTestCheckout = statement({
  takes: { id: text, since: timestamp },
  gives: { ...checkout, doneAt: nullable(timestamp) },
})`
    select id, user_id as "userId", customer_id as "customerId", price_id as "priceId",
           subscription_id as "subscriptionId", terms, return_url as "returnUrl", done_at as "doneAt"
      from test_checkouts where id = ${'id'} and created_at > ${'since'} and closed_at is null
       for update`;

/** Remembers the subscription that was paid or changed. */
export const finishTestCheckout = statement({
  takes: { id: text, subscriptionId: nullable(text), now: timestamp },
  gives: {},
})`
    update test_checkouts set done_at = ${'now'}, paid_subscription_id = ${'subscriptionId'}
     where id = ${'id'} and done_at is null`;

/** A paid one cannot be closed. */
export const closeTestCheckout = statement({ takes: { id: text, now: timestamp }, gives: {} })`
    update test_checkouts set closed_at = ${'now'} where id = ${'id'} and done_at is null`;

export const paidByTestCheckout = statement({
  takes: { id: text },
  gives: { subscriptionId: nullable(text) },
})`
    select paid_subscription_id as "subscriptionId" from test_checkouts where id = ${'id'}`;

// Payments to the local provider; no real money is involved.

const pack = oneOf('ten', 'twenty');
const payment = {
  id: text,
  amountCents: centsColumn,
  periodStart: timestamp,
  periodEnd: timestamp,
  paidAt: timestamp,
};

const paid = {
  ...payment,
  refundedAt: nullable(timestamp),
  disputedAt: nullable(timestamp),
  dispute: nullable(oneOf('open', 'won', 'lost')),
};
const paidColumns = fragment`id, amount_cents as "amountCents", period_start as "periodStart", period_end as "periodEnd",
           paid_at as "paidAt", refunded_at as "refundedAt", disputed_at as "disputedAt", dispute`;

/** One payment per period, and one for each upgrade in it. */
export const insertTestPayment = statement({ takes: { ...payment, subscriptionId: text }, gives: {} })`
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

export const insertTestPack = statement({
  takes: { id: text, userId: uuid, pack, amountCents: centsColumn, paidAt: timestamp },
  gives: {},
})`
    insert into test_payments (id, user_id, pack, amount_cents, period_start, period_end, paid_at)
    values (${'id'}, ${'userId'}, ${'pack'}, ${'amountCents'}, ${'paidAt'}, ${'paidAt'}, ${'paidAt'})`;

/** Those paid since then, and those whose period ended since then, which may have been shortened. */
export const readTestPayments = statement({
  takes: { subscriptionId: text, since: timestamp },
  gives: paid,
})`
    select ${paidColumns} from test_payments where subscription_id = ${'subscriptionId'} and (paid_at >= ${'since'} or period_end >= ${'since'})
     order by paid_at desc limit 100`;

const readTestPack = statement({ takes: { id: text }, gives: { ...paid, userId: uuid, pack } })`
    select ${paidColumns}, user_id as "userId", pack from test_payments where id = ${'id'} and pack is not null`;

export const refundTestPayments = statement({
  takes: { subscriptionId: text, periodEnd: timestamp, now: timestamp },
  gives: {},
})`
    update test_payments set refunded_at = ${'now'}
     where subscription_id = ${'subscriptionId'} and period_end = ${'periodEnd'} and refunded_at is null`;

export const refundTestPayment = statement({
  takes: { id: text, now: timestamp },
  gives: { subscriptionId: nullable(text) },
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

export async function readBoughtPack(db: Queryable, id: string): Promise<Bought | undefined> {
  const bought = await readTestPack.one(db, { id });
  return bought && { packPayment: { ...paymentFacts(bought), userId: bought.userId, pack: bought.pack } };
}
