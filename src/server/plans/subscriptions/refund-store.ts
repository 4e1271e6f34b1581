import {
  boolean,
  cents,
  integer,
  nullable,
  oneOf,
  text,
  textList,
  timestamp,
  uuid,
} from '../../adapters/database/columns.ts';
import { fragment } from '../../adapters/database/fragment.ts';
import { statement } from '../../adapters/database/statement.ts';

/** Serializes refund decisions. */
export const lockRefunds = statement({ takes: {}, gives: {} })`select from lock_refunds()`;

/** A user's payments for plans, oldest first, without those of a second subscription. */
export const paymentsOf = statement({
  takes: { userId: uuid },
  gives: {
    id: text,
    subscriptionId: text,
    amountCents: cents,
    currency: text,
    paidAt: timestamp,
    periodEnd: timestamp,
    cardMark: nullable(text),
    backCents: cents,
    openDisputes: integer,
    isDecided: boolean,
  },
})`select payment.id, payment.subscription_id as "subscriptionId", payment.amount_cents as "amountCents", payment.currency,
     payment.paid_at as "paidAt", payment.period_end as "periodEnd", payment.card_mark as "cardMark",
     back.cents as "backCents", back.disputes as "openDisputes",
     exists (select from plan_refunds where payment_id = payment.id) as "isDecided"
   from billing_payments payment
   cross join lateral (
     select coalesce(sum(amount_cents) filter (where kind = 'refund' and status <> 'failed'), 0)::bigint as cents,
       (count(*) filter (where kind = 'dispute' and status in ('open', 'inquiry')))::integer as disputes
     from billing_reversals where payment_id = payment.id
   ) as back
   where payment.user_id = ${'userId'} and payment.pack is null and not exists (select from plan_refunds
     where payment_id = payment.id and decided_by is null)
   order by payment.paid_at, payment.id`;

/**
 * Refunds of plans or packs since then, by card and mailbox, and full ones made at the provider: those of other
 * accounts, and for packs also the account's own. One refused during a dispute counts until the dispute is lost,
 * because it is made if the dispute is won.
 */
export const earlierRefunds = statement({
  takes: { userId: uuid, cardMarks: textList, mailboxMark: text, ofPacks: boolean, since: timestamp },
  gives: { userId: uuid, by: oneOf('card', 'mailbox', 'nothing') },
})`select refund.user_id as "userId", case when refund.mailbox_mark = ${'mailboxMark'} or refund.user_id = ${'userId'} then 'mailbox'
       when refund.card_mark = any (${'cardMarks'}::text[]) then 'card' else 'nothing' end as by
     from plan_refunds refund join billing_payments payment on payment.id = refund.payment_id
    where (payment.pack is not null) = ${'ofPacks'} and (${'ofPacks'} or refund.user_id <> ${'userId'})
      and refund.decided_by is not null and refund.decided_at > ${'since'} and (refund.outcome is distinct from 'refused'
      or refund.refused_in_dispute and not exists (select from billing_reversals lost
        where lost.payment_id = refund.payment_id and lost.kind = 'dispute' and lost.status = 'lost'))
   union
   select payment.user_id, 'card' from billing_payments payment join billing_reversals back on back.payment_id = payment.id
    where payment.card_mark = any (${'cardMarks'}::text[]) and (payment.pack is not null) = ${'ofPacks'}
      and (${'ofPacks'} or payment.user_id <> ${'userId'}) and back.happened_at > ${'since'}
      and back.kind = 'refund' and back.status in ('pending', 'succeeded') and back.amount_cents >= payment.amount_cents
      and not exists (select from plan_refunds where payment_id = payment.id and decided_by is null)`;

const packColumns = fragment`payment.id as "paymentId", payment.user_id as "userId", payment.pack, payment.amount_cents as "amountCents",
     payment.paid_at as "paidAt", payment.card_mark as "cardMark", back.cents as "backCents", back.disputes as "openDisputes",
     refund.payment_id is not null as "isDecided",
     refund.payment_id is not null and refund.outcome is distinct from 'refused' as "isToRefund"
   from billing_payments payment left join plan_refunds refund on refund.payment_id = payment.id
   cross join lateral (
     select coalesce(sum(amount_cents) filter (where kind = 'refund' and status <> 'failed'), 0)::bigint as cents,
       (count(*) filter (where kind = 'dispute' and status <> 'won'))::integer as disputes
     from billing_reversals where payment_id = payment.id
   ) as back`;
const paidPack = {
  paymentId: text,
  userId: uuid,
  pack: oneOf('ten', 'twenty'),
  amountCents: cents,
  paidAt: timestamp,
  cardMark: nullable(text),
  backCents: cents,
  openDisputes: integer,
  isDecided: boolean,
  isToRefund: boolean,
};

/** @param id our own of the payment */
export const packBought = statement({ takes: { id: uuid }, gives: paidPack })`
   select ${packColumns} where payment.place = ${'id'} and payment.pack is not null`;

export const packsOf = statement({ takes: { userId: uuid, most: integer }, gives: paidPack })`
   select ${packColumns} where payment.user_id = ${'userId'} and payment.pack is not null
    order by payment.paid_at desc, payment.place desc limit ${'most'}::integer`;

export const insertRefund = statement({
  takes: {
    paymentId: text,
    userId: uuid,
    amountCents: cents,
    mailboxMark: text,
    cardMark: nullable(text),
    decidedBy: uuid,
    now: timestamp,
  },
  gives: {},
})`insert into plan_refunds (payment_id, user_id, amount_cents, mailbox_mark, card_mark, decided_by, decided_at)
   values (${'paymentId'}, ${'userId'}, ${'amountCents'}, ${'mailboxMark'}, ${'cardMark'}, ${'decidedBy'}, ${'now'})`;

