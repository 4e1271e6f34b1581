-- Music: uploads, stored audio, tracks, their versions and questions, and prints that find equal recordings.

create table audio_files (
  id uuid primary key default gen_random_uuid(),
  artist_id uuid not null constraint audio_files__artist_id references profiles (user_id),
  storage_key text not null constraint audio_files__storage_key unique,
  byte_length bigint not null constraint audio_files__byte_length check (byte_length > 0),
  duration_ms bigint not null constraint audio_files__duration_ms check (duration_ms > 0),
  sample_count bigint not null constraint audio_files__sample_count check (sample_count > 0),
  sample_rate integer not null,
  content_sha256 bytea not null constraint audio_files__content_sha256 check (octet_length(content_sha256) = 32),
  peaks bytea constraint audio_files__peaks check (octet_length(peaks) = 800),
  loudness_lufs double precision,
  analysis text not null default 'waiting'
    constraint audio_files__analysis check (analysis in ('waiting', 'done', 'failed')),
  created_at timestamptz(3) not null default now(),
  -- When a stored file was last compared with the hash of what was uploaded, and since when it is another one.
  checked_at timestamptz(3) not null default now(),
  damaged_at timestamptz(3),
  -- Uploads are printed when they are analyzed, those from before by a job.
  needs_print boolean not null default true,
  -- When a recording that could not be read is tried again: until then it keeps no other from its print.
  print_after timestamptz(3),
  constraint audio_files__analysed check ((analysis = 'done') = (peaks is not null))
);
create index audio_files__artist on audio_files (artist_id);
create index audio_files__byte_length on audio_files (byte_length);
create index audio_files__checked on audio_files (checked_at);
create index audio_files__damaged on audio_files (damaged_at) where damaged_at is not null;
create index audio_files__unprinted on audio_files (print_after nulls first, created_at desc, id)
  where needs_print and analysis = 'done';
grant delete, insert, select, update on audio_files to earshot_app;

create table partial_uploads (
  id uuid primary key,
  upload_id uuid not null constraint partial_uploads__upload_id unique,
  artist_id uuid not null constraint partial_uploads__artist_id references profiles (user_id),
  -- Null when the client did not say how long the file is.
  total_bytes bigint constraint partial_uploads__total_bytes check (total_bytes between 1 and 52428800),
  -- The sum of the parts; a part is added only where the last one ended.
  received_bytes bigint not null constraint partial_uploads__received_bytes
    check (received_bytes between 1 and coalesce(total_bytes, 52428800)),
  touched_at timestamptz(3) not null
);
create index partial_uploads__artist on partial_uploads (artist_id);
create index partial_uploads__untouched on partial_uploads (touched_at);
grant delete, insert, select on partial_uploads to earshot_app;
grant update (received_bytes, touched_at) on partial_uploads to earshot_app;

create table upload_parts (
  partial_upload_id uuid not null
    constraint upload_parts__partial_upload_id references partial_uploads (id) on delete cascade,
  first_byte bigint not null constraint upload_parts__first_byte check (first_byte >= 0),
  byte_length bigint not null constraint upload_parts__byte_length check (byte_length > 0),
  storage_key text not null constraint upload_parts__storage_key unique,
  primary key (partial_upload_id, first_byte)
);
grant delete, insert, select on upload_parts to earshot_app;

-- Uploads that their artist cancelled, remembered for a day: a request that is still being received stores nothing more.
create table cancelled_uploads (
  upload_id uuid not null,
  artist_id uuid not null constraint cancelled_uploads__artist_id references profiles (user_id),
  cancelled_at timestamptz(3) not null,
  primary key (upload_id, artist_id)
);
create index cancelled_uploads__artist on cancelled_uploads (artist_id);
create index cancelled_uploads__old on cancelled_uploads (cancelled_at);
grant delete, insert, select on cancelled_uploads to earshot_app;

