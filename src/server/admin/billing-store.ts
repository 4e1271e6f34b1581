import {
  boolean,
  cents,
  integer,
  nullable,
  oneOf,
  text,
  timestamp,
  uuid,
} from '../adapters/database/columns.ts';
import { statement } from '../adapters/database/statement.ts';

const entry = {
  id: uuid,
  displayName: text,
  plan: oneOf('basic', 'pro', 'unlimited', 'icon'),
  active: boolean,
  expiresAt: nullable(timestamp),
  uploadsLimit: nullable(integer),
  uploadsUsed: integer,
  periodStart: timestamp,
  periodEnd: timestamp,
  pausedFor: nullable(oneOf('dispute', 'collection')),
  endedFor: nullable(oneOf('refund', 'dispute')),
  problem: nullable(oneOf('unknown_price', 'not_at_provider', 'unreadable')),
  pastDueSince: nullable(timestamp),
  subscriptionId: text,
  customerId: nullable(text),
  priceId: nullable(text),
  createdAt: timestamp,
  lastNotice: nullable(text),
  lastNoticeAt: nullable(timestamp),
  paidCents: cents,
  refundedCents: cents,
};

const place = { createdAt: timestamp, id: uuid, most: integer };

export const newestSubscriptions = statement({ takes: place, gives: entry })`
  select id, display_name as "displayName", plan, active, expires_at as "expiresAt", uploads_limit as "uploadsLimit",
     uploads_used as "uploadsUsed", period_start as "periodStart", period_end as "periodEnd",
     paused_for as "pausedFor", ended_for as "endedFor", problem, past_due_since as "pastDueSince",
     subscription_id as "subscriptionId", customer_id as "customerId", price_id as "priceId", created_at as "createdAt",
     last_notice as "lastNotice", last_notice_at as "lastNoticeAt", paid_cents as "paidCents",
     refunded_cents as "refundedCents"
   from subscription_entries where (created_at, id) < (${'createdAt'}, ${'id'})
   order by created_at desc, id desc limit ${'most'}::integer`;

export const troubledSubscriptions = statement({ takes: place, gives: entry })`
  select id, display_name as "displayName", plan, active, expires_at as "expiresAt", uploads_limit as "uploadsLimit",
     uploads_used as "uploadsUsed", period_start as "periodStart", period_end as "periodEnd",
     paused_for as "pausedFor", ended_for as "endedFor", problem, past_due_since as "pastDueSince",
     subscription_id as "subscriptionId", customer_id as "customerId", price_id as "priceId", created_at as "createdAt",
     last_notice as "lastNotice", last_notice_at as "lastNoticeAt", paid_cents as "paidCents",
     refunded_cents as "refundedCents"
   from subscription_entries
   where (problem is not null or active and (past_due_since is not null or paused_for is not null))
     and (created_at, id) < (${'createdAt'}, ${'id'})
   order by created_at desc, id desc limit ${'most'}::integer`;

export const subscriptionsNamed = statement({
  takes: { ...place, search: text, onlyTroubled: boolean },
  gives: entry,
})`
  select id, display_name as "displayName", plan, active, expires_at as "expiresAt", uploads_limit as "uploadsLimit",
     uploads_used as "uploadsUsed", period_start as "periodStart", period_end as "periodEnd",
     paused_for as "pausedFor", ended_for as "endedFor", problem, past_due_since as "pastDueSince",
     subscription_id as "subscriptionId", customer_id as "customerId", price_id as "priceId", created_at as "createdAt",
     last_notice as "lastNotice", last_notice_at as "lastNoticeAt", paid_cents as "paidCents",
     refunded_cents as "refundedCents"
   from people_named(${'search'}) as named(user_id) join subscription_entries on id = named.user_id
   where (created_at, id) < (${'createdAt'}, ${'id'})
     and (not ${'onlyTroubled'}::boolean or problem is not null
       or active and (past_due_since is not null or paused_for is not null))
   order by created_at desc, id desc limit ${'most'}::integer`;

export const newestReversals = statement({
  takes: place,
  gives: {
    id: uuid,
    reversalId: text,
    kind: oneOf('refund', 'dispute'),
    status: oneOf('pending', 'succeeded', 'failed', 'inquiry', 'open', 'won', 'lost'),
    amountCents: cents,
    feeCents: nullable(cents),
    currency: text,
    createdAt: timestamp,
    paymentId: text,
    paidCents: cents,
    paidAt: timestamp,
    subscriptionId: text,
    userId: uuid,
    displayName: text,
  },
})`
  select back.place as id, back.id as "reversalId", back.kind, back.status, back.amount_cents as "amountCents",
     back.fee_cents as "feeCents", back.currency, back.happened_at as "createdAt", back.payment_id as "paymentId",
     paid.amount_cents as "paidCents", paid.paid_at as "paidAt", paid.subscription_id as "subscriptionId",
     paid.user_id as "userId", coalesce(profile.display_name, '') as "displayName"
   from billing_reversals back join billing_payments paid on paid.id = back.payment_id
   left join profiles profile on profile.user_id = paid.user_id
   where (back.happened_at, back.place) < (${'createdAt'}, ${'id'})
   order by back.happened_at desc, back.place desc limit ${'most'}::integer`;

export const newestStrays = statement({
  takes: {},
  gives: {
    subscriptionId: text,
    priceId: nullable(text),
    reason: oneOf('unknown_price', 'unknown_user'),
    userId: nullable(uuid),
    displayName: nullable(text),
    noticedAt: timestamp,
  },
})`
  select stray.subscription_id as "subscriptionId", stray.price_id as "priceId", stray.reason,
     stray.user_id as "userId", profile.display_name as "displayName", stray.noticed_at as "noticedAt"
   from billing_strays stray left join profiles profile on profile.user_id = stray.user_id
   order by stray.noticed_at desc limit 50`;
