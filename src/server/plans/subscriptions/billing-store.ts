import {
  boolean,
  cents,
  double,
  integer,
  nullable,
  oneOf,
  text,
  textList,
  timestamp,
  uuid,
} from '../../adapters/database/columns.ts';
import { statement } from '../../adapters/database/statement.ts';

/** The provider's id identifies a payment, so saving it twice changes nothing. */
export const savePayment = statement({
  takes: {
    id: text,
    subscriptionId: nullable(text),
    pack: nullable(oneOf('ten', 'twenty')),
    userId: uuid,
    amountCents: cents,
    feeCents: nullable(cents),
    currency: text,
    periodStart: timestamp,
    periodEnd: timestamp,
    paidAt: timestamp,
    cardMark: nullable(text),
  },
  gives: { isNew: boolean },
})`
    insert into billing_payments (id, subscription_id, pack, user_id, amount_cents, fee_cents, currency, period_start,
           period_end, paid_at, card_mark)
    values (${'id'}, ${'subscriptionId'}, ${'pack'}, ${'userId'}, ${'amountCents'}, ${'feeCents'}, ${'currency'},
            ${'periodStart'}, ${'periodEnd'}, ${'paidAt'}, ${'cardMark'})
        on conflict (id) do update set fee_cents = coalesce(excluded.fee_cents, billing_payments.fee_cents),
           card_mark = coalesce(excluded.card_mark, billing_payments.card_mark),
           period_start = excluded.period_start, period_end = excluded.period_end
    returning xmax = 0 as "isNew"`;

export const saveReversal = statement({
  takes: {
    id: text,
    paymentId: text,
    kind: oneOf('refund', 'dispute'),
    amountCents: cents,
    feeCents: nullable(cents),
    currency: text,
    status: oneOf('pending', 'succeeded', 'failed', 'inquiry', 'open', 'won', 'lost'),
    happenedAt: timestamp,
  },
  gives: {},
})`
    insert into billing_reversals (id, payment_id, kind, amount_cents, fee_cents, currency, status, happened_at)
    values (${'id'}, ${'paymentId'}, ${'kind'}, ${'amountCents'}, ${'feeCents'}, ${'currency'}, ${'status'},
            ${'happenedAt'})
        on conflict (id) do update set amount_cents = excluded.amount_cents, status = excluded.status,
           fee_cents = coalesce(excluded.fee_cents, billing_reversals.fee_cents)`;

/**
 * The money of periods that end after that time, and the disputes of all periods. A refund that an admin decided counts unless
 * the provider refuses it or it fails later; failures before the decision do not matter. The provider's times are whole
 * seconds.
 */
export const moneyOf = statement({
  takes: { subscriptionId: text, endsAfter: timestamp },
  gives: {
    paidCents: cents,
    refundedCents: cents,
    refundsDecided: integer,
    openDisputes: integer,
    lostDisputes: integer,
    refundsUnderWay: integer,
  },
})`
    select coalesce(sum(payment.amount_cents) filter (where payment.period_end > ${'endsAfter'}), 0)::bigint as "paidCents",
           coalesce(sum(back.refunded) filter (where payment.period_end > ${'endsAfter'}), 0)::bigint as "refundedCents",
           count(*) filter (where payment.period_end > ${'endsAfter'} and decided.payment_id is not null
             and back.failed = 0)::integer as "refundsDecided",
           coalesce(sum(back.open), 0)::integer as "openDisputes",
           coalesce(sum(back.lost), 0)::integer as "lostDisputes",
           count(*) filter (where decided.payment_id is not null and decided.outcome is null)::integer as "refundsUnderWay"
      from billing_payments payment
      left join plan_refunds decided on decided.payment_id = payment.id and decided.outcome is distinct from 'refused'
      cross join lateral (
        select coalesce(sum(amount_cents) filter (where kind = 'refund' and status = 'succeeded'), 0) as refunded,
               count(*) filter (where kind = 'refund' and status = 'failed'
                 and happened_at >= date_trunc('second', decided.decided_at)) as failed,
               count(*) filter (where kind = 'dispute' and status = 'open') as open,
               count(*) filter (where kind = 'dispute' and status = 'lost') as lost
          from billing_reversals where payment_id = payment.id
      ) as back
     where payment.subscription_id = ${'subscriptionId'}`;

/** Whether it is known, and its oldest payment with an open dispute, whose outcome the next read has to include. */
export const knownPayments = statement({
  takes: { subscriptionId: text },
  gives: { isKnown: boolean, disputedAt: nullable(timestamp) },
})`
    select count(*) > 0 as "isKnown", min(payment.paid_at) filter (where exists (
             select from billing_reversals back where back.payment_id = payment.id and back.kind = 'dispute'
               and back.status in ('open', 'inquiry'))) as "disputedAt"
      from billing_payments payment where payment.subscription_id = ${'subscriptionId'}`;

/**
 * The stored state of a subscription or a pack's payment, and its user's plan. `version` changes with every write, `content` only if the
 * facts change; timestamps of notices and retries are not content.
 */
