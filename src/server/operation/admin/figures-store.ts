import {
  boolean,
  cents,
  date,
  double,
  integer,
  nullable,
  oneOf,
  text,
  timestamp,
  uuid,
} from '../../adapters/database/columns.ts';
import { fragment } from '../../adapters/database/fragment.ts';
import { statement } from '../../adapters/database/statement.ts';

export const platformFigures = statement({
  takes: { now: timestamp },
  gives: {
    totalUsers: integer,
    artists: integer,
    listeners: integer,
    activeTracks: integer,
    totalReviews: integer,
    pendingPayouts: integer,
    pendingPayoutCents: cents,
    waitingReviews: integer,
    unreadReviews: integer,
    withheldPayouts: integer,
    sameRecordings: integer,
    openReports: integer,
    openClusters: integer,
  },
})`select kept.people as "totalUsers", kept.artists, kept.listeners, kept.tracks as "activeTracks",
     kept.reviews as "totalReviews", kept.waiting as "waitingReviews",
     kept.payouts as "pendingPayouts", kept.payout_cents as "pendingPayoutCents",
     (select count(*)::integer from (select from readings waits join reviews r on r.id = waits.review_id
        where waits.read_at is null and (waits.kind = 'spot' or waits.asked_at > ${'now'}::timestamptz - interval '24 hours')
          and r.status in ('pending', 'approved')
        limit 1000) as unread) as "unreadReviews",
     (select count(*)::integer from ledger.withheld
       where outcome is null and (appealed_at is not null or withheld_at <= ${'now'}::timestamptz - interval '14 days'))
       as "withheldPayouts",
     (select count(*)::integer from same_recordings same
        join artist_tracks earlier on earlier.id = same.earlier_id and earlier.status <> 'deleted'
        join artist_tracks later on later.id = same.later_id and later.status <> 'deleted'
       where same.decision is null) as "sameRecordings",
     reports.waiting + answers.waiting as "openReports",
     (select count(*)::integer from clusters where decision is null) as "openClusters"
   from (
     select coalesce(sum(number) filter (where counted = 'people'), 0)::integer as people,
       coalesce(sum(number) filter (where counted = 'artist'), 0)::integer as artists,
       coalesce(sum(number) filter (where counted = 'listener'), 0)::integer as listeners,
       coalesce(sum(number) filter (where counted like 'tracks of %'), 0)::integer as tracks,
       coalesce(sum(number) filter (where counted = 'reviews'), 0)::integer as reviews,
       coalesce(sum(number) filter (where counted = 'reviews waiting'), 0)::integer as waiting,
       coalesce(sum(number) filter (where counted = 'payouts waiting'), 0)::integer as payouts,
       coalesce(sum(number) filter (where counted = 'cents of payouts waiting'), 0)::bigint as payout_cents
     from platform_counts
   ) as kept
   cross join (
     select count(distinct report.thing_id)::integer as waiting
     from reports report join users owner on owner.id = report.owner_id and has_bounds(owner)
     where report.decided_at is null
   ) as reports
   cross join (
     select count(*)::integer as waiting
     from takedowns down join users owner on owner.id = down.owner_id and has_bounds(owner)
     where down.answered_at is not null and down.upheld_at is null and down.restored_at is null
   ) as answers`;

/** Whose figures the founder's page counts: nobody of the Test Kit, and sample accounts only if asked. */
const isCounted = fragment`(has_bounds(person) or (${'withSamples'}::boolean and not person.is_test))`;

/** What sample artists paid, which the ledger leaves out, like the entries of `ledger.book_plan_payment`. */
const sampleMoney = fragment`
   select payment.id as payment_id, part.kind, part.cents
     from users person join billing_payments payment on payment.user_id = person.id and payment.currency = 'usd'
    cross join lateral (
      select 'plan_income' as kind, payment.amount_cents as cents
      union all select 'billing_fees', -payment.fee_cents
      union all select case back.kind when 'refund' then 'plan_refunds' else 'plan_disputes' end, -back.amount_cents
        from billing_reversals back where back.payment_id = payment.id and back.status in ('succeeded', 'open', 'lost')
      union all select 'billing_fees', -back.fee_cents from billing_reversals back
       where back.payment_id = payment.id and back.kind = 'dispute') as part
    where ${'withSamples'} and not has_bounds(person) and not person.is_test`;