create table artist_tracks (
  id uuid primary key default gen_random_uuid(),
  artist_id uuid not null constraint artist_tracks__artist_id references profiles (user_id),
  audio_file_id uuid not null constraint artist_tracks__audio_file_id unique references audio_files (id),
  title text not null constraint artist_tracks__title check (char_length(title) between 1 and 120),
  genre text not null constraint artist_tracks__genre check (genre in ('hip hop', 'pop', 'rock', 'electronic', 'r&b',
    'country', 'jazz', 'classical', 'reggae', 'folk', 'blues', 'punk', 'metal', 'alternative', 'indie', 'other')),
  description text constraint artist_tracks__description check (char_length(description) between 1 and 2000),
  status text not null default 'active'
    constraint artist_tracks__status check (status in ('active', 'deleted', 'taken_down')),
  priority_weight integer not null constraint artist_tracks__priority_weight check (priority_weight in (1, 2, 3)),
  review_target integer not null
    constraint artist_tracks__review_target check (review_target >= 0),
  -- Pending and approved reviews, and the sum of their stars; rejected ones are taken out again.
  review_count integer not null default 0 constraint artist_tracks__review_count check (review_count >= 0),
  rating_sum integer not null default 0
    constraint artist_tracks__rating_sum check (rating_sum between review_count and review_count * 5),
  play_count integer not null default 0 constraint artist_tracks__play_count check (play_count >= 0),
  content_sha256 bytea not null,
  created_at timestamptz(3) not null default now(),
  -- Leases that hold a place of this track, kept by the triggers below.
  running_leases integer not null default 0
    constraint artist_tracks__running_leases check (running_leases >= 0),
  -- Set each time a full track gets a free place again: listeners who have passed it look here.
  reopened_seq bigint,
  -- Whether the artist shows a picture of what paid listeners did with the track to everybody who has its address.
  shares_verdict boolean not null default false,
  predecessor_id uuid,
  version integer not null default 1,
  -- Places that only returning reviewers may take; none once their days are over.
  kept_places integer not null default 0
    constraint artist_tracks__kept_places check (kept_places >= 0),
  -- Places taken by returning reviewers, by a lease or a review; kept by the triggers below.
  taken_kept_places integer not null default 0
    constraint artist_tracks__taken_kept_places check (taken_kept_places >= 0),
  is_blind boolean not null default false,
  -- 'before': uploaded before places had a source. 'apart': of an account of tests or samples, which has no bounds.
  places_from text not null default 'before'
    constraint artist_tracks__places_from check (places_from in ('before', 'plan', 'credit', 'apart')),
  allowance_id uuid constraint artist_tracks__allowance_id references review_allowances (id),
  -- Nothing is served for pay until then: what the track waits for, and when that is expected.
  waits_for text
    constraint artist_tracks__waits_for check (waits_for in ('period', 'plan', 'budget')),
  begins_at timestamptz(3),
  -- Places that were opened from the house pool, beyond the target.
  house_places integer not null default 0
    constraint artist_tracks__house_places check (house_places >= 0),
  -- Places of the target that came from the former version; they were taken for that one.
  moved_places integer not null default 0
    constraint artist_tracks__moved_places check (moved_places >= 0),
  -- Reviews by accounts of tests and samples: they hold no place.
  apart_count integer not null default 0
    constraint artist_tracks__apart_count check (apart_count >= 0),
  promised_at timestamptz(3),
  promise text constraint artist_tracks__promise check (promise in ('open', 'kept', 'missed')),
  -- Why the clock of the promise stands still, and since when.
  stopped_for text
    constraint artist_tracks__stopped_for check (stopped_for in ('suspension', 'budget', 'look', 'takedown')),
  stopped_at timestamptz(3),
  -- The mark of a late track: its place among the late ones.
  late_at timestamptz(3),
  -- The order of the queue: late tracks by their date; then the weight, oldest first; then what the house pays for.
  queue_rank integer not null generated always as
    (case when late_at is not null then 4 when places_from = 'credit' then 0 else priority_weight end) stored,
  queue_at timestamptz(3) not null generated always as (coalesce(late_at, created_at)) stored,
  -- The artist's money went back, or is disputed: nobody is served the track for pay any more.
  places_closed_at timestamptz(3),
  -- Places that the house opened because a listener's queue was empty, beyond the target and the house pool.
  extra_places integer not null default 0
    constraint artist_tracks__extra_places check (extra_places >= 0),
  -- Places of the target that nobody is served yet, and when they open.
  later_places integer not null default 0,
  later_at timestamptz(3),
  held_until timestamptz(3),
  has_places boolean not null generated always as (status = 'active' and waits_for is null
    and places_closed_at is null and held_until is null
    and review_count - apart_count + running_leases + greatest(0, kept_places - taken_kept_places)
      < review_target - later_places + house_places + extra_places) stored,
  has_kept_places boolean not null generated always as (status = 'active' and waits_for is null
    and places_closed_at is null and held_until is null and kept_places > taken_kept_places
    and review_count - apart_count + running_leases
      < review_target - later_places + house_places + extra_places) stored,
  -- A picture of the artist's own in place of the drawn sleeve. A new version begins with that of the former one, so two tracks
  -- may name one object.
  cover_key text,
  -- Lets a review name its track and that track's artist in one reference, so that the artist cannot be made up.
  constraint artist_tracks__id_artist unique (id, artist_id),
  constraint artist_tracks__predecessor_id
    foreign key (predecessor_id, artist_id) references artist_tracks (id, artist_id),
  constraint artist_tracks__version check (version >= 1 and (version = 1) = (predecessor_id is null)),
  constraint artist_tracks__allowance check (allowance_id is null or places_from = 'plan'),
  constraint artist_tracks__begins check (begins_at is null or waits_for is not null),
  constraint artist_tracks__promised check ((promise is null) = (promised_at is null)),
  constraint artist_tracks__stopped check ((stopped_for is null) = (stopped_at is null)),
  constraint artist_tracks__later_places check (later_places between 0 and review_target),
  constraint artist_tracks__later check ((later_places > 0) = (later_at is not null))
);
create index artist_tracks__active on artist_tracks (queue_rank, queue_at, id) where status = 'active';
create index artist_tracks__artist on artist_tracks (artist_id, created_at desc, id);
create unique index artist_tracks__content on artist_tracks (artist_id, content_sha256) where status <> 'deleted';
create index artist_tracks__cover on artist_tracks (cover_key) where cover_key is not null;
-- What may be featured, the best first: of all genres, and of each.
create index artist_tracks__featured on artist_tracks ((rating_sum::numeric / review_count) desc, review_count desc, id)
  where status = 'active' and review_count >= 3 and rating_sum >= 4 * review_count;
