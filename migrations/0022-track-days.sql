-- Figures for artists: per track and day in UTC, kept by the very transactions that write plays and reviews, so that
-- analytics never reads raw events.

create table track_days (
  track_id uuid not null constraint track_days__track_id references artist_tracks (id),
  day date not null,
  -- Plays of this day, and of them those of each hour of the day.
  plays integer not null default 0,
  hours integer[] not null default array_fill(0, array[24]),
  -- Pending and approved reviews of this day, by their stars from one to five.
  stars integer[] not null default array_fill(0, array[5]),
  constraint track_days__track_day primary key (track_id, day),
  constraint track_days__hours check (cardinality(hours) = 24),
  constraint track_days__stars check (cardinality(stars) = 5)
);

-- When a listener first and last heard an artist.
create table artist_listeners (
  artist_id uuid not null,
  listener_id uuid not null,
  first_day date not null,
  last_day date not null,
  constraint artist_listeners__artist_listener primary key (artist_id, listener_id)
);
-- Listeners of an artist on a day: those who heard the artist for the first time, and those who came back.
create table artist_days (
  artist_id uuid not null,
  day date not null,
  new_listeners integer not null default 0,
  returning_listeners integer not null default 0,
  constraint artist_days__artist_day primary key (artist_id, day)
);

create function add_to_track_day(of_track uuid, at timestamptz, hour_change integer, rating integer, star_change integer)
returns void language sql set search_path = public, pg_temp as $$
  insert into track_days (track_id, day) values (of_track, (at at time zone 'UTC')::date) on conflict do nothing;
  update track_days
     set plays = plays + hour_change,
         hours = case when hour_change = 0 then hours else (
           select array_agg(h + case when i - 1 = extract(hour from at at time zone 'UTC') then hour_change else 0 end order by i)
             from unnest(hours) with ordinality as each(h, i)) end,
         stars = case when star_change = 0 then stars else (
           select array_agg(s + case when i = rating then star_change else 0 end order by i)
             from unnest(stars) with ordinality as each(s, i)) end
   where track_id = of_track and day = (at at time zone 'UTC')::date;
$$;
revoke all on function add_to_track_day from public;

-- A play is a serving of the track that was heard and not skipped; its day is the one on which it was served.
create function count_play_of_day() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  today date := (new.served_at at time zone 'UTC')::date;
  counted boolean := tg_op = 'UPDATE' and old.played and old.outcome is distinct from 'skipped';
  counts boolean := new.played and new.outcome is distinct from 'skipped';
  artist uuid;
  last date;
begin
  if counted <> counts then
    perform add_to_track_day(new.track_id, new.served_at, case when counts then 1 else -1 end, 0, 0);
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
revoke all on function count_play_of_day() from public;
create trigger assignments__counted after insert or update of played, outcome on assignments
  for each row execute function count_play_of_day();

create function count_review_of_day() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'UPDATE' and old.status in ('pending', 'approved') then
    perform add_to_track_day(old.track_id, old.created_at, 0, old.rating, -1);
  end if;
  if new.status in ('pending', 'approved') then
    perform add_to_track_day(new.track_id, new.created_at, 0, new.rating, 1);
  end if;
  return null;
end $$;
revoke all on function count_review_of_day() from public;
create trigger reviews__counted_in after insert on reviews
  for each row execute function count_review_of_day();
create trigger reviews__counted_again after update of status, rating on reviews
  for each row when (old.status is distinct from new.status or old.rating is distinct from new.rating)
  execute function count_review_of_day();

grant select on track_days, artist_days to earshot_app;
