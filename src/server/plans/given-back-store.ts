import { boolean, integer, timestamp, uuid } from '../adapters/database/columns.ts';
import { fragment } from '../adapters/database/fragment.ts';
import { statement } from '../adapters/database/statement.ts';

/**
 * Whether the money of the period that paid for the track has been returned or is disputed; what was given back then
 * cannot be used. Read each time, because the provider can refuse a refund and a dispute can be won.
 */
const isPaidBack = fragment`exists (
     select from artist_tracks track
       join review_allowances allowance on allowance.id = track.allowance_id
       cross join lateral (
         select sum(payment.amount_cents) as paid, sum(back.refunded) as refunded, sum(back.disputes) as disputes,
                count(*) filter (where decided.payment_id is not null and back.failed = 0) as decided
           from billing_payments payment
           left join plan_refunds decided on decided.payment_id = payment.id and decided.outcome is distinct from 'refused'
           cross join lateral (
             select coalesce(sum(amount_cents) filter (where kind = 'refund' and status = 'succeeded'), 0) as refunded,
                    count(*) filter (where kind = 'refund' and status = 'failed'
                      and happened_at >= date_trunc('second', decided.decided_at)) as failed,
                    count(*) filter (where kind = 'dispute' and status in ('open', 'lost')) as disputes
               from billing_reversals where payment_id = payment.id
           ) as back
          where payment.subscription_id = allowance.billing_subscription_id
            and payment.period_start < allowance.period_end and payment.period_end > allowance.period_start
       ) as money
      where track.id = given.track_id
        and (money.decided > 0 or money.disputes > 0 or money.refunded >= money.paid))`;

const isUsable = fragment`(given.uploads_left > 0 or given.reviews_left > 0) and not ${isPaidBack}`;

/** The unused part of everything returned to an artist. */
export const readGivenBack = statement({
  takes: { artistId: uuid },
  gives: { uploads: integer, reviews: integer },
})`select coalesce(sum(uploads_left), 0)::integer as uploads, coalesce(sum(reviews_left), 0)::integer as reviews
   from given_back given where given.artist_id = ${'artistId'} and ${isUsable}`;

/** Locks what is left, oldest first, so that concurrent uploads wait for each other. */
export const lockGivenBack = statement({
  takes: { artistId: uuid },
  gives: { trackId: uuid, uploadsLeft: integer, reviewsLeft: integer },
})`select track_id as "trackId", uploads_left as "uploadsLeft", reviews_left as "reviewsLeft" from given_back given
   where given.artist_id = ${'artistId'} and ${isUsable}
   order by given_at, track_id for update`;

export const spendGivenUpload = statement({ takes: { trackId: uuid }, gives: {} })`
   update given_back set uploads_left = uploads_left - 1 where track_id = ${'trackId'}`;

export const spendGivenReviews = statement({ takes: { trackId: uuid, reviews: integer }, gives: {} })`
   update given_back set reviews_left = reviews_left - ${'reviews'} where track_id = ${'trackId'}`;

/** One row if something was returned for the track. The caller holds the track's lock. */
export const wasGivenBack = statement({ takes: { trackId: uuid }, gives: { trackId: uuid } })`
   select track_id as "trackId" from given_back where track_id = ${'trackId'}`;

/** Whether what was returned for the track can be used. */
export const canUseGivenBack = statement({ takes: { trackId: uuid }, gives: { canUse: boolean } })`
   select not ${isPaidBack} as "canUse" from given_back given where given.track_id = ${'trackId'}`;

/** Once per track: inserts no row if something was returned for it before. */
export const insertGivenBack = statement({
  takes: {
    trackId: uuid,
    artistId: uuid,
    uploads: integer,
    reviews: integer,
    reviewsMoved: integer,
    now: timestamp,
  },
  gives: {},
})`insert into given_back (track_id, artist_id, uploads, uploads_left, reviews, reviews_left, reviews_moved, given_at)
   values (${'trackId'}, ${'artistId'}, ${'uploads'}, ${'uploads'}, ${'reviews'}, ${'reviews'}, ${'reviewsMoved'},
           ${'now'})
   on conflict do nothing`;

/** Returns the upload to the plan while its period still runs; no row after that. */
export const returnUpload = statement({
  takes: { userId: uuid, periodStart: timestamp },
  gives: {},
})`update artist_subscriptions set uploads_used_this_month = uploads_used_this_month - 1
   where user_id = ${'userId'} and active and uploads_used_this_month > 0
     and ${'periodStart'} in (current_period_start, case when plan = 'icon' then started_at end)`;
