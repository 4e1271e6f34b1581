import {
  boolean,
  integer,
  nullable,
  oneOf,
  text,
  timestamp,
  uuid,
  uuidList,
} from '../../adapters/database/columns.ts';
import { fragment } from '../../adapters/database/fragment.ts';
import { statement } from '../../adapters/database/statement.ts';

const plan = oneOf('basic', 'pro', 'unlimited', 'icon');
const source = oneOf('plan', 'pack', 'free', 'missed', 'takedown', 'before');

/** The first lock of every act on an artist's reviews, so that no other act on them runs at the same time. */
export const lockArtist = statement({ takes: { artistId: uuid }, gives: { hasBounds: boolean } })`
   select has_bounds(person) as "hasBounds" from users person where person.id = ${'artistId'} for no key update`;

/** Test and sample accounts have no limits. */
export const artistHasBounds = statement({ takes: { artistId: uuid }, gives: { hasBounds: boolean } })`
   select has_bounds(person) as "hasBounds" from users person where person.id = ${'artistId'}`;

const isOpen = fragment`lot.closed_at is null and not lot.waits_for_budget and lot.opens_at <= ${'now'}
       and lot.expires_at > ${'now'}`;

/** The lots of an artist with reviews to assign, the first to expire first. */
export const openLots = statement({
  takes: { artistId: uuid, now: timestamp },
  gives: {
    id: uuid,
    source,
    plan: nullable(plan),
    reviews: integer,
    left: integer,
    fresh: integer,
    opensAt: timestamp,
    expiresAt: timestamp,
  },
})`select * from (
     select lot.id, lot.source, lot.plan, lot.reviews, left_in(lot) as "left",
       lot.reviews - (select coalesce(sum(reviews), 0)::integer from assignments where lot_id = lot.id) as fresh,
       lot.opens_at as "opensAt", lot.expires_at as "expiresAt"
     from review_lots lot where lot.artist_id = ${'artistId'} and ${isOpen}) as found
   where found."left" > 0 order by "expiresAt", id`;

/** What the next lots of an artist bring: those that open first, at the same time. */
export const comingLots = statement({
  takes: { artistId: uuid, now: timestamp },
  gives: { reviews: integer, opensAt: timestamp, isCertain: boolean },
})`select sum(reviews)::integer as reviews, opens_at as "opensAt", not waits_for_budget as "isCertain" from review_lots
   where artist_id = ${'artistId'} and closed_at is null and reviews > 0
     and (opens_at > ${'now'} or waits_for_budget)
   group by waits_for_budget, opens_at order by waits_for_budget, opens_at limit 1`;

export const insertLot = statement({
  takes: {
    artistId: uuid,
    source,
    reviews: integer,
    uploads: integer,
    paymentId: nullable(text),
    plan: nullable(plan),
    subscriptionId: nullable(text),
    periodStart: nullable(timestamp),
    causeId: nullable(uuid),
    opensAt: timestamp,
    expiresAt: timestamp,
    waitsForBudget: boolean,
    toldAt: nullable(timestamp),
    now: timestamp,
  },
  gives: { id: uuid },
})`insert into review_lots (artist_id, source, reviews, uploads, payment_id, plan, subscription_id, period_start, cause_id,
     created_at, opens_at, expires_at, waits_for_budget, told_at)
   values (${'artistId'}, ${'source'}, ${'reviews'}, ${'uploads'}, ${'paymentId'}, ${'plan'}, ${'subscriptionId'},
     ${'periodStart'}, ${'causeId'}, ${'now'}, ${'opensAt'}, ${'expiresAt'}, ${'waitsForBudget'}, ${'toldAt'})
   on conflict do nothing returning id`;

/**
 * The lots of a plan's period, closed ones included. The provider may begin a period early or date it anew, so those count that
 * began in the second half of the period before or later. A won dispute moves when they expire, so that says nothing.
 */
export const lotsOfPeriod = statement({
  takes: { artistId: uuid, subscriptionId: nullable(text), since: timestamp },
  gives: { plan, reviews: integer },
})`select plan, reviews from review_lots
   where artist_id = ${'artistId'} and source = 'plan' and subscription_id is not distinct from ${'subscriptionId'}
     and period_start > ${'since'}`;

