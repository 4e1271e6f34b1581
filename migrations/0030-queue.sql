-- The queue without a walk over everything a listener has reviewed: places are counted at the track, and each listener
-- keeps a cursor into the ordered queue of each priority weight.

alter table artist_tracks
  -- Leases that hold a place of this track, kept by the triggers below.
  add column running_leases integer not null default 0
    constraint artist_tracks__running_leases check (running_leases >= 0),
  -- Set each time a full track gets a free place again: listeners who have passed it look here.
  add column reopened_seq bigint,
  add column has_places boolean not null
    generated always as (status = 'active' and review_count + running_leases < review_target) stored;

alter table assignments
  -- False once the lease has lapsed or the assignment is closed.
  add column holds_place boolean not null default true,
  -- Leased ahead, so that its sound is there when the served track is done with.
  add column is_coming boolean not null default false;
update assignments set holds_place = closed_at is null;
alter table assignments add constraint assignments__holds_place check (not holds_place or closed_at is null);
update artist_tracks track set running_leases =
  (select count(*) from assignments assignment where assignment.track_id = track.id and assignment.holds_place);

drop index assignments__open_listener;
create unique index assignments__open_listener on assignments (listener_id) where closed_at is null and not is_coming;
create unique index assignments__coming_listener on assignments (listener_id) where closed_at is null and is_coming;
create index assignments__lapsing on assignments (leased_until) where holds_place;

drop index artist_tracks__queue;
create index artist_tracks__places on artist_tracks (priority_weight, created_at, id) where has_places;
create index artist_tracks__active on artist_tracks (priority_weight, created_at, id) where status = 'active';
create index artist_tracks__reopened on artist_tracks (priority_weight, reopened_seq)
  where has_places and reopened_seq is not null;

create sequence reopened_tracks;
-- Its last value is what a new listener has seen, so the first is spent here.
select nextval('reopened_tracks');

create function mark_reopened() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.reopened_seq := nextval('reopened_tracks');
  return new;
end $$;
create trigger artist_tracks__reopened before update of review_count, running_leases, review_target on artist_tracks
  for each row when (not old.has_places and new.status = 'active'
    and new.review_count + new.running_leases < new.review_target)
  execute function mark_reopened();

-- Tracks of an artist who may be heard again have been passed, too.
create function reopen_tracks_of_artist() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update artist_tracks set reopened_seq = nextval('reopened_tracks') where artist_id = new.id and has_places;
  return null;
end $$;
create trigger users__tracks_return after update of suspended_at on users
  for each row when (old.suspended_at is not null and new.suspended_at is null)
  execute function reopen_tracks_of_artist();

-- A closed assignment holds no place, whoever closes it.
create function give_place_back() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  new.holds_place := false;
  return new;
end $$;
create trigger assignments__closing before update of closed_at on assignments
  for each row when (new.closed_at is not null and new.holds_place)
  execute function give_place_back();

-- The only writer of running_leases.
create function count_lease() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update artist_tracks set running_leases = running_leases + case when new.holds_place then 1 else -1 end
   where id = new.track_id;
  return null;
end $$;
create trigger assignments__place_taken after insert on assignments
  for each row when (new.holds_place) execute function count_lease();
create trigger assignments__place_changed after update on assignments
  for each row when (old.holds_place <> new.holds_place) execute function count_lease();
revoke all on function mark_reopened(), reopen_tracks_of_artist(), give_place_back(), count_lease() from public;

-- How far a listener has come in the queue of one priority weight. What lies before a cursor is reviewed, skipped, one's
-- own, or was full when it was passed.
create table queue_cursors (
  listener_id uuid not null constraint queue_cursors__listener_id references profiles (user_id),
  priority_weight integer not null constraint queue_cursors__priority_weight check (priority_weight in (1, 2, 3)),
  -- Among tracks with free places.
  places_at timestamptz(3) not null default 'epoch',
  places_id uuid not null default '00000000-0000-0000-0000-000000000000',
  -- Among all active tracks, for when no place is free.
  active_at timestamptz(3) not null default 'epoch',
  active_id uuid not null default '00000000-0000-0000-0000-000000000000',
  -- Reopened tracks up to here have been looked at.
  reopened_seen bigint not null,
  constraint queue_cursors__listener_weight primary key (listener_id, priority_weight)
);

-- Tracks that a listener has skipped and not reviewed since.
create table skipped_tracks (
  listener_id uuid not null constraint skipped_tracks__listener_id references profiles (user_id),
  track_id uuid not null constraint skipped_tracks__track_id references artist_tracks (id),
  skipped_at timestamptz(3) not null,
  constraint skipped_tracks__listener_track primary key (listener_id, track_id)
);
create index skipped_tracks__oldest on skipped_tracks (listener_id, skipped_at);
create index skipped_tracks__track on skipped_tracks (track_id);

grant select, insert, update on queue_cursors to earshot_app;
grant select, insert, update, delete on skipped_tracks to earshot_app;
grant select on sequence reopened_tracks to earshot_app;
