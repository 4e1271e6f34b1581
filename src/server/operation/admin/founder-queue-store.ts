import { date, double, integer, nullable, text, timestamp, uuid } from '../../adapters/database/columns.ts';
import { statement } from '../../adapters/database/statement.ts';

/** For each day (UTC): the reviews that artists assigned, and the reviews sent that day that are approved by now. */
export const supplyAndDemand = statement({
  takes: { since: timestamp, now: timestamp },
  gives: { day: date, places: integer, approved: integer },
})`with asked as (
     select (given.assigned_at at time zone 'UTC')::date as day, sum(given.reviews - given.taken_back) as places
     from assignments given join artist_tracks track on track.id = given.track_id
     join users artist on artist.id = track.artist_id
     where given.assigned_at >= ${'since'} and track.status = 'active' and has_bounds(artist) group by 1
   ), sent as (
     select (review.created_at at time zone 'UTC')::date as day, count(*) as approved
     from reviews review join users person on person.id = review.listener_id
     where review.created_at >= ${'since'} and review.status = 'approved' and has_bounds(person) group by 1
   )
   select day.day::date as day, coalesce(asked.places, 0)::integer as places,
     coalesce(sent.approved, 0)::integer as approved
   from generate_series((${'since'}::timestamptz at time zone 'UTC')::date::timestamp,
     (${'now'}::timestamptz at time zone 'UTC')::date::timestamp, interval '1 day') as day (day)
   left join asked on asked.day = day.day left join sent on sent.day = day.day
   order by day.day`;

/** Reviews sent since then, and by how many listeners. */
export const reviewsSince = statement({
  takes: { since: timestamp },
  gives: { sent: integer, listeners: integer },
})`select count(*)::integer as sent, count(distinct review.listener_id)::integer as listeners
   from reviews review join users person on person.id = review.listener_id
   where review.created_at >= ${'since'} and has_bounds(person)`;

/**
 * The median days to the last review, over tracks uploaded since then that have all their reviews; null if there are
 * none.
 */
export const daysToFill = statement({
  takes: { since: timestamp },
  gives: { days: nullable(double) },
})`select percentile_cont(0.5) within group (order by extract(epoch from filled.at - filled.created_at) / 86400) as days
   from (select track.created_at, (select max(review.created_at) from reviews review
             join users person on person.id = review.listener_id and has_bounds(person)
             where review.track_id = track.id and review.status in ('pending', 'approved')) as at
           from artist_tracks track
           join users artist on artist.id = track.artist_id and has_bounds(artist)
          where track.status = 'active' and track.created_at >= ${'since'}
            and (select sum(given.reviews - given.taken_back) <= sum(taken_places(given))
              from assignments given where given.track_id = track.id and given.closed_at is null)
            and not exists (select from leases lease join assignments given on given.id = lease.assignment_id
              where given.track_id = track.id)) as filled
          where filled.at is not null`;

/** How many of the reviews sent since then each rule doubted, most first. */
export const doubtsByRule = statement({
  takes: { since: timestamp },
  gives: { rule: text, reviews: integer },
})`select finding.rule, count(*)::integer as reviews
   from review_findings finding
   join reviews review on review.id = finding.review_id and review.created_at >= ${'since'}
   join users person on person.id = review.listener_id
   where not finding.passed and finding.created_at >= ${'since'} and has_bounds(person)
   group by finding.rule order by count(*) desc, finding.rule`;

/** The earliest payout request that is pending, or approved and not arrived yet. */
export const oldestPayout = statement({
  takes: {},
  gives: { userId: uuid, displayName: text, createdAt: timestamp },
})`select request.listener_id as "userId", coalesce(profile.display_name, '') as "displayName",
     request.created_at as "createdAt"
   from payout_transfers travel
   join payout_requests request on request.id = travel.payout_id
   join users person on person.id = travel.listener_id
   left join profiles profile on profile.user_id = travel.listener_id
   where travel.transfer in ('waiting', 'sending', 'checking') and travel.request_status in ('pending', 'completed')
     and has_bounds(person)
   order by request.created_at, request.id limit 1`;