/** Income from plans and fees of services, by ledger account. */
export const platformMoney = statement({
  takes: { withSamples: boolean },
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
            and account.kind in ('plan_income', 'billing_fees', 'plan_refunds', 'plan_disputes', 'payout_costs')
         union all select kind, cents from (${sampleMoney}) as of_samples) booked`;

/** Listeners' balances by account, and approved payouts that have not arrived. */
export const moneyOwed = statement({
  takes: { withSamples: boolean },
  gives: { availableCents: cents, pendingCents: cents, onTheWayCents: cents, owedBackCents: cents },
})`select coalesce(sum(account.balance_cents) filter (where account.kind = 'available'), 0)::bigint as "availableCents",
     coalesce(sum(account.balance_cents) filter (where account.kind = 'pending'), 0)::bigint as "pendingCents",
     coalesce(sum(account.balance_cents) filter (where account.kind = 'owed'), 0)::bigint as "owedBackCents",
     (select coalesce(sum(request.amount_cents), 0)::bigint
        from payout_transfers travel join payout_requests request on request.id = travel.payout_id
        join users person on person.id = travel.listener_id
       where travel.transfer in ('waiting', 'sending', 'checking') and travel.request_status = 'completed'
         and ${isCounted}) as "onTheWayCents"
   from ledger.accounts account join users person on person.id = account.listener_id
   where account.balance_cents <> 0 and ${isCounted}`;

/**
 * Places that are open or held by a listener, undecided reviews, and the most that both can cost. Only tracks that can have
 * such a place are read: full ones become ever more.
 */
export const openPlaces = statement({
  takes: { withSamples: boolean },
  gives: { places: integer, pendingReviews: integer, mostCents: cents },
})`with tracks as (
     select id from artist_tracks where has_places
     union select id from artist_tracks where held_until is not null
     union select track_id from leases where assignment_id is not null
     union select track_id from assignments where returning_until is not null and closed_at is null
   ), open as (
     select coalesce(sum(greatest(0, given.reviews - given.taken_back - (select count(*) from reviews
         where assignment_id = given.id and status in ('pending', 'approved')))), 0) as places
     from tracks join artist_tracks track on track.id = tracks.id and track.status = 'active'
     join users person on person.id = track.artist_id and ${isCounted}
     join assignments given on given.track_id = track.id and given.closed_at is null
   ), waiting as (
     select count(*) as reviews, coalesce(sum(review.reward_cents), 0) as cents
     from reviews review join users person on person.id = review.listener_id
     where review.status = 'pending' and ${isCounted}
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
       where payment.id = lot.payment_id)
       + (select coalesce(sum(cents), 0) from (${sampleMoney}) as of_samples where payment_id = lot.payment_id) as received_cents,
     (select coalesce(sum(review.earned_cents), 0)
        from review_lots paid join assignments given on given.lot_id = paid.id
        join reviews review on review.assignment_id = given.id and review.status = 'approved'
       where paid.id = any(array_agg(lot.id))) as reward_cents,
     sum(case when lot.closed_at is null then lot.reviews else lot.reviews - left_in(lot) end
       + case when lot.closed_at is null and lot.source in ('plan', 'pack') then ceil(lot.reviews * 0.1) else 0 end)
       * (select greatest(reward_cents, trusted_reward_cents) from ledger.rates) as most_cents
   from review_lots lot join users person on person.id = lot.artist_id
   where lot.expires_at > ${'now'} and lot.source in ('plan', 'pack') and ${isCounted}
   group by lot.artist_id, lot.payment_id, case when lot.payment_id is null then lot.id end`;

const sold = oneOf('basic', 'pro', 'unlimited', 'icon', 'pack');
const margin = { receivedCents: cents, rewardCents: cents, mostCents: cents };

export const marginBySold = statement({
  takes: { now: timestamp, withSamples: boolean },
  gives: { sold, artists: integer, ...margin },
})`select sold, count(distinct artist_id)::integer as artists, sum(received_cents)::bigint as "receivedCents",
     sum(reward_cents)::bigint as "rewardCents", sum(most_cents)::bigint as "mostCents"
   from (${margins}) as bought group by sold
   order by array_position(array['icon', 'pack', 'basic', 'pro', 'unlimited'], sold)`;

/** An artist who bought several times is listed once, with the newest. */
export const leastMargins = statement({
  takes: { now: timestamp, withSamples: boolean },
  gives: { userId: uuid, displayName: text, sold, ...margin },
})`select artist.id as "userId", coalesce(profile.display_name, '') as "displayName", artist.sold,
     artist.received_cents as "receivedCents", artist.reward_cents as "rewardCents", artist.most_cents as "mostCents"
   from (select artist_id as id, (array_agg(sold order by bought_at desc))[1] as sold,
           sum(received_cents)::bigint as received_cents, sum(reward_cents)::bigint as reward_cents,
           sum(most_cents)::bigint as most_cents
           from (${margins}) as bought group by artist_id) as artist
   left join profiles profile on profile.user_id = artist.id
   order by artist.received_cents - artist.reward_cents, artist.id limit 10`;

/** For each day (UTC): the reviews that artists assigned, and the reviews sent that day that are approved by now. */
export const supplyAndDemand = statement({
  takes: { since: timestamp, now: timestamp, withSamples: boolean },
  gives: { day: date, places: integer, approved: integer },
})`with asked as (
     select (given.assigned_at at time zone 'UTC')::date as day, sum(given.reviews - given.taken_back) as places
     from assignments given join artist_tracks track on track.id = given.track_id
     join users person on person.id = track.artist_id
     where given.assigned_at >= ${'since'} and track.status = 'active' and ${isCounted} group by 1
   ), sent as (
     select (review.created_at at time zone 'UTC')::date as day, count(*) as approved
     from reviews review join users person on person.id = review.listener_id
     where review.created_at >= ${'since'} and review.status = 'approved' and ${isCounted} group by 1
   )
   select day.day::date as day, coalesce(asked.places, 0)::integer as places,
     coalesce(sent.approved, 0)::integer as approved
   from generate_series((${'since'}::timestamptz at time zone 'UTC')::date::timestamp,
     (${'now'}::timestamptz at time zone 'UTC')::date::timestamp, interval '1 day') as day (day)
   left join asked on asked.day = day.day left join sent on sent.day = day.day
   order by day.day`;

/** Reviews sent since then, and by how many listeners. */
export const reviewsSince = statement({
  takes: { since: timestamp, withSamples: boolean },
  gives: { sent: integer, listeners: integer },
})`select count(*)::integer as sent, count(distinct review.listener_id)::integer as listeners
   from reviews review join users person on person.id = review.listener_id
   where review.created_at >= ${'since'} and ${isCounted}`;

/**
 * The median days to the last review, over tracks uploaded since then that have all their reviews; null if there are
 * none.
 */
export const daysToFill = statement({
  takes: { since: timestamp, withSamples: boolean },
  gives: { days: nullable(double) },
})`select percentile_cont(0.5) within group (order by extract(epoch from filled.at - filled.created_at) / 86400) as days
   from (select track.created_at, (select max(review.created_at) from reviews review
             join users person on person.id = review.listener_id and ${isCounted}
             where review.track_id = track.id and review.status in ('pending', 'approved')) as at
           from artist_tracks track
           join users person on person.id = track.artist_id and ${isCounted}
          where track.status = 'active' and track.created_at >= ${'since'}
            and (select sum(given.reviews - given.taken_back) <= sum(taken_places(given))
              from assignments given where given.track_id = track.id and given.closed_at is null)
            and not exists (select from leases lease join assignments given on given.id = lease.assignment_id
              where given.track_id = track.id)) as filled
          where filled.at is not null`;

/** How many of the reviews sent since then each rule doubted, most first. */
export const doubtsByRule = statement({
  takes: { since: timestamp, withSamples: boolean },
  gives: { rule: text, reviews: integer },
})`select finding.rule, count(*)::integer as reviews
   from review_findings finding
   join reviews review on review.id = finding.review_id and review.created_at >= ${'since'}
   join users person on person.id = review.listener_id
   where not finding.passed and finding.created_at >= ${'since'} and ${isCounted}
   group by finding.rule order by count(*) desc, finding.rule`;

/** The earliest payout request that is pending, or approved and not arrived yet. */
export const oldestPayout = statement({
  takes: { withSamples: boolean },
  gives: { userId: uuid, displayName: text, createdAt: timestamp },
})`select request.listener_id as "userId", coalesce(profile.display_name, '') as "displayName",
     request.created_at as "createdAt"
   from payout_transfers travel
   join payout_requests request on request.id = travel.payout_id
   join users person on person.id = travel.listener_id
   left join profiles profile on profile.user_id = travel.listener_id
   where travel.transfer in ('waiting', 'sending', 'checking') and travel.request_status in ('pending', 'completed')
     and ${isCounted}
   order by request.created_at, request.id limit 1`;
