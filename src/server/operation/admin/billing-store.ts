import {
  boolean,
  cents,
  integer,
  nullable,
  oneOf,
  text,
  timestamp,
  uuid,
} from '../../adapters/database/columns.ts';
import { fragment, selectList } from '../../adapters/database/fragment.ts';
import { statement } from '../../adapters/database/statement.ts';

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

const listed = {
  ...entry,
  currency: nullable(text),
  /** When the account paid for the first time, if it was for this subscription. */
  firstPaidAt: nullable(timestamp),
  refunds: integer,
  refundCents: cents,
  refundsUnderWay: integer,
  refundsFailed: integer,
  refundProblem: nullable(text),
  /** A bank disputes or questions one of its payments. */
  isDisputed: boolean,
};
/** Refunds decided for this subscription, and for another one of the same user while the provider has not responded. */
const refundsOfEntry = fragment`plan_refunds refund join billing_payments payment on payment.id = refund.payment_id
       where refund.user_id = subscription_entries.id
         and (payment.subscription_id = subscription_entries.subscription_id or refund.outcome is null)`;
/** Whether it failed after the decision. The provider's times are whole seconds. */
const hasFailed = fragment`exists (select from billing_reversals back where back.payment_id = refund.payment_id
         and back.kind = 'refund' and back.status = 'failed' and back.happened_at >= date_trunc('second', refund.decided_at))`;
const entryColumns = fragment`${selectList(entry)},
     (select currency from billing_payments payment where payment.subscription_id = subscription_entries.subscription_id
       order by paid_at desc limit 1) as currency,
     (select paid_at from (select paid_at, payment.subscription_id from billing_payments payment
         where payment.user_id = subscription_entries.id and not exists (select from plan_refunds second
           where second.payment_id = payment.id and second.decided_by is null) order by paid_at, payment.id limit 1) as first
       where first.subscription_id = subscription_entries.subscription_id) as "firstPaidAt",
     (select count(*)::integer from ${refundsOfEntry}) as refunds,
     (select coalesce(sum(refund.amount_cents), 0)::bigint from ${refundsOfEntry}) as "refundCents",
     (select count(*)::integer from ${refundsOfEntry} and refund.outcome is null) as "refundsUnderWay",
     (select count(*)::integer from ${refundsOfEntry} and ${hasFailed}) as "refundsFailed",
     (select max(refund.problem) from ${refundsOfEntry}) as "refundProblem",
     exists (select from billing_payments payment join billing_reversals back on back.payment_id = payment.id
       where payment.subscription_id = subscription_entries.subscription_id
         and back.kind = 'dispute' and back.status in ('open', 'inquiry')) as "isDisputed"`;

const place = { createdAt: timestamp, id: uuid, most: integer };

/** Past due, paused or unclear. */
const troubled = fragment`(problem is not null or active and (past_due_since is not null or paused_for is not null))`;
const newest = fragment`(created_at, id) < (${'createdAt'}, ${'id'})
   order by created_at desc, id desc limit ${'most'}::integer`;

export const newestSubscriptions = statement({ takes: place, gives: listed })`
  select ${entryColumns} from subscription_entries where ${newest}`;

export const troubledSubscriptions = statement({ takes: place, gives: listed })`
  select ${entryColumns} from subscription_entries where ${troubled} and ${newest}`;

export const subscriptionsNamed = statement({
  takes: { ...place, search: text, onlyTroubled: boolean },
  gives: listed,
})`
  select ${entryColumns}
   from people_named(${'search'}) as named(user_id) join subscription_entries on id = named.user_id
   where (not ${'onlyTroubled'}::boolean or ${troubled}) and ${newest}`;

export const newestPacks = statement({
  takes: place,
  gives: {
    id: uuid,
    pack: oneOf('ten', 'twenty'),
    createdAt: timestamp,
    amountCents: cents,
    refundedCents: cents,
    currency: text,
    isDisputed: boolean,
    userId: uuid,
    displayName: text,
    refundCents: nullable(cents),
    refundOutcome: nullable(oneOf('refunded', 'refused')),
    refundProblem: nullable(text),
    hasRefundFailed: boolean,
  },
})`
  select payment.place as id, payment.pack, payment.paid_at as "createdAt", payment.amount_cents as "amountCents",
     back.cents as "refundedCents", payment.currency, back.is_disputed as "isDisputed", payment.user_id as "userId",
     coalesce(profile.display_name, '') as "displayName", refund.amount_cents as "refundCents",
     refund.outcome as "refundOutcome", refund.problem as "refundProblem", ${hasFailed} as "hasRefundFailed"
   from billing_payments payment
   left join plan_refunds refund on refund.payment_id = payment.id
   left join profiles profile on profile.user_id = payment.user_id
   cross join lateral (
     select coalesce(sum(amount_cents) filter (where kind = 'refund' and status = 'succeeded'), 0)::bigint as cents,
            coalesce(bool_or(kind = 'dispute' and status <> 'won'), false) as is_disputed
       from billing_reversals where payment_id = payment.id) as back
   where payment.pack is not null and (payment.paid_at, payment.place) < (${'createdAt'}, ${'id'})
   order by payment.paid_at desc, payment.place desc limit ${'most'}::integer`;

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
    subscriptionId: nullable(text),
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
    reason: oneOf('unknown_price', 'unknown_user', 'not_ended', 'not_refunded'),
    userId: nullable(uuid),
    displayName: nullable(text),
    noticedAt: timestamp,
  },
})`
  select stray.subscription_id as "subscriptionId", stray.price_id as "priceId", stray.reason,
     stray.user_id as "userId", profile.display_name as "displayName", stray.noticed_at as "noticedAt"
   from billing_strays stray left join profiles profile on profile.user_id = stray.user_id
   order by stray.noticed_at desc limit 50`;
