import {
  boolean,
  cents,
  date,
  integer,
  nullable,
  oneOf,
  text,
  timestamp,
  uuid,
} from '../adapters/database/columns.ts';
import { statement } from '../adapters/database/statement.ts';

const subscription = {
  plan: oneOf('basic', 'pro', 'unlimited', 'icon'),
  uploadsLimit: nullable(integer),
  uploadsUsed: integer,
  active: boolean,
  expiresAt: nullable(timestamp),
  periodStart: timestamp,
  periodEnd: timestamp,
};
const credits = { remaining: integer, periodStart: date };

export const readSubscription = statement({ takes: { userId: uuid }, gives: subscription })`
    select plan, uploads_limit as "uploadsLimit", uploads_used_this_month as "uploadsUsed", active,
           expires_at as "expiresAt", current_period_start as "periodStart", current_period_end as "periodEnd"
      from artist_subscriptions
     where user_id = ${'userId'}`;

export const lockSubscription = statement({ takes: { userId: uuid }, gives: subscription })`
    select plan, uploads_limit as "uploadsLimit", uploads_used_this_month as "uploadsUsed", active,
           expires_at as "expiresAt", current_period_start as "periodStart", current_period_end as "periodEnd"
      from artist_subscriptions
     where user_id = ${'userId'}
       for update`;

export const saveUse = statement({
  takes: { userId: uuid, uploadsUsed: integer, periodStart: timestamp, periodEnd: timestamp },
  gives: {},
})`
    update artist_subscriptions
       set uploads_used_this_month = ${'uploadsUsed'}, current_period_start = ${'periodStart'},
           current_period_end = ${'periodEnd'}
     where user_id = ${'userId'}`;

export const readCredits = statement({ takes: { userId: uuid }, gives: credits })`
    select remaining, period_start as "periodStart" from upload_limits where user_id = ${'userId'}`;

/** Makes the row when there is none: without one, simultaneous uploads would have nothing to wait for. */
export const lockCredits = statement({
  takes: { userId: uuid, remaining: integer, periodStart: date },
  gives: credits,
})`
    insert into upload_limits (user_id, remaining, period_start)
    values (${'userId'}, ${'remaining'}, ${'periodStart'})
        on conflict (user_id) do update set user_id = excluded.user_id
    returning remaining, period_start as "periodStart"`;

export const saveCredits = statement({
  takes: { userId: uuid, remaining: integer, periodStart: date },
  gives: {},
})`
    update upload_limits set remaining = ${'remaining'}, period_start = ${'periodStart'}
     where user_id = ${'userId'}`;

const billedPlan = oneOf('basic', 'pro', 'unlimited');
const billed = {
  ...subscription,
  trial: boolean,
  startedAt: timestamp,
  customerId: nullable(text),
  billingSubscriptionId: nullable(text),
  paymentFailed: boolean,
  nextPlan: nullable(billedPlan),
};

export const readBilledSubscription = statement({ takes: { userId: uuid }, gives: billed })`
    select plan, uploads_limit as "uploadsLimit", uploads_used_this_month as "uploadsUsed", active,
           expires_at as "expiresAt", current_period_start as "periodStart", current_period_end as "periodEnd",
           trial, started_at as "startedAt", billing_customer_id as "customerId",
           billing_subscription_id as "billingSubscriptionId", payment_failed as "paymentFailed",
           next_plan as "nextPlan"
      from artist_subscriptions
     where user_id = ${'userId'}`;

/** Waits for whoever is changing this user's subscription, also while there is none yet. */
export const lockUserBilling = statement({ takes: { userId: uuid }, gives: {} })`
    select from users where id = ${'userId'} for no key update`;

export const saveBilledSubscription = statement({
  takes: {
    userId: uuid,
    plan: oneOf('basic', 'pro', 'unlimited', 'icon'),
    uploadsLimit: nullable(integer),
    pricePerMonthCents: cents,
    uploadsUsed: integer,
    active: boolean,
    startedAt: timestamp,
    expiresAt: nullable(timestamp),
    periodStart: timestamp,
    periodEnd: timestamp,
    customerId: text,
    billingSubscriptionId: text,
    paymentFailed: boolean,
    nextPlan: nullable(billedPlan),
  },
  gives: {},
})`
    insert into artist_subscriptions (user_id, plan, uploads_limit, price_per_month_cents,
           uploads_used_this_month, active, trial, started_at, expires_at, current_period_start,
           current_period_end, billing_customer_id, billing_subscription_id, payment_failed, next_plan)
    values (${'userId'}, ${'plan'}, ${'uploadsLimit'}, ${'pricePerMonthCents'}, ${'uploadsUsed'}, ${'active'},
            false, ${'startedAt'}, ${'expiresAt'}, ${'periodStart'}, ${'periodEnd'}, ${'customerId'},
            ${'billingSubscriptionId'}, ${'paymentFailed'}, ${'nextPlan'})
        on conflict (user_id) do update set plan = excluded.plan, uploads_limit = excluded.uploads_limit,
           price_per_month_cents = excluded.price_per_month_cents,
           uploads_used_this_month = excluded.uploads_used_this_month, active = excluded.active, trial = false,
           started_at = excluded.started_at, expires_at = excluded.expires_at,
           current_period_start = excluded.current_period_start,
           current_period_end = excluded.current_period_end,
           billing_customer_id = excluded.billing_customer_id,
           billing_subscription_id = excluded.billing_subscription_id,
           payment_failed = excluded.payment_failed, next_plan = excluded.next_plan`;

/** No row when the notice was taken before. */
export const takeNotice = statement({ takes: { id: text, now: timestamp }, gives: {} })`
    insert into billing_notices (id, received_at) values (${'id'}, ${'now'}) on conflict do nothing`;

/** Billed subscriptions whose period is over as far as we know: a notice may have been lost. */
export const overdueSubscriptions = statement({ takes: { now: timestamp }, gives: { id: text } })`
    select billing_subscription_id as id from artist_subscriptions
     where active and billing_subscription_id is not null and current_period_end < ${'now'} limit 500`;

export const userOfCustomer = statement({ takes: { customerId: text }, gives: { userId: uuid } })`
    select user_id as "userId" from artist_subscriptions where billing_customer_id = ${'customerId'}`;

export const emailOf = statement({ takes: { userId: uuid }, gives: { email: text } })`
    select email from users where id = ${'userId'}`;