create index artist_tracks__featured_of_genre
  on artist_tracks (genre, (rating_sum::numeric / review_count) desc, review_count desc, id)
  where status = 'active' and review_count >= 3 and rating_sum >= 4 * review_count;
create index artist_tracks__fewest on artist_tracks (review_count, created_at, id)
  where status = 'active' and waits_for is null;
create index artist_tracks__genre on artist_tracks (genre, created_at desc, id) where status = 'active';
create index artist_tracks__held on artist_tracks (held_until) where held_until is not null;
create index artist_tracks__late on artist_tracks (late_at) where late_at is not null;
create index artist_tracks__later on artist_tracks (later_at) where later_at is not null;
create index artist_tracks__newest on artist_tracks (created_at desc, id) where status = 'active';
create index artist_tracks__places on artist_tracks (queue_rank, queue_at, id) where has_places;
create index artist_tracks__predecessor on artist_tracks (predecessor_id) where predecessor_id is not null;
create index artist_tracks__promised on artist_tracks (promised_at) where promise = 'open';
create index artist_tracks__reopened on artist_tracks (queue_rank, reopened_seq)
  where has_places and reopened_seq is not null;
create index artist_tracks__title_words on artist_tracks using gin (title gin_trgm_ops) where status = 'active';
create index artist_tracks__waiting on artist_tracks (begins_at, created_at, id) where waits_for is not null;
grant insert, select on artist_tracks to earshot_app;
grant update (title, genre, description, status, review_target, review_count, rating_sum, play_count, shares_verdict, kept_places, is_blind, places_from, allowance_id, waits_for, begins_at, house_places, moved_places, promised_at, promise, stopped_for, stopped_at, late_at, places_closed_at, extra_places, later_places, later_at, held_until, cover_key) on artist_tracks to earshot_app;
alter table given_back add constraint given_back__track_id foreign key (track_id) references artist_tracks(id);

create table uploads (
  id uuid primary key,
  artist_id uuid not null constraint uploads__artist_id references profiles (user_id),
  audio_file_id uuid constraint uploads__audio_file_id unique references audio_files (id),
  track_id uuid constraint uploads__track_id unique references artist_tracks (id),
  created_at timestamptz(3) not null default now(),
  constraint uploads__finished check (track_id is null or audio_file_id is not null)
);
create index uploads__artist on uploads (artist_id, created_at desc);
create index uploads__unfinished on uploads (created_at) where track_id is null;
grant delete, insert, select, update on uploads to earshot_app;

