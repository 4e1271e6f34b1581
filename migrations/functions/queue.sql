-- The queue: which tracks have open places, and whom a listener has met.

-- Places of an assignment that somebody has: leases that hold one, and reviews that are not rejected, or whose appeal is not over.
create or replace function taken_places(given assignments) returns integer
language sql stable set search_path = public, pg_temp as $$
  select ((select count(*) from leases where assignment_id = given.id)
    + (select count(*) from reviews where assignment_id = given.id))::integer
$$;

-- Places of an assignment that a listener can take. Nothing else computes it.
create or replace function open_places(given assignments) returns integer
language sql stable set search_path = public, pg_temp as $$
  select case when given.closed_at is null
    then greatest(0, given.reviews - given.taken_back - taken_places(given)) else 0 end
$$;

-- Reviews that an assignment takes of its lot: all that it has, or once it is closed those that it used.
create or replace function kept_reviews(given assignments) returns integer
language sql stable set search_path = public, pg_temp as $$
  select case when given.closed_at is null then given.reviews - given.taken_back
    else least(given.reviews - given.taken_back, taken_places(given)) end
$$;

-- Reviews of a lot that no track has.
create or replace function left_in(lot review_lots) returns integer
language sql stable set search_path = public, pg_temp as $$
  select (lot.reviews - coalesce(sum(kept_reviews(given)), 0))::integer from assignments given where given.lot_id = lot.id
$$;

-- A track's open assignments in the order in which listeners take their places: late ones, then by weight, then the oldest.
create or replace function open_assignments(p_track uuid, p_returning boolean)
returns table (id uuid, places integer, rank integer, at timestamptz)
language sql stable set search_path = public, pg_temp as $$
  select each_one.id, each_one.places, each_one.rank, each_one.at
    from (select given.id, open_places(given) as places, case when late_at is null then weight else 4 end as rank,
                 coalesce(late_at, assigned_at) as at, returning_until
            from assignments given
           where given.track_id = p_track and closed_at is null and (returning_until is null or p_returning)) as each_one
   where places > 0
   order by returning_until is null, rank desc, at, id
$$;

-- The place that the next listener takes. The track is locked, so that nobody else takes it.
create or replace function next_place(p_track uuid, p_returning boolean) returns uuid
language sql stable set search_path = public, pg_temp as $$
  select id from open_assignments(p_track, p_returning) limit 1
$$;

-- The only writer of a track's open places and of its place in the queue. It counts when the transaction ends, with the track locked.
create or replace function recount_places() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from artist_tracks where id = new.track_id for no key update;
  update artist_tracks track
     set open_places = counted.places, queue_rank = coalesce(counted.rank, queue_rank),
         queue_at = coalesce(counted.at, queue_at)
    from (select coalesce(sum(places), 0)::integer as places, max(rank) as rank,
                 (array_agg(at order by rank desc, at))[1] as at from open_assignments(new.track_id, false)) as counted
   where track.id = new.track_id
     and (open_places, queue_rank, queue_at)
       is distinct from (counted.places, coalesce(counted.rank, queue_rank), coalesce(counted.at, queue_at));
  return null;
end $$;

-- A review that is rejected or reversed gives its place back: once its appeal is over, if its artist asked for the reading. When that
-- is undone it takes the next open one, else the house pays.
create or replace function place_of_decided() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from artist_tracks where id = new.track_id for no key update;
  if new.assignment_id is not null and (old.status = 'rejected' or new.status = 'rejected' and exists (select from readings
      where review_id = new.id and kind = 'press' and says_nothing)) then
    return new;
  end if;
  new.assignment_id := case when new.status in ('pending', 'approved')
      and exists (select from users person where person.id = new.listener_id and has_bounds(person))
    then next_place(new.track_id, exists (select from version_comparisons compared
      where compared.track_id = new.track_id and compared.listener_id = new.listener_id)) end;
  return new;
end $$;

-- Opens the places of rejected reviews whose appeals are over: dismissed, or not made in the time in which one may mend the text.
create or replace function open_held_places(p_at timestamptz) returns void
language sql security definer set search_path = public, pg_temp as $$
  update reviews set assignment_id = null
   where id in (select id from reviews
     where status = 'rejected' and assignment_id is not null
       and (appeal_outcome is not null or appealed_at is null and decided_at <= p_at - interval '48 hours')
     order by track_id, id limit 500 for no key update skip locked)
$$;

-- A lease that is closed holds no place, whoever closes it.
create or replace function give_place_back() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  new.assignment_id := null;
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

-- With its former version, places for returning reviewers are open to all at once, whoever takes it away.
create or replace function open_to_all() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update assignments set returning_until = null
    from artist_tracks version
   where version.predecessor_id = new.id and assignments.track_id = version.id and returning_until is not null;
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

-- All versions of a track, earlier and later ones, deleted ones included.
create or replace function versions_of(p_track uuid) returns setof uuid
language sql stable set search_path = public, pg_temp as $$
  with recursive back as (
    select id, predecessor_id from artist_tracks where id = p_track
    union select former.id, former.predecessor_id from back join artist_tracks former on former.id = back.predecessor_id),
  versions as (
    select id from back
    union select next.id from versions join artist_tracks next on next.predecessor_id = versions.id)
  select id from versions
$$;
