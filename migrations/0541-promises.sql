-- A date that an artist is promised, the order that keeps it, and what a miss gives back.

drop trigger artist_tracks__reopened on artist_tracks;
drop index artist_tracks__places, artist_tracks__active, artist_tracks__reopened;
alter table artist_tracks
  drop column queue_rank,
  add column promised_at timestamptz(3),
  add column promise text constraint artist_tracks__promise check (promise in ('open', 'kept', 'missed')),
  -- Why the clock of the promise stands still, and since when.
  add column stopped_for text constraint artist_tracks__stopped_for check (stopped_for in ('suspension', 'budget')),
  add column stopped_at timestamptz(3),
  -- The mark of a late track: its place among the late ones.
  add column late_at timestamptz(3),
  add constraint artist_tracks__promised check ((promise is null) = (promised_at is null)),
  add constraint artist_tracks__stopped check ((stopped_for is null) = (stopped_at is null));
-- The order of the queue: late tracks by their date; then the weight, oldest first; then what the house pays for.
alter table artist_tracks
  add column queue_rank integer not null generated always as
    (case when late_at is not null then 4 when places_from = 'credit' then 0 else priority_weight end) stored,
  add column queue_at timestamptz(3) not null generated always as (coalesce(late_at, created_at)) stored;
create index artist_tracks__places on artist_tracks (queue_rank, queue_at, id) where has_places;
create index artist_tracks__active on artist_tracks (queue_rank, queue_at, id) where status = 'active';
create index artist_tracks__reopened on artist_tracks (queue_rank, reopened_seq)
  where has_places and reopened_seq is not null;
create index artist_tracks__promised on artist_tracks (promised_at) where promise = 'open';
create index artist_tracks__late on artist_tracks (late_at) where late_at is not null;
grant update (promised_at, promise, stopped_for, stopped_at, late_at) on artist_tracks to earshot_app;

-- Who has passed a track elsewhere in the queue finds it again where it stands now.
create trigger artist_tracks__reopened
  before update of review_count, apart_count, running_leases, review_target, house_places, kept_places,
    taken_kept_places, waits_for, late_at on artist_tracks
  for each row when ((not old.has_places or old.late_at is distinct from new.late_at)
    and new.status = 'active' and new.waits_for is null
    and new.review_count - new.apart_count + new.running_leases
      + greatest(0, new.kept_places - new.taken_kept_places) < new.review_target + new.house_places)
  execute function mark_reopened();

alter table queue_cursors
  drop constraint queue_cursors__queue_rank,
  add constraint queue_cursors__queue_rank check (queue_rank between 0 and 4);
insert into queue_cursors (listener_id, queue_rank, reopened_seen)
  select distinct listener_id, 4, 0 from queue_cursors;

-- What forecasts are made of, counted every ten minutes; uploads in between add their own places.
create table queue_supply (
  only_row boolean primary key default true constraint queue_supply__only_row check (only_row),
  -- Open places by rank, from 0 to 4.
  open_places integer[] not null default array_fill(0, array[5])
    constraint queue_supply__open_places check (cardinality(open_places) = 5),
  -- Of 14 days.
  approved integer not null default 0,
  active_listeners integer not null default 0,
  counted_at timestamptz(3) not null default 'epoch'
);
insert into queue_supply default values;
grant select, update on queue_supply to earshot_app;

-- What a missed date, or a takedown that was wrong, gives back: once for a track, and it does not end with the month.
create table given_back (
  track_id uuid primary key constraint given_back__track_id references artist_tracks (id),
  artist_id uuid not null constraint given_back__artist_id references users (id),
  -- 0 where the upload went back to the plan's running period.
  uploads integer not null constraint given_back__uploads check (uploads in (0, 1)),
  uploads_left integer not null,
  reviews integer not null,
  reviews_left integer not null,
  -- Places that were taken from the late track itself because the house pool was empty.
  reviews_moved integer not null default 0,
  given_at timestamptz(3) not null,
  constraint given_back__uploads_left check (uploads_left between 0 and uploads),
  constraint given_back__reviews_left check (reviews_left between 0 and reviews),
  constraint given_back__reviews_moved check (reviews_moved between 0 and reviews)
);
create index given_back__left on given_back (artist_id, given_at) where uploads_left > 0 or reviews_left > 0;
grant select, insert, update on given_back to earshot_app;
