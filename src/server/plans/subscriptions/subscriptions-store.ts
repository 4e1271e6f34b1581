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
} from '../../adapters/database/columns.ts';
import { fragment } from '../../adapters/database/fragment.ts';
import { statement } from '../../adapters/database/statement.ts';

const subscription = {
  plan: oneOf('basic', 'pro', 'unlimited', 'icon'),
  uploadsLimit: nullable(integer),
  uploadsUsed: integer,
  active: boolean,
  startedAt: timestamp,
  expiresAt: nullable(timestamp),
  periodStart: timestamp,
  periodEnd: timestamp,
  isBilled: boolean,
  billingSubscriptionId: nullable(text),
  pausedFor: nullable(oneOf('dispute', 'collection')),
};
const subscriptionColumns = fragment`plan, uploads_limit as "uploadsLimit", uploads_used_this_month as "uploadsUsed", active,
           started_at as "startedAt", expires_at as "expiresAt", current_period_start as "periodStart", current_period_end as "periodEnd",
           billing_subscription_id is not null as "isBilled", billing_subscription_id as "billingSubscriptionId", paused_for as "pausedFor"`;
const credits = { remaining: integer, periodStart: date };

export const readSubscription = statement({ takes: { userId: uuid }, gives: subscription })`
    select ${subscriptionColumns}
      from artist_subscriptions
     where user_id = ${'userId'}`;