/** The newest payment for the period of a subscription with this middle. */
export const paymentOfPeriod = statement({
  takes: { subscriptionId: text, middle: timestamp },
  gives: { id: text, paidAt: timestamp },
})`select id, paid_at as "paidAt" from billing_payments
   where subscription_id = ${'subscriptionId'} and period_end > ${'middle'}
   order by paid_at desc, id desc limit 1`;

/** Names the payment of lots that came before the provider told of it. */
export const namePayments = statement({ takes: { artistId: uuid }, gives: {} })`
   update review_lots lot set payment_id = payment.id from billing_payments payment
    where lot.artist_id = ${'artistId'} and lot.payment_id is null and payment.subscription_id = lot.subscription_id
      and lot.period_start >= payment.period_start - interval '1 day' and lot.period_start < payment.period_end - interval '1 day'`;

/** The time of the account's first payment for a plan, without what was sent back at once; null if none is known. */
export const firstPlanPayment = statement({
  takes: { artistId: uuid },
  gives: { paidAt: nullable(timestamp) },
})`
   select min(paid_at) as "paidAt" from billing_payments
    where user_id = ${'artistId'} and subscription_id is not null
      and not exists (select from plan_refunds back where back.payment_id = billing_payments.id and back.decided_by is null)`;

/** How many reviews of plans that the artist pays for are open: also those that tracks have, without what is closed. */
export const openedOfPlans = statement({
  takes: { artistId: uuid, now: timestamp },
  gives: { opened: integer },
})`
   select coalesce(sum(reviews), 0)::integer as opened from review_lots
    where artist_id = ${'artistId'} and source = 'plan' and subscription_id is not null and closed_at is null
      and opens_at <= ${'now'} and expires_at > ${'now'}`;

/** Whether the money of a payment is gone: refunded as a whole, decided to be, or disputed. */
const isBack = fragment`(exists (select from plan_refunds decided where decided.payment_id = payment.id
         and decided.outcome is distinct from 'refused' and not exists (select from billing_reversals failed
           where failed.payment_id = payment.id and failed.kind = 'refund' and failed.status = 'failed'
             and failed.happened_at >= date_trunc('second', decided.decided_at)))
       or exists (select from billing_reversals dispute where dispute.payment_id = payment.id
         and dispute.kind = 'dispute' and dispute.status in ('open', 'lost'))
       or payment.amount_cents <= (select coalesce(sum(refund.amount_cents), 0) from billing_reversals refund
         where refund.payment_id = payment.id and refund.kind = 'refund' and refund.status = 'succeeded'))`;

/** Closes the lots whose money is gone. Gives those that it closed. */
export const closeLots = statement({ takes: { artistId: uuid, now: timestamp }, gives: { id: uuid } })`
   update review_lots lot set closed_at = ${'now'} from billing_payments payment
    where lot.artist_id = ${'artistId'} and lot.closed_at is null and payment.id = lot.payment_id and ${isBack}
   returning lot.id`;

/**
 * Opens lots again whose money is back, with the time that they lost. What was on tracks did not expire there, so it can be
 * assigned for a month at least.
 */
export const reopenLots = statement({ takes: { artistId: uuid, now: timestamp }, gives: {} })`
   update review_lots lot set closed_at = null,
       opens_at = lot.opens_at + (${'now'}::timestamptz - lot.closed_at) * (lot.opens_at > lot.closed_at)::integer,
       expires_at = ${'now'}::timestamptz + greatest(lot.expires_at - lot.closed_at,
         (select interval '1 month' from assignments given where given.lot_id = lot.id and given.closed_at = lot.closed_at limit 1))
     from billing_payments payment
    where lot.artist_id = ${'artistId'} and lot.closed_at is not null and payment.id = lot.payment_id and not ${isBack}
      and not exists (select from users person where person.id = lot.artist_id and person.deleted_at is not null)`;

export const closeAllLots = statement({ takes: { artistId: uuid, now: timestamp }, gives: { id: uuid } })`
   update review_lots set closed_at = ${'now'} where artist_id = ${'artistId'} and closed_at is null returning id`;

/** Whether anything was used of what a payment brought, what a missed date brought for it included. */
export const anyUsed = statement({ takes: { paymentId: text }, gives: { isUsed: boolean } })`
   select exists (select from review_lots lot left join artist_tracks track on track.upload_lot_id = lot.id
     where lot.payment_id = ${'paymentId'} and (left_in(lot) < lot.reviews or track.id is not null)) as "isUsed"`;

