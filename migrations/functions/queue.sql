-- The queue: which tracks have open places, and whom a listener has met.

-- The only writer of running_leases and of taken_kept_places. A kept place stays taken by its review.
create or replace function count_lease() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  took_lease integer := 0;
  took_kept integer := 0;
begin
  if tg_op = 'UPDATE' then
    took_lease := old.holds_place::integer;
    took_kept := (old.is_returning and (old.holds_place or old.outcome is not distinct from 'reviewed'))::integer;
  end if;
  update artist_tracks set running_leases = running_leases + new.holds_place::integer - took_lease,
      taken_kept_places = taken_kept_places - took_kept
        + (new.is_returning and (new.holds_place or new.outcome is not distinct from 'reviewed'))::integer
   where id = new.track_id;
  return null;
end $$;

-- A closed lease holds no place, whoever closes it.
create or replace function give_place_back() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  new.holds_place := false;
  return new;
end $$;

create or replace function give_house_place_back() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update review_allowances allowance set house_taken = greatest(0, house_taken - 1)
    from artist_tracks track where track.id = new.track_id and allowance.id = track.allowance_id and track.house_places > 0;
  update artist_tracks set house_places = house_places - 1 where id = new.track_id and house_places > 0;
  new.place_opened_at := null;
  return new;
end $$;

create or replace function mark_reopened() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.reopened_seq := nextval('reopened_tracks');
  return new;
end $$;

-- Tracks of an artist who may be heard again have been passed, too.
create or replace function reopen_tracks_of_artist() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update artist_tracks set reopened_seq = nextval('reopened_tracks') where artist_id = new.id and has_places;
  return null;
end $$;

-- With its former version every kept place is open to all at once, whoever takes it away.
create or replace function open_kept_places() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update artist_tracks set kept_places = 0 where predecessor_id = new.id and kept_places > 0;
  return null;
end $$;

-- Who reviews without a place is counted apart.
create or replace function count_apart() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  change integer := (new.status in ('pending', 'approved'))::integer
    - case tg_op when 'UPDATE' then (old.status in ('pending', 'approved'))::integer else 0 end;
begin
  if change <> 0 and exists (select from users person where person.id = new.listener_id and not has_bounds(person)) then
    update artist_tracks set apart_count = apart_count + change where id = new.track_id;
  end if;
  return null;
end $$;

create or replace function tally_lapse() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.outcome = 'reviewed' then
    delete from lapsed_leases where listener_id = new.listener_id;
  else
    insert into lapsed_leases as known (listener_id) values (new.listener_id)
      on conflict (listener_id) do update set in_row = known.in_row + 1;
  end if;
  return null;
end $$;

-- A track that is served again, or was leased ahead, is no new meeting.
create or replace function meet_artist() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from leases known where known.listener_id = new.listener_id
       and known.track_id = new.track_id and known.id <> new.id and not known.is_coming) then
    return null;
  end if;
  insert into met_artists as met (listener_id, artist_id, met_at)
    select new.listener_id, track.artist_id, new.served_at from artist_tracks track where track.id = new.track_id
    on conflict (listener_id, artist_id) do update set met_before = met.met_at, met_at = excluded.met_at;
  return null;
end $$;

-- Makes the partitions of this month and the next two, so that the default one stays empty.
create or replace function prepare_play_event_partitions() returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  month date;
begin
  for month in select generate_series(date_trunc('month', now()), now() + interval '2 months', interval '1 month')::date loop
    if to_regclass(format('play_events_%s', to_char(month, 'YYYY_MM'))) is null then
      execute format('create table play_events_%s partition of play_events for values from (%L) to (%L)',
        to_char(month, 'YYYY_MM'), month::timestamp at time zone 'UTC', (month + interval '1 month')::timestamp at time zone 'UTC');
    end if;
  end loop;
end $$;

select prepare_play_event_partitions();
