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

/** Places that are open or held by a listener, undecided reviews, and the most that both can cost. */
export const openPlaces = statement({
  takes: {},
  gives: { places: integer, pendingReviews: integer, mostCents: cents },
})`with open as (
     select coalesce(sum(greatest(0, given.reviews - given.taken_back - (select count(*) from reviews
         where assignment_id = given.id and status in ('pending', 'approved')))), 0) as places
     from assignments given join artist_tracks track on track.id = given.track_id and track.status = 'active'
     join users artist on artist.id = track.artist_id and has_bounds(artist)
    where given.closed_at is null
   ), waiting as (
     select count(*) as reviews, coalesce(sum(review.reward_cents), 0) as cents
     from reviews review join users person on person.id = review.listener_id
     where review.status = 'pending' and has_bounds(person)
   )
   select open.places::integer as places, waiting.reviews::integer as "pendingReviews",
     (open.places * greatest(rate.reward_cents, rate.trusted_reward_cents) + waiting.cents)::bigint as "mostCents"
   from open cross join waiting cross join ledger.rates rate`;

/**
 * What artists bought that runs, by payment: plan periods and packs, the payment received, rewards paid for approved reviews,
 * and the most that its reviews can cost, with what missed dates may add.
 */
const margins = fragment`
   select lot.artist_id, min(coalesce(lot.plan, 'pack')) as sold, min(lot.created_at) as bought_at,
     (select coalesce(sum(posting.amount_cents), 0)
        from billing_payments payment
        cross join lateral (
          select payment.place union all select back.place from billing_reversals back where back.payment_id = payment.id
        ) as source
        join ledger.transactions entry on entry.source_id = source.place and entry.kind in ('plan_payment', 'plan_fee',
          'plan_refund', 'plan_refund_failure', 'plan_dispute', 'plan_dispute_won', 'plan_dispute_fee')
        join ledger.postings posting on posting.transaction_id = entry.id
        join ledger.accounts account on account.id = posting.account_id and account.kind <> 'provider_cash'
       where payment.id = lot.payment_id) as received_cents,
     (select coalesce(sum(review.earned_cents), 0)
        from review_lots paid join assignments given on given.lot_id = paid.id
        join reviews review on review.assignment_id = given.id and review.status = 'approved'
       where paid.id = any(array_agg(lot.id))) as reward_cents,
     sum(case when lot.closed_at is null then lot.reviews else lot.reviews - left_in(lot) end
       + case when lot.closed_at is null and lot.source in ('plan', 'pack') then ceil(lot.reviews * 0.1) else 0 end)
       * (select greatest(reward_cents, trusted_reward_cents) from ledger.rates) as most_cents
   from review_lots lot join users person on person.id = lot.artist_id
   where lot.expires_at > ${'now'} and lot.source in ('plan', 'pack') and has_bounds(person)
   group by lot.artist_id, lot.payment_id, case when lot.payment_id is null then lot.id end`;

const sold = oneOf('basic', 'pro', 'unlimited', 'icon', 'pack');
const margin = { receivedCents: cents, rewardCents: cents, mostCents: cents };

export const marginBySold = statement({
  takes: { now: timestamp },
  gives: { sold, artists: integer, ...margin },
})`select sold, count(distinct artist_id)::integer as artists, sum(received_cents)::bigint as "receivedCents",
     sum(reward_cents)::bigint as "rewardCents", sum(most_cents)::bigint as "mostCents"
   from (${margins}) as bought group by sold
   order by array_position(array['icon', 'pack', 'basic', 'pro', 'unlimited'], sold)`;

/** An artist who bought several times is listed once, with the newest. */
export const leastMargins = statement({
  takes: { now: timestamp },
  gives: { userId: uuid, displayName: text, sold, ...margin },
})`select artist.id as "userId", coalesce(profile.display_name, '') as "displayName", artist.sold,
     artist.received_cents as "receivedCents", artist.reward_cents as "rewardCents", artist.most_cents as "mostCents"
   from (select artist_id as id, (array_agg(sold order by bought_at desc))[1] as sold,
           sum(received_cents)::bigint as received_cents, sum(reward_cents)::bigint as reward_cents,
           sum(most_cents)::bigint as most_cents
           from (${margins}) as bought group by artist_id) as artist
   left join profiles profile on profile.user_id = artist.id
   order by artist.received_cents - artist.reward_cents, artist.id limit 10`;
