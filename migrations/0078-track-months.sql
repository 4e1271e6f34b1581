-- Figures for artists are shown by the month, so they are kept by the month: what analytics reads grows with the age of a
-- track, not with how often it is heard.

create table track_months (
  track_id uuid not null constraint track_months__track_id references artist_tracks (id),
  -- The first day of a month in UTC.
  month date not null constraint track_months__month check (extract(day from month) = 1),
  -- Plays of this month, and of them those of each hour of the day.
  plays integer not null default 0 constraint track_months__plays check (plays >= 0),
  hours integer[] not null default array_fill(0, array[24]),
  -- Pending and approved reviews of this month, by their stars from one to five.
  stars integer[] not null default array_fill(0, array[5]),
  constraint track_months__track_month primary key (track_id, month),
  constraint track_months__hours check (cardinality(hours) = 24),
  constraint track_months__stars check (cardinality(stars) = 5)
);

with counted as (
  select track_id, date_trunc('month', day)::date as month, plays, hours, stars from track_days
), summed as (
  select track_id, month, sum(plays)::integer as plays from counted group by track_id, month
), hour_sums as (
  select track_id, month, array_agg(n order by i) as hours
    from (select track_id, month, i, sum(h)::integer as n
            from counted, unnest(hours) with ordinality as each(h, i) group by track_id, month, i) each_hour
   group by track_id, month
), star_sums as (
  select track_id, month, array_agg(n order by i) as stars
    from (select track_id, month, i, sum(s)::integer as n
            from counted, unnest(stars) with ordinality as each(s, i) group by track_id, month, i) each_star
   group by track_id, month
)
insert into track_months (track_id, month, plays, hours, stars)
select track_id, month, plays, hours, stars
  from summed join hour_sums using (track_id, month) join star_sums using (track_id, month);

create function add_to_track_month(of_track uuid, at timestamptz, hour_change integer, rating integer, star_change integer)
returns void language plpgsql set search_path = public, pg_temp as $$
declare
  of_month date := date_trunc('month', at at time zone 'UTC')::date;
  of_hour integer := extract(hour from at at time zone 'UTC') + 1;
begin
  insert into track_months (track_id, month) values (of_track, of_month) on conflict do nothing;
  if hour_change <> 0 then
    update track_months set plays = plays + hour_change, hours[of_hour] = hours[of_hour] + hour_change
     where track_id = of_track and month = of_month;
  end if;
  if star_change <> 0 then
    update track_months set stars[rating] = stars[rating] + star_change
     where track_id = of_track and month = of_month;
  end if;
end $$;
revoke all on function add_to_track_month from public;

alter function count_play_of_day() rename to count_play;
create or replace function count_play() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  today date := (new.served_at at time zone 'UTC')::date;
  counted boolean := tg_op = 'UPDATE' and old.played and old.outcome is distinct from 'skipped';
  counts boolean := new.played and new.outcome is distinct from 'skipped';
  artist uuid;
  last date;
begin
  if counted <> counts then
    perform add_to_track_month(new.track_id, new.served_at, case when counts then 1 else -1 end, 0, 0);
  end if;
  if not new.played or (tg_op = 'UPDATE' and old.played) then return null; end if;
  select artist_id into artist from artist_tracks where id = new.track_id;
  select last_day into last from artist_listeners where artist_id = artist and listener_id = new.listener_id for update;
  insert into artist_listeners as known values (artist, new.listener_id, today, today)
    on conflict (artist_id, listener_id) do update set last_day = greatest(known.last_day, excluded.last_day);
  if last is null or last < today then
    insert into artist_days as known values (artist, today, (last is null)::integer, (last is not null)::integer)
      on conflict (artist_id, day) do update
        set new_listeners = known.new_listeners + excluded.new_listeners,
            returning_listeners = known.returning_listeners + excluded.returning_listeners;
  end if;
  return null;
end $$;

alter function count_review_of_day() rename to count_review;
create or replace function count_review() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'UPDATE' and old.status in ('pending', 'approved') then
    perform add_to_track_month(old.track_id, old.created_at, 0, old.rating, -1);
  end if;
  if new.status in ('pending', 'approved') then
    perform add_to_track_month(new.track_id, new.created_at, 0, new.rating, 1);
  end if;
  return null;
end $$;

drop function add_to_track_day;
drop table track_days;

-- The listeners of an artist, the latest first.
create index artist_listeners__latest on artist_listeners (artist_id, last_day desc, listener_id);
grant select on track_months, artist_listeners to earshot_app;
