import type { Queryable } from '#server/adapters/database/database.ts';
import { type Row, sql } from '../world/sql.ts';

/** The sums per month of plays and stars that differ from what the raw rows say, on either side. */
export const monthDifferences = (db: Queryable): Promise<readonly Row[]> =>
  sql(
    db,
    `with plays as (
       select track_id, date_trunc('month', served_at at time zone 'UTC')::date as month
         from leases where played and outcome is distinct from 'skipped'
     ), raw as (
       select 'plays' as what, track_id, month, 0::bigint as place, count(*) as n from plays group by track_id, month
       union all
       select 'star', track_id, date_trunc('month', created_at at time zone 'UTC')::date as month, rating, count(*)
         from reviews where status in ('pending', 'approved') group by track_id, month, rating
     ), kept as (
       select 'plays' as what, track_id, month, 0::bigint as place, plays::bigint as n from track_months where plays <> 0
       union all
       select 'star', track_id, month, place, n from track_months, unnest(stars) with ordinality as each(n, place)
        where n <> 0)
     (select 'raw' as side, * from (select * from raw except select * from kept) as missing)
      union all
     (select 'kept', * from (select * from kept except select * from raw) as invented)`,
  );

/** The tracks whose counters differ from their raw plays and reviews. */
export const counterDifferences = (db: Queryable): Promise<readonly Row[]> =>
  sql(
    db,
    `select id, play_count, plays, review_count, reviews, rating_sum, stars
       from artist_tracks track
      cross join lateral (
        select count(*)::integer as plays from leases
         where track_id = track.id and played and outcome is distinct from 'skipped'
           and (not is_blind or exists (select from reviews
             where reviews.track_id = track.id and reviews.listener_id = leases.listener_id))) played
      cross join lateral (
        select count(*)::integer as reviews, coalesce(sum(rating), 0)::integer as stars
          from reviews where track_id = track.id and status in ('pending', 'approved')) reviewed
      where (play_count, review_count, rating_sum) <> (plays, reviews, stars)`,
  );

/** The days of an artist whose new or returning listeners differ from the servings that were heard. */
export const audienceDifferences = (db: Queryable): Promise<readonly Row[]> =>
  sql(
    db,
    `with heard as (
       select distinct track.artist_id, listener_id, (served_at at time zone 'UTC')::date as day
         from leases join artist_tracks track on track.id = track_id where played
     ), firsts as (
       select *, min(day) over (partition by artist_id, listener_id) as first_day from heard
     ), raw as (
       select artist_id, day, (count(*) filter (where day = first_day))::integer as new_listeners,
              (count(*) filter (where day > first_day))::integer as returning_listeners
         from firsts group by artist_id, day)
     (select 'raw' as side, * from (select * from raw except select * from artist_days) as missing)
      union all
     (select 'kept', * from (select * from artist_days except select * from raw) as invented)`,
  );
