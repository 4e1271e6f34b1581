-- Places that are closed stay closed; extra places stand apart from those of the house pool; and some places of a track open later.

drop trigger artist_tracks__reopened on artist_tracks;
drop index artist_tracks__places, artist_tracks__reopened;
alter table artist_tracks
  drop column has_places,
  drop column has_kept_places,
  -- The artist's money went back, or is disputed: nobody is served the track for pay any more.
  add column places_closed_at timestamptz(3),
  -- Places that the house opened because a listener's queue was empty, beyond the target and the house pool.
  add column extra_places integer not null default 0
    constraint artist_tracks__extra_places check (extra_places >= 0),
  -- Places of the target that nobody is served yet, and when they open.
  add column later_places integer not null default 0,
  add column later_at timestamptz(3),
  add constraint artist_tracks__later_places check (later_places between 0 and review_target),
  add constraint artist_tracks__later check ((later_places > 0) = (later_at is not null));
-- Without a pool every place beyond the target was an extra one.
update artist_tracks set extra_places = house_places, house_places = 0 where allowance_id is null and house_places > 0;
alter table artist_tracks
  add column has_places boolean not null generated always as (status = 'active' and waits_for is null
    and places_closed_at is null
    and review_count - apart_count + running_leases + greatest(0, kept_places - taken_kept_places)
      < review_target - later_places + house_places + extra_places) stored,
  -- Whether a returning reviewer finds a kept place; it is one of the track's places, never one more.
  add column has_kept_places boolean not null generated always as (status = 'active' and waits_for is null
    and places_closed_at is null and kept_places > taken_kept_places
    and review_count - apart_count + running_leases
      < review_target - later_places + house_places + extra_places) stored;
create index artist_tracks__places on artist_tracks (queue_rank, queue_at, id) where has_places;
create index artist_tracks__reopened on artist_tracks (queue_rank, reopened_seq)
  where has_places and reopened_seq is not null;
create index artist_tracks__later on artist_tracks (later_at) where later_at is not null;
grant update (places_closed_at, extra_places, later_places, later_at) on artist_tracks to earshot_app;

create trigger artist_tracks__reopened
  before update of review_count, apart_count, running_leases, review_target, house_places, extra_places, later_places,
    kept_places, taken_kept_places, waits_for, late_at on artist_tracks
  for each row when ((not old.has_places or old.late_at is distinct from new.late_at)
    and new.status = 'active' and new.waits_for is null and new.places_closed_at is null
    and new.review_count - new.apart_count + new.running_leases
      + greatest(0, new.kept_places - new.taken_kept_places)
      < new.review_target - new.later_places + new.house_places + new.extra_places)
  execute function mark_reopened();
-- Listeners whose queue is empty learn that there are places again.
create trigger artist_tracks__later_news after update of later_places on artist_tracks for each row
  when (old.later_places > 0 and new.later_places = 0 and new.has_places) execute function tell_news('queue');