create table track_questions (
  id uuid primary key default gen_random_uuid(),
  track_id uuid not null constraint track_questions__track_id references artist_tracks (id),
  place integer not null constraint track_questions__place check (place between 0 and 2),
  kind text not null constraint track_questions__kind check (kind in ('choice', 'scale', 'line')),
  question text not null constraint track_questions__question check (char_length(question) between 1 and 140),
  choices text[] not null constraint track_questions__choices check (array_position(choices, null) is null
    and case when kind = 'choice' then cardinality(choices) between 2 and 4 else cardinality(choices) = 0 end),
  -- Whole seconds into the track; null for the whole of it.
  at_second integer constraint track_questions__at_second check (at_second between 0 and 86400),
  -- Who is served the track from then on is asked. A changed question is a new row.
  saved_at timestamptz(3) not null,
  -- It is asked no more, and stays where it is.
  taken_down_at timestamptz(3),
  constraint track_questions__track_place unique (track_id, place) deferrable initially deferred,
  -- What an answer refers to, so that its form is that of its question.
  constraint track_questions__id_kind unique (id, kind)
);
grant delete, insert, select on track_questions to earshot_app;
grant update (place, taken_down_at) on track_questions to earshot_app;

create table sound_prints (
  id integer generated always as identity primary key,
  audio_file_id uuid not null constraint sound_prints__audio_file_id references audio_files (id) on delete cascade
    constraint sound_prints__one unique,
  -- Four bytes for each eighth of a second.
  print bytea not null constraint sound_prints__print check (octet_length(print) % 4 = 0),
  -- Those of its terms that it is found by.
  sampled integer[] not null
);
grant delete, insert, select on sound_prints to earshot_app;

-- Kept by the triggers below; a foreign key would need another index as large as the table.
create table sound_print_terms (
  term integer not null,
  print_id integer not null,
  primary key (term, print_id)
);
grant select on sound_print_terms to earshot_app;

-- The recordings of two artists are the same. Only admins learn of it.
create table same_recordings (
  id uuid not null default gen_random_uuid() primary key,
  earlier_id uuid not null constraint same_recordings__earlier_id references artist_tracks (id),
  later_id uuid not null constraint same_recordings__later_id references artist_tracks (id),
  found_at timestamptz(3) not null,
  decision text
    constraint same_recordings__decision check (decision in ('dismissed', 'kept', 'taken_down')),
  note text constraint same_recordings__note check (char_length(note) between 3 and 500),
  decided_by uuid constraint same_recordings__decided_by references users (id),
  decided_at timestamptz(3),
  -- Why the later track of two that are the same recording was kept from listeners for a while: once for each track, so that
  -- nobody keeps it longer than the 48 hours.
  held_for text
  constraint same_recordings__held_for check (held_for in ('newcomer', 'report')),
  -- A restored track opens again what its takedown had closed about its recording, and the other track waits for the rest of its hold.
  takedown_id uuid,
  held_until timestamptz(3),
  constraint same_recordings__pair unique (later_id, earlier_id),
  constraint same_recordings__two check (earlier_id <> later_id),
  constraint same_recordings__decided check (num_nonnulls(decision, note, decided_by, decided_at) in (0, 4)),
  constraint same_recordings__takedown check (takedown_id is null or decision = 'taken_down')
);
create index same_recordings__earlier on same_recordings (earlier_id);
create index same_recordings__open on same_recordings (found_at desc, id) where decision is null;
create index same_recordings__takedown on same_recordings (takedown_id) where takedown_id is not null;
grant insert, select, update on same_recordings to earshot_app;

-- Returning reviewers of a version: how many are asked, until when, and how it ended.
create table version_panels (
  track_id uuid not null primary key
    constraint version_panels__track_id references artist_tracks (id),
  former_id uuid not null constraint version_panels__former_id references artist_tracks (id),
  size integer not null constraint version_panels__size check (size > 0),
  began_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  ended_at timestamptz(3),
  ended_by text constraint version_panels__ended_by check (ended_by in ('full', 'over', 'deleted')),
  -- What was counted when the panel ended: the one call is made of it.
  preferred_new integer,
  preferred_former integer,
  no_difference integer,
  constraint version_panels__ended check ((ended_at is null) = (ended_by is null)),
  constraint version_panels__days check (ends_at > began_at),
  constraint version_panels__counted
  check (num_nonnulls(preferred_new, preferred_former, no_difference) = case when ended_at is null then 0 else 3 end)
);
create index version_panels__former on version_panels (former_id) where ended_at is null;
create index version_panels__running on version_panels (began_at, track_id) where ended_at is null;
grant insert, select, update on version_panels to earshot_app;

-- Who may take a kept place; gone with the end of the panel.
create table version_invitations (
  track_id uuid not null constraint version_invitations__panel references version_panels (track_id),
  listener_id uuid not null constraint version_invitations__listener_id references profiles (user_id),
  invited_at timestamptz(3) not null,
  constraint version_invitations__listener_track primary key (listener_id, track_id)
);
create index version_invitations__track on version_invitations (track_id);
grant delete, insert, select, update on version_invitations to earshot_app;
