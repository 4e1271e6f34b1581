import { cents, integer, oneOf, text, timestamp, uuid } from '../../adapters/database/columns.ts';
import { fragment } from '../../adapters/database/fragment.ts';
import { statement } from '../../adapters/database/statement.ts';

/** Income from plans and fees of services, by ledger account. */
export const platformMoney = statement({
  takes: {},
  gives: {
    paidCents: cents,
    feeCents: cents,
    refundCents: cents,
    disputeCents: cents,
    payoutCostCents: cents,
  },
})`select coalesce(sum(booked.cents) filter (where booked.kind = 'plan_income'), 0)::bigint as "paidCents",
     coalesce(sum(booked.cents) filter (where booked.kind = 'billing_fees'), 0)::bigint as "feeCents",
     coalesce(sum(booked.cents) filter (where booked.kind = 'plan_refunds'), 0)::bigint as "refundCents",
     coalesce(sum(booked.cents) filter (where booked.kind = 'plan_disputes'), 0)::bigint as "disputeCents",
     coalesce(sum(booked.cents) filter (where booked.kind = 'payout_costs'), 0)::bigint as "payoutCostCents"
   from (select account.kind, posting.amount_cents as cents
           from ledger.accounts account join ledger.postings posting on posting.account_id = account.id
          where account.listener_id is null
            and account.kind in ('plan_income', 'billing_fees', 'plan_refunds', 'plan_disputes', 'payout_costs')) booked`;

/** Listeners' balances by account, and approved payouts that have not arrived. */
export const moneyOwed = statement({
  takes: {},
  gives: { availableCents: cents, pendingCents: cents, onTheWayCents: cents, owedBackCents: cents },
})`select coalesce(sum(account.balance_cents) filter (where account.kind = 'available'), 0)::bigint as "availableCents",
     coalesce(sum(account.balance_cents) filter (where account.kind = 'pending'), 0)::bigint as "pendingCents",
     coalesce(sum(account.balance_cents) filter (where account.kind = 'owed'), 0)::bigint as "owedBackCents",
     (select coalesce(sum(request.amount_cents), 0)::bigint
        from payout_transfers travel join payout_requests request on request.id = travel.payout_id
        join users listener on listener.id = travel.listener_id
       where travel.transfer in ('waiting', 'sending', 'checking') and travel.request_status = 'completed'
         and has_bounds(listener)) as "onTheWayCents"
   from ledger.accounts account join users person on person.id = account.listener_id
   where account.balance_cents <> 0 and has_bounds(person)`;

/** Open or leased places, undecided reviews, and the most that both can cost. */
export const openPlaces = statement({
  takes: {},
  gives: { places: integer, pendingReviews: integer, mostCents: cents },
})`with open as (
     select coalesce(sum(review_target + house_places + extra_places - review_count + apart_count), 0)
       + (select count(*) from leases lease join artist_tracks taken on taken.id = lease.track_id
           where lease.holds_place and taken.places_from <> 'apart'
             and not (taken.status = 'active' and (taken.has_places or taken.later_at is not null))) as places
     from artist_tracks
    where status = 'active' and (has_places or later_at is not null) and places_from <> 'apart'
   ), waiting as (
     select count(*) as reviews, coalesce(sum(review.reward_cents), 0) as cents
     from reviews review join users person on person.id = review.listener_id
     where review.status = 'pending' and has_bounds(person)
   )
   select open.places::integer as places, waiting.reviews::integer as "pendingReviews",
     (open.places * greatest(rate.reward_cents, rate.trusted_reward_cents) + waiting.cents)::bigint as "mostCents"
   from open cross join waiting cross join ledger.rates rate`;

/**
 * The artists' running periods: the payment received, rewards paid for approved reviews, and the most that the
 * included reviews and the house pool can cost over the whole period. If the plan has ended or the next period runs,
 * only what uploads took counts, and the house pool while a track has places from it; what was counted for the next
 * subscription counts there. Two periods may overlap, after a trial or a refund: a payment belongs to the period that
 * started with it, or to the last one before it.
 */