export const savedState = statement({
  takes: { boughtId: text, userId: uuid },
  gives: { version: text, content: text },
})`
    select concat(plan.version, '/', stray.version, '/', money.version) as version,
           md5(concat(plan.content, '/', stray.content, '/', money.content)) as content
      from (select max(xmin::text) as version, max((to_jsonb(known) - array['last_notice', 'last_notice_at',
                   'next_check_at'])::text) as content
              from artist_subscriptions known where user_id = ${'userId'}) plan
     cross join (select max(xmin::text) as version, max((to_jsonb(noted) - array['noticed_at', 'next_check_at'])::text)
                   as content
              from billing_strays noted where subscription_id = ${'boughtId'}) stray
     cross join (select string_agg(concat(payment.xmin, ':', back.xmin), ' ' order by payment.id, back.id) as version,
                   string_agg(concat(to_jsonb(payment), to_jsonb(back)), ' ' order by payment.id, back.id) as content
              from billing_payments payment left join billing_reversals back on back.payment_id = payment.id
             where payment.subscription_id = ${'boughtId'} or payment.id = ${'boughtId'}) money`;

export const saveStray = statement({
  takes: {
    subscriptionId: text,
    userId: nullable(uuid),
    priceId: nullable(text),
    reason: oneOf('unknown_price', 'unknown_user', 'not_ended', 'not_refunded'),
    now: timestamp,
    nextCheckAt: timestamp,
  },
  gives: {},
})`
    insert into billing_strays (subscription_id, user_id, price_id, reason, noticed_at, next_check_at)
    values (${'subscriptionId'}, ${'userId'}, ${'priceId'}, ${'reason'}, ${'now'}, ${'nextCheckAt'})
        on conflict (subscription_id) do update set user_id = excluded.user_id, price_id = excluded.price_id,
           reason = excluded.reason, next_check_at = excluded.next_check_at`;

export const strayToRefund = statement({ takes: { subscriptionId: text }, gives: {} })`
    select from billing_strays where subscription_id = ${'subscriptionId'} and reason = 'not_refunded'`;

export const forgetNotEnded = statement({ takes: { subscriptionId: text }, gives: {} })`
    delete from billing_strays where subscription_id = ${'subscriptionId'} and reason = 'not_ended'`;

export const forgetStray = statement({ takes: { subscriptionId: text }, gives: {} })`
    delete from billing_strays where subscription_id = ${'subscriptionId'}`;

export const forgetOldStray = statement({
  takes: { subscriptionId: text, noticedBy: timestamp },
  gives: {},
})`
    delete from billing_strays where subscription_id = ${'subscriptionId'} and noticed_at <= ${'noticedBy'}`;

export const postponeStray = statement({
  takes: { subscriptionId: text, nextCheckAt: timestamp },
  gives: {},
})`
    update billing_strays set next_check_at = ${'nextCheckAt'} where subscription_id = ${'subscriptionId'}`;

export const dueStrays = statement({ takes: { now: timestamp, most: integer }, gives: { id: text } })`
    select subscription_id as id from billing_strays where next_check_at <= ${'now'}
     order by next_check_at limit ${'most'}::integer`;

export const savePriceCheck = statement({
  takes: { priceId: text, problem: nullable(text), now: timestamp },
  gives: {},
})`
    insert into billing_price_checks (price_id, problem, checked_at)
    values (${'priceId'}, ${'problem'}, ${'now'})
        on conflict (price_id) do update set problem = excluded.problem, checked_at = excluded.checked_at`;

export const readPriceChecks = statement({
  takes: { priceIds: textList },
  gives: { priceId: text, problem: nullable(text), checkedAt: timestamp },
})`
    select price_id as "priceId", problem, checked_at as "checkedAt"
      from billing_price_checks where price_id = any(${'priceIds'})`;

export const countTroubled = statement({
  takes: {},
  gives: {
    past_due: integer,
    paused: integer,
    unknown_price: integer,
    unknown_user: integer,
    not_ended: integer,
    not_refunded: integer,
    unread: integer,
  },
})`
    select (count(*) filter (where active and past_due_since is not null))::integer as past_due,
           (count(*) filter (where active and paused_for is not null))::integer as paused,
           (select count(*)::integer from billing_strays where reason = 'unknown_price') as unknown_price,
           (select count(*)::integer from billing_strays where reason = 'unknown_user') as unknown_user,
           (select count(*)::integer from billing_strays where reason = 'not_ended') as not_ended,
           (select count(*)::integer from billing_strays where reason = 'not_refunded') as not_refunded,
           (count(*) filter (where problem in ('not_at_provider', 'unreadable')))::integer as unread
      from artist_subscriptions
     where billing_subscription_id is not null
       and (problem is not null or active and (past_due_since is not null or paused_for is not null))`;

/** The age of the provider's latest notice; no row before the first. */
export const readNoticeAge = statement({ takes: {}, gives: { ageSeconds: double } })`
    select greatest(0, extract(epoch from now() - received_at))::double precision as "ageSeconds"
      from billing_notices order by received_at desc limit 1`;