/** The lots whose upload was not used, the first to expire first. */
export const lotsWithUpload = statement({ takes: { artistId: uuid, now: timestamp }, gives: { id: uuid } })`
   select lot.id from review_lots lot where lot.artist_id = ${'artistId'} and lot.uploads > 0 and ${isOpen}
     and not exists (select from artist_tracks where upload_lot_id = lot.id)
   order by lot.expires_at, lot.id`;

/** All lots of a lot's payment, locked, so that two acts do not give the same part of it. */
export const lockPayment = statement({ takes: { lotId: uuid }, gives: { id: uuid } })`
   select other.id from review_lots lot join review_lots other
       on other.id = lot.id or other.payment_id = lot.payment_id
    where lot.id = ${'lotId'} order by other.id for no key update of other`;

/** What a payment's lots brought, and what the house gave for it: missed dates, and late reviews that are or may be sent. */
export const givenByHouse = statement({
  takes: { lotIds: uuidList },
  gives: { brought: integer, given: integer, paymentId: nullable(text) },
})`with tracks as (select distinct track_id as id from assignments where lot_id = any(${'lotIds'}))
   select coalesce(sum(lot.reviews) filter (where lot.source not in ('missed', 'takedown')), 0)::integer as brought,
     (coalesce(sum(lot.reviews) filter (where lot.payment_id is not null and lot.source in ('missed', 'takedown')), 0)
       + coalesce((select sum(missed.reviews) from assignments given join review_lots missed
           on missed.cause_id in (given.id, given.track_id) and missed.payment_id is null
             and missed.source in ('missed', 'takedown')
         where given.lot_id = any(${'lotIds'})), 0)
       + (select count(*) from reviews review join tracks on tracks.id = review.track_id
           join users person on person.id = review.listener_id
         where review.assignment_id is null and review.status in ('pending', 'approved') and has_bounds(person))
       + (select count(*) from leases ended join tracks on tracks.id = ended.track_id
         where ended.closed_at is null and ended.sendable_until is not null and ended.assignment_id is null
           and ended.needs_place))::integer as given,
     max(lot.payment_id) as "paymentId"
   from review_lots lot where lot.id = any(${'lotIds'})`;

/** Whether a missed date or a wrong takedown has brought a track's upload already. */
export const uploadCameBack = statement({ takes: { trackId: uuid }, gives: { cameBack: boolean } })`
   select exists (select from review_lots where uploads > 0 and source in ('missed', 'takedown')
     and cause_id = any(array(select id from assignments where track_id = ${'trackId'}) || ${'trackId'}::uuid)) as "cameBack"`;

/** Plans that nobody bills, whose running period may have no lot yet. */
export const unbilledPlans = statement({
  takes: { now: timestamp, most: integer },
  gives: { artistId: uuid },
})`
   select plan.user_id as "artistId" from artist_subscriptions plan
    where plan.active and plan.billing_subscription_id is null and (plan.expires_at is null or plan.expires_at > ${'now'})
      and not exists (select from review_lots lot where lot.artist_id = plan.user_id and lot.source = 'plan'
        and lot.subscription_id is null and lot.expires_at > ${'now'})
    limit ${'most'}::integer`;

/** Artists whose reviews have come and who have a track without any, and those without one. Told once. */
export const tellOpened = statement({
  takes: { now: timestamp, most: integer },
  gives: { artistId: uuid, reviews: integer, isWanted: boolean },
})`with opened as (
     update review_lots lot set told_at = ${'now'}
      where lot.id in (select id from review_lots untold where untold.told_at is null and untold.opens_at <= ${'now'}
        and not untold.waits_for_budget order by untold.opens_at limit ${'most'}::integer for update skip locked)
     returning lot.id)
   select lot.artist_id as "artistId", sum(left_in(lot))::integer as reviews,
     exists (select from artist_tracks track where track.artist_id = lot.artist_id and track.status = 'active'
       and not exists (select from assignments given where given.track_id = track.id and kept_reviews(given) > 0)) as "isWanted"
   from opened join review_lots lot using (id) join users person on person.id = lot.artist_id and person.deleted_at is null
   where lot.closed_at is null and lot.expires_at > ${'now'} group by lot.artist_id`;
