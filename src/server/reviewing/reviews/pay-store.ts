import { boolean, cents, date, integer, nullable, timestamp, uuid } from '../../adapters/database/columns.ts';
import { statement } from '../../adapters/database/statement.ts';

/** The newest reviews of a listener, newest first. A sitting ends at the first long pause between two. */
export const newestReviews = statement({
  takes: { listenerId: uuid, since: timestamp, most: integer },
  gives: { id: uuid, earnedCents: cents, createdAt: timestamp },
})`select id, earned_cents as "earnedCents", created_at as "createdAt"
   from reviews where listener_id = ${'listenerId'} and created_at > ${'since'}
   order by created_at desc, id desc limit ${'most'}::integer`;

/**
 * Median cents per hour over the last 50 approved reviews: the reward divided by the time from serving to sending. Null
 * before the third.
 */
export const medianPerHour = statement({
  takes: { listenerId: uuid },
  gives: { centsPerHour: nullable(cents) },
})`select case when count(*) >= 3 then
       round(percentile_cont(0.5) within group (order by "each".earned_cents * 3600 / "each".seconds))::bigint
     end as "centsPerHour"
   from (
     select r.earned_cents, greatest(60, extract(epoch from r.created_at - a.served_at))::double precision as seconds
       from reviews r
       join lateral (
         select served_at from leases
          where listener_id = r.listener_id and track_id = r.track_id and outcome = 'reviewed'
          order by closed_at desc limit 1
       ) as a on true
      where r.listener_id = ${'listenerId'} and r.status = 'approved'
      order by r.created_at desc, r.id desc limit 50
   ) as "each"`;

/** The median of what listeners earned in an hour; null below `least` approved reviews of all of them. */
export const medianOfListeners = statement({
  takes: { since: timestamp, least: integer },
  gives: { centsPerHour: nullable(cents) },
})`select case when sum(approved) >= ${'least'}::integer then
       round(percentile_cont(0.5) within group (order by earned_cents * 3600 / seconds))::bigint
     end as "centsPerHour"
   from (
     select sum(r.earned_cents)::double precision as earned_cents, count(*) filter (where r.status = 'approved') as approved,
         sum(greatest(60, extract(epoch from r.created_at - a.served_at)))::double precision as seconds
       from reviews r
       join users person on person.id = r.listener_id and has_bounds(person)
       join lateral (
         select served_at from leases
          where listener_id = r.listener_id and track_id = r.track_id and outcome = 'reviewed'
          order by closed_at desc limit 1
       ) as a on true
      where r.decided_at > ${'since'}
      group by r.listener_id
   ) as "each"`;

/** Counts an approved review toward its day. Test and sample accounts are in no budget. */
export const countReward = statement({ takes: { reviewId: uuid, day: date }, gives: {} })`
  insert into rewards_of_days (review_id, day, cents)
  select review.id, ${'day'}, review.earned_cents
    from reviews review join users person on person.id = review.listener_id and has_bounds(person)
   where review.id = ${'reviewId'} and review.status = 'approved'
  on conflict on constraint rewards_of_days__review do update set day = excluded.day, cents = excluded.cents`;

export const uncountReward = statement({ takes: { reviewId: uuid }, gives: {} })`
  delete from rewards_of_days where review_id = ${'reviewId'}`;

export const rewardsOfDay = statement({ takes: { day: date }, gives: { paid: cents } })`
  select coalesce(sum(cents), 0)::bigint as paid from rewards_of_days where day = ${'day'}`;

export const standsInBudget = statement({
  takes: { listenerId: uuid },
  gives: { stands: boolean },
})`select has_bounds(person) as stands from users person where id = ${'listenerId'}`;

export const forgetRewards = statement({ takes: { before: date }, gives: {} })`
  delete from rewards_of_days where day < ${'before'}`;