/** Refunds these payments in full; nobody has to decide it. */
export const insertRefundsByRule = statement({ takes: { paymentIds: textList, now: timestamp }, gives: {} })`
    insert into plan_refunds (payment_id, user_id, amount_cents, decided_at)
    select payment.id, payment.user_id, payment.amount_cents - back.cents, ${'now'}
      from billing_payments payment cross join lateral (
        select coalesce(sum(amount_cents), 0)::bigint as cents from billing_reversals
         where payment_id = payment.id and kind = 'refund' and status <> 'failed') as back
     where payment.id = any(${'paymentIds'}::text[]) and payment.amount_cents > back.cents
        on conflict (payment_id) do nothing`;

/** How many of these refunds the provider has not made. */
export const refundsToCome = statement({ takes: { subscriptionId: text }, gives: { toCome: integer } })`
    select count(*)::integer as "toCome" from plan_refunds refund join billing_payments payment on payment.id = refund.payment_id
     where payment.subscription_id = ${'subscriptionId'} and refund.decided_by is null
       and payment.amount_cents > (select coalesce(sum(amount_cents), 0) from billing_reversals
         where payment_id = payment.id and kind = 'refund' and status <> 'failed')`;

/** The accounts whose second subscriptions were refunded by rule since then, once for each. */
export const secondSubscriptions = statement({
  takes: { since: timestamp },
  gives: { userId: uuid },
})`
    select refund.user_id as "userId" from plan_refunds refund join billing_payments payment on payment.id = refund.payment_id
     where refund.decided_by is null and payment.pack is null and refund.decided_at > ${'since'}
     group by refund.user_id, payment.subscription_id`;

/** Whether a refund failed after the decision. The provider's times are whole seconds. */
const hasFailed = fragment`exists (select from billing_reversals back where back.payment_id = refund.payment_id
   and back.kind = 'refund' and back.status = 'failed' and back.happened_at >= date_trunc('second', refund.decided_at))`;

const decided = {
  what: oneOf('plan', 'second', 'pack'),
  paymentId: text,
  subscriptionId: nullable(text),
  amountCents: cents,
  paidAt: timestamp,
  outcome: nullable(oneOf('refunded', 'refused')),
  problem: nullable(text),
  hasFailed: boolean,
  askedAgain: integer,
};

const selectDecided = fragment`select case when payment.pack is not null then 'pack' when refund.decided_by is null then 'second' else 'plan' end as what,
     refund.payment_id as "paymentId", payment.subscription_id as "subscriptionId", refund.amount_cents as "amountCents",
     payment.paid_at as "paidAt", refund.outcome, refund.problem,
     ${hasFailed} as "hasFailed", refund.asked_again as "askedAgain"
   from plan_refunds refund join billing_payments payment on payment.id = refund.payment_id`;

/** Refunds decided for a user's running periods, and lately for packs, and any without a response from the provider. */
export const decidedRefunds = statement({
  takes: { userId: uuid, now: timestamp },
  gives: decided,
})`${selectDecided}
   where refund.user_id = ${'userId'} and (payment.period_end > ${'now'} or refund.outcome is null
     or payment.pack is not null and refund.decided_at > ${'now'}::timestamptz - interval '1 day') order by payment.paid_at, payment.id`;

export const refundsOfPayments = statement({
  takes: { paymentIds: textList },
  gives: decided,
})`${selectDecided}
   where refund.payment_id = any(${'paymentIds'}) order by payment.paid_at, payment.id`;

/** Users with refunds that the provider has not responded to, oldest decision first. */
export const usersOfRefundsUnderWay = statement({
  takes: { most: integer },
  gives: { userId: uuid },
})`select user_id as "userId" from plan_refunds where outcome is null
    group by user_id order by min(decided_at) limit ${'most'}::integer`;

/** The provider's first response stays. */
export const noteOutcome = statement({
  takes: {
    paymentId: text,
    outcome: oneOf('refunded', 'refused'),
    problem: nullable(text),
    refusedInDispute: boolean,
  },
  gives: {},
})`update plan_refunds set outcome = ${'outcome'}, problem = ${'problem'}, refused_in_dispute = ${'refusedInDispute'}
    where payment_id = ${'paymentId'} and outcome is null`;

/** Refunds refused during a dispute that has been won since have to be requested again. */
export const reopenRefunds = statement({
  takes: { boughtId: text },
  gives: { userId: uuid },
})`update plan_refunds refund set outcome = null, problem = null, refused_in_dispute = false, asked_again = asked_again + 1
     from billing_payments payment
    where payment.id = refund.payment_id and (payment.subscription_id = ${'boughtId'} or payment.id = ${'boughtId'}) and refund.refused_in_dispute
      and refund.asked_again < (select count(*) filter (where status = 'won')
        from billing_reversals where payment_id = payment.id and kind = 'dispute')
      and not exists (select from billing_reversals where payment_id = payment.id and kind = 'dispute'
        and status in ('open', 'lost'))
   returning refund.user_id as "userId"`;

/** Ends a plan whose payment is being returned. */
export const endRefundedPlan = statement({
  takes: { userId: uuid, subscriptionId: text, now: timestamp },
  gives: {},
})`update artist_subscriptions set active = false, ended_for = 'refund', paused_for = null,
     expires_at = least(coalesce(expires_at, ${'now'}), ${'now'})
    where user_id = ${'userId'} and billing_subscription_id = ${'subscriptionId'}`;