const margins = fragment`
   select allowance.artist_id, allowance.plan, allowance.period_start,
     (select coalesce(sum(posting.amount_cents), 0)
        from billing_payments payment
        cross join lateral (
          select own.id from review_allowances own
           where own.artist_id = payment.user_id and own.period_end > payment.period_start
           order by own.period_start > payment.period_start,
             abs(extract(epoch from own.period_start - payment.period_start)) limit 1
        ) as paid_for
        cross join lateral (
          select payment.place union all select back.place from billing_reversals back where back.payment_id = payment.id
        ) as source
        join ledger.transactions entry on entry.source_id = source.place and entry.kind in ('plan_payment', 'plan_fee',
          'plan_refund', 'plan_refund_failure', 'plan_dispute', 'plan_dispute_won', 'plan_dispute_fee')
        join ledger.postings posting on posting.transaction_id = entry.id
        join ledger.accounts account on account.id = posting.account_id and account.kind <> 'provider_cash'
       where payment.user_id = allowance.artist_id and paid_for.id = allowance.id) as received_cents,
     (select coalesce(sum(review.earned_cents), 0)
        from artist_tracks track join reviews review on review.track_id = track.id
        join users listener on listener.id = review.listener_id
       where track.artist_id = allowance.artist_id and track.allowance_id = allowance.id
         and review.status = 'approved' and has_bounds(listener)) as reward_cents,
     (case when allowance.id = usable.id then allowance.included + allowance.included / 5
         else allowance.taken - allowance.carried_reviews - allowance.carried_house + case when exists (
           select from artist_tracks track where track.artist_id = allowance.artist_id and track.allowance_id = allowance.id
             and track.status <> 'deleted' and track.places_closed_at is null)
           then allowance.included / 5 else allowance.house_taken end end)
       * (select greatest(reward_cents, trusted_reward_cents) from ledger.rates) as most_cents
   from review_allowances allowance join users person on person.id = allowance.artist_id
   left join lateral (
     select own.id from review_allowances own join artist_subscriptions running on running.user_id = own.artist_id
      where own.artist_id = allowance.artist_id and running.active
      order by own.period_start desc limit 1
   ) as usable on true
   where allowance.period_end > ${'now'} and allowance.period_start <= ${'now'} and has_bounds(person)`;

const plan = oneOf('basic', 'pro', 'unlimited', 'icon');
const margin = { receivedCents: cents, rewardCents: cents, mostCents: cents };

export const marginByPlan = statement({
  takes: { now: timestamp },
  gives: { plan, artists: integer, ...margin },
})`select plan, count(distinct artist_id)::integer as artists, sum(received_cents)::bigint as "receivedCents",
     sum(reward_cents)::bigint as "rewardCents", sum(most_cents)::bigint as "mostCents"
   from (${margins}) as period group by plan
   order by array_position(array['icon', 'basic', 'pro', 'unlimited'], plan)`;

/** An artist with two periods is listed once, with the plan of the later one. */
export const leastMargins = statement({
  takes: { now: timestamp },
  gives: { userId: uuid, displayName: text, plan, ...margin },
})`select artist.id as "userId", coalesce(profile.display_name, '') as "displayName", artist.plan,
     artist.received_cents as "receivedCents", artist.reward_cents as "rewardCents", artist.most_cents as "mostCents"
   from (select artist_id as id, (array_agg(plan order by period_start desc))[1] as plan,
           sum(received_cents)::bigint as received_cents, sum(reward_cents)::bigint as reward_cents,
           sum(most_cents)::bigint as most_cents
           from (${margins}) as period group by artist_id) as artist
   left join profiles profile on profile.user_id = artist.id
   order by artist.received_cents - artist.reward_cents, artist.id limit 10`;