export const lockSubscription = statement({ takes: { userId: uuid }, gives: subscription })`
    select ${subscriptionColumns}
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

/** Creates the row if needed, because concurrent uploads need a row to lock. */
export const lockCredits = statement({
  takes: { userId: uuid, remaining: integer, periodStart: date },
  gives: credits,
})`
    insert into upload_limits (user_id, remaining, period_start)
    values (${'userId'}, ${'remaining'}, ${'periodStart'})
        on conflict (user_id) do update set user_id = excluded.user_id
    returning remaining, period_start as "periodStart"`;

/** Until the transaction ends, no account with the same mailbox, browser or payout destination can use a credit. */
export const lockSharedCredits = statement({
  takes: { userId: uuid },
  gives: {},
})`select from lock_shared_credits(${'userId'})`;

/** An account with this mailbox, or the same browser or payout destination, that has used a credit this month. */
export const sharedCreditUse = statement({
  takes: { userId: uuid, mark: text, periodStart: date, credits: integer },
  gives: { userId: uuid },
})`select used.user_id as "userId" from upload_limits used join users person on person.id = used.user_id and has_bounds(person)
    where used.period_start = ${'periodStart'} and used.remaining < ${'credits'} and used.user_id <> ${'userId'}
      and used.user_id in (
        select theirs.user_id from evidence own join evidence theirs on theirs.kind = own.kind and theirs.mark = own.mark
         where own.user_id = ${'userId'} and own.kind in ('device', 'mailbox')
        union
        select theirs.user_id from evidence theirs where theirs.kind = 'mailbox' and theirs.mark = ${'mark'}
        union
        select theirs.user_id from payees own join payees theirs on theirs.destination_mark = own.destination_mark
         where own.user_id = ${'userId'} and own.confirmed_at is not null and theirs.confirmed_at is not null)
      and exists (select from users mine where mine.id = ${'userId'} and has_bounds(mine))
    limit 1`;

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
  customerId: nullable(text),
  paymentFailed: boolean,
  pastDueSince: nullable(timestamp),
  endedFor: nullable(oneOf('refund', 'dispute')),
  nextPlan: nullable(billedPlan),
};

const billedOfUser = fragment`
    select ${subscriptionColumns},
           trial, billing_customer_id as "customerId",
           payment_failed as "paymentFailed",
           past_due_since as "pastDueSince", ended_for as "endedFor", next_plan as "nextPlan"
      from artist_subscriptions
     where user_id = ${'userId'}`;

export const readBilledSubscription = statement({
  takes: { userId: uuid },
  gives: billed,
})`${billedOfUser}`;

/** Concurrent uploads wait, so that saving the row does not lose their count. */
export const lockBilledSubscription = statement({
  takes: { userId: uuid },
  gives: billed,
})`${billedOfUser} for no key update`;

/** Waits for other changes of this user's subscription, even if there is none yet. */
export const lockUserBilling = statement({ takes: { userId: uuid }, gives: { isDeleted: boolean } })`
    select deleted_at is not null as "isDeleted" from users where id = ${'userId'} for no key update`;

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
    cancelsAtPeriodEnd: boolean,
    customerId: text,
    billingSubscriptionId: text,
    paymentFailed: boolean,
    pastDueSince: nullable(timestamp),
    pausedFor: nullable(oneOf('dispute', 'collection')),
    endedFor: nullable(oneOf('refund', 'dispute')),
    nextPlan: nullable(billedPlan),
    priceId: nullable(text),
    problem: nullable(oneOf('unknown_price')),
    nextCheckAt: timestamp,
    notice: nullable(text),
    now: timestamp,
  },
  gives: {},
})`
    insert into artist_subscriptions (user_id, plan, uploads_limit, price_per_month_cents,
           uploads_used_this_month, active, trial, started_at, expires_at, current_period_start,
           current_period_end, billing_customer_id, billing_subscription_id, payment_failed, past_due_since,
           paused_for, ended_for, next_plan, billing_price_id, problem, next_check_at, cancels_at_period_end,
           last_notice, last_notice_at)
    values (${'userId'}, ${'plan'}, ${'uploadsLimit'}, ${'pricePerMonthCents'}, ${'uploadsUsed'}, ${'active'},
            false, ${'startedAt'}, ${'expiresAt'}, ${'periodStart'}, ${'periodEnd'}, ${'customerId'},
            ${'billingSubscriptionId'}, ${'paymentFailed'}, ${'pastDueSince'}, ${'pausedFor'}, ${'endedFor'},
            ${'nextPlan'}, ${'priceId'}, ${'problem'}, ${'nextCheckAt'}, ${'cancelsAtPeriodEnd'}, ${'notice'},
            case when ${'notice'}::text is null then null else ${'now'}::timestamptz end)
        on conflict (user_id) do update set plan = excluded.plan, uploads_limit = excluded.uploads_limit,
           price_per_month_cents = excluded.price_per_month_cents,
           uploads_used_this_month = excluded.uploads_used_this_month, active = excluded.active, trial = false,
           started_at = excluded.started_at, expires_at = excluded.expires_at,
           current_period_start = excluded.current_period_start,
           current_period_end = excluded.current_period_end,
           billing_customer_id = excluded.billing_customer_id,
           billing_subscription_id = excluded.billing_subscription_id,
           payment_failed = excluded.payment_failed, past_due_since = excluded.past_due_since,
           paused_for = excluded.paused_for, ended_for = excluded.ended_for, next_plan = excluded.next_plan,
           billing_price_id = excluded.billing_price_id, problem = excluded.problem,
           next_check_at = excluded.next_check_at, cancels_at_period_end = excluded.cancels_at_period_end,
           last_notice = coalesce(excluded.last_notice, artist_subscriptions.last_notice),
           last_notice_at = coalesce(excluded.last_notice_at, artist_subscriptions.last_notice_at)`;

/** No row if the notice was processed before. */
export const takeNotice = statement({ takes: { id: text, kind: text, now: timestamp }, gives: {} })`
    insert into billing_notices (id, kind, received_at) values (${'id'}, ${'kind'}, ${'now'})
        on conflict do nothing`;

/** Billed subscriptions whose notice may have been lost, longest waiting first. */
export const dueSubscriptions = statement({
  takes: { now: timestamp, most: integer },
  gives: { id: text },
})`
    select billing_subscription_id as id from artist_subscriptions
     where active and billing_subscription_id is not null and next_check_at <= ${'now'}
     order by next_check_at limit ${'most'}::integer`;

/** Runs before the read, so that one that fails is not first in the next run as well. */
export const postponeCheck = statement({
  takes: { subscriptionId: text, nextCheckAt: timestamp },
  gives: {},
})`
    update artist_subscriptions set next_check_at = ${'nextCheckAt'}
     where billing_subscription_id = ${'subscriptionId'}`;

/**
 * The subscription could not be read: an admin has to check it, and the plan stays as it is until its grace period
 * ends.
 */
export const markUnread = statement({
  takes: {
    subscriptionId: text,
    problem: oneOf('not_at_provider', 'unreadable'),
  },
  gives: {},
})`
    update artist_subscriptions set problem = ${'problem'}
     where billing_subscription_id = ${'subscriptionId'} and active`;

export const userOfCustomer = statement({ takes: { customerId: text }, gives: { userId: uuid } })`
    select user_id as "userId" from artist_subscriptions where billing_customer_id = ${'customerId'}
     limit 1`;

export const isUser = statement({ takes: { userId: uuid }, gives: {} })`
    select from users where id = ${'userId'}`;

export const emailOf = statement({ takes: { userId: uuid }, gives: { email: text, isDeleted: boolean } })`
    select email, deleted_at is not null as "isDeleted" from users where id = ${'userId'}`;

/** No row if a paid plan runs, which only the provider's notices may change. */
export const saveTrial = statement({
  takes: { userId: uuid, uploadsLimit: integer, now: timestamp, expiresAt: timestamp, periodEnd: timestamp },
  gives: {},
})`
  insert into artist_subscriptions (user_id, plan, uploads_limit, price_per_month_cents, uploads_used_this_month,
         active, trial, started_at, expires_at, current_period_start, current_period_end)
  values (${'userId'}, 'icon', ${'uploadsLimit'}, 0, 0, true, true, ${'now'}, ${'expiresAt'}, ${'now'}, ${'periodEnd'})
      on conflict (user_id) do update set plan = 'icon', uploads_limit = excluded.uploads_limit,
         price_per_month_cents = 0, uploads_used_this_month = 0, active = true, trial = true,
         started_at = excluded.started_at, expires_at = excluded.expires_at,
         current_period_start = excluded.current_period_start, current_period_end = excluded.current_period_end,
         payment_failed = false, past_due_since = null, paused_for = null, ended_for = null, problem = null,
         next_plan = null, billing_subscription_id = null
   where artist_subscriptions.billing_subscription_id is null or not artist_subscriptions.active`;

export const setCredits = statement({
  takes: { userId: uuid, remaining: integer, periodStart: date },
  gives: {},
})`
  insert into upload_limits (user_id, remaining, period_start)
  values (${'userId'}, ${'remaining'}, ${'periodStart'})
      on conflict (user_id) do update set remaining = excluded.remaining, period_start = excluded.period_start`;
