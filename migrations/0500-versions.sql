-- Versions of a track, and the places that are kept for a while for listeners who know the former one.

alter table artist_tracks
  add column predecessor_id uuid,
  add column version integer not null default 1,
  -- Places that only returning reviewers may take; none once their days are over.
  add column kept_places integer not null default 0
    constraint artist_tracks__kept_places check (kept_places >= 0),
  -- Places taken by returning reviewers, by a lease or a review; kept by the triggers below.
  add column taken_kept_places integer not null default 0
    constraint artist_tracks__taken_kept_places check (taken_kept_places >= 0),
  add constraint artist_tracks__predecessor_id
    foreign key (predecessor_id, artist_id) references artist_tracks (id, artist_id),
  add constraint artist_tracks__version check (version >= 1 and (version = 1) = (predecessor_id is null));
create index artist_tracks__predecessor on artist_tracks (predecessor_id) where predecessor_id is not null;

-- All open places of a track may move to its new version.
alter table artist_tracks drop constraint artist_tracks__review_target;
alter table artist_tracks add constraint artist_tracks__review_target check (review_target >= 0);

-- Whether there is a place for everybody. Its expression cannot be changed in place.
drop trigger artist_tracks__reopened on artist_tracks;
drop index artist_tracks__places;
drop index artist_tracks__reopened;
alter table artist_tracks drop column has_places;
alter table artist_tracks add column has_places boolean not null generated always as (
  status = 'active'
  and review_count + running_leases + greatest(0, kept_places - taken_kept_places) < review_target) stored;
create index artist_tracks__places on artist_tracks (priority_weight, created_at, id) where has_places;
create index artist_tracks__reopened on artist_tracks (priority_weight, reopened_seq)
  where has_places and reopened_seq is not null;
create trigger artist_tracks__reopened
  before update of review_count, running_leases, review_target, kept_places, taken_kept_places on artist_tracks
  for each row when (not old.has_places and new.status = 'active'
    and new.review_count + new.running_leases + greatest(0, new.kept_places - new.taken_kept_places) < new.review_target)
  execute function mark_reopened();

-- The listener takes a kept place of the track.
alter table assignments add column is_returning boolean not null default false;

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
drop trigger assignments__place_changed on assignments;
create trigger assignments__place_changed after update on assignments
  for each row when (old.holds_place <> new.holds_place
    or (new.is_returning and old.outcome is distinct from new.outcome))
  execute function count_lease();

-- Returning reviewers of a version: how many are asked, until when, and how it ended.
create table version_panels (
  track_id uuid not null constraint version_panels_pkey primary key
    constraint version_panels__track_id references artist_tracks (id),
  former_id uuid not null constraint version_panels__former_id references artist_tracks (id),
  size integer not null constraint version_panels__size check (size > 0),
  began_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  ended_at timestamptz(3),
  ended_by text constraint version_panels__ended_by check (ended_by in ('full', 'over', 'deleted')),
  constraint version_panels__ended check ((ended_at is null) = (ended_by is null)),
  constraint version_panels__days check (ends_at > began_at)
);
create index version_panels__running on version_panels (began_at, track_id) where ended_at is null;
create index version_panels__former on version_panels (former_id) where ended_at is null;

-- Who may take a kept place; gone with the end of the panel.
create table version_invitations (
  track_id uuid not null constraint version_invitations__panel references version_panels (track_id),
  listener_id uuid not null constraint version_invitations__listener_id references profiles (user_id),
  invited_at timestamptz(3) not null,
  constraint version_invitations__listener_track primary key (listener_id, track_id)
);
create index version_invitations__track on version_invitations (track_id);

-- What a returning reviewer was given to compare, and what they chose before they learned which was which.
create table version_comparisons (
  track_id uuid not null constraint version_comparisons__track_id references artist_tracks (id),
  listener_id uuid not null constraint version_comparisons__listener_id references profiles (user_id),
  artist_id uuid not null constraint version_comparisons__artist_id references profiles (user_id),
  began_at timestamptz(3) not null,
  choice text constraint version_comparisons__choice check (choice in ('new', 'former', 'none')),
  chosen_at timestamptz(3),
  constraint version_comparisons__chosen check ((choice is null) = (chosen_at is null)),
  constraint version_comparisons__track_listener primary key (track_id, listener_id)
);
create index version_comparisons__listener on version_comparisons (listener_id, artist_id, chosen_at desc);

-- With its former version every kept place is open to all at once, whoever takes it away.
create function open_kept_places() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update artist_tracks set kept_places = 0 where predecessor_id = new.id and kept_places > 0;
  return null;
end $$;
create trigger artist_tracks__former_gone after update of status on artist_tracks
  for each row when (old.status = 'active' and new.status <> 'active')
  execute function open_kept_places();
revoke all on function open_kept_places() from public;

grant update (review_target, kept_places) on artist_tracks to earshot_app;
grant select, insert, update on version_panels to earshot_app;
grant select, insert, update, delete on version_invitations, version_comparisons to earshot_app;
