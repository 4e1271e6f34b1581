import { boolean, nullable, oneOf, text, timestamp, uuid } from '../database/columns.ts';
import { statement } from '../database/statement.ts';

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
  returnUrl: text,
};

export const insertTestCheckout = statement({ takes: { ...checkout, now: timestamp }, gives: {} })`
    insert into test_checkouts (id, user_id, customer_id, price_id, subscription_id, return_url, created_at)
    values (${'id'}, ${'userId'}, ${'customerId'}, ${'priceId'}, ${'subscriptionId'}, ${'returnUrl'}, ${'now'})`;

export const readTestCheckout = statement({
  takes: { id: text, since: timestamp },
  gives: { ...checkout, doneAt: nullable(timestamp) },
})`
    select id, user_id as "userId", customer_id as "customerId", price_id as "priceId",
           subscription_id as "subscriptionId", return_url as "returnUrl", done_at as "doneAt"
      from test_checkouts where id = ${'id'} and created_at > ${'since'} and closed_at is null
       for update`;

/** Remembers the subscription that was paid or changed. */
export const finishTestCheckout = statement({
  takes: { id: text, subscriptionId: text, now: timestamp },
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
