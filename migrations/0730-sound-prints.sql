-- What recordings are known by, and recordings that two artists have uploaded.

-- Uploads are printed when they are analyzed, those from before by a job.
alter table audio_files add column needs_print boolean not null default true;
create index audio_files__unprinted on audio_files (created_at, id) where needs_print and analysis = 'done';

create table sound_prints (
  id integer generated always as identity constraint sound_prints_pkey primary key,
  audio_file_id uuid not null constraint sound_prints__audio_file_id references audio_files (id) on delete cascade
    constraint sound_prints__one unique,
  -- Four bytes for each eighth of a second.
  print bytea not null constraint sound_prints__print check (octet_length(print) % 4 = 0),
  -- Those of its terms that it is found by.
  sampled integer[] not null
);
grant select, insert, delete on sound_prints to earshot_app;

-- Kept by the triggers below; a foreign key would need another index as large as the table.
create table sound_print_terms (
  term integer not null,
  print_id integer not null,
  constraint sound_print_terms_pkey primary key (term, print_id)
);
grant select on sound_print_terms to earshot_app;

create function index_print() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into sound_print_terms (term, print_id) select distinct term, new.id from unnest(new.sampled) as term;
  else
    delete from sound_print_terms where term = any (old.sampled) and print_id = old.id;
  end if;
  return null;
end $$;
revoke all on function index_print() from public;
create trigger sound_prints__indexed after insert or delete on sound_prints
  for each row execute function index_print();

-- A deleted track loses its print, whoever deletes it.
create function remove_print() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from sound_prints where audio_file_id = new.audio_file_id;
  return null;
end $$;
revoke all on function remove_print() from public;
create trigger artist_tracks__print_gone after update of status on artist_tracks
  for each row when (old.status <> 'deleted' and new.status = 'deleted')
  execute function remove_print();

-- The recordings of two artists are the same. Only admins learn of it.
create table same_recordings (
  id uuid not null default gen_random_uuid() constraint same_recordings_pkey primary key,
  earlier_id uuid not null constraint same_recordings__earlier_id references artist_tracks (id),
  later_id uuid not null constraint same_recordings__later_id references artist_tracks (id),
  found_at timestamptz(3) not null,
  decision text constraint same_recordings__decision check (decision in ('dismissed', 'kept')),
  note text constraint same_recordings__note check (char_length(note) between 3 and 500),
  decided_by uuid constraint same_recordings__decided_by references users (id),
  decided_at timestamptz(3),
  constraint same_recordings__pair unique (later_id, earlier_id),
  constraint same_recordings__two check (earlier_id <> later_id),
  constraint same_recordings__decided check (num_nonnulls(decision, note, decided_by, decided_at) in (0, 4))
);
create index same_recordings__earlier on same_recordings (earlier_id);
create index same_recordings__open on same_recordings (found_at desc, id) where decision is null;
grant select, insert, update on same_recordings to earshot_app;

-- A track that a person looks at first has no places for a while, and its clock stands.
drop trigger artist_tracks__reopened on artist_tracks;
drop trigger artist_tracks__later_news on artist_tracks;
drop trigger artist_tracks__news on artist_tracks;
drop index artist_tracks__places, artist_tracks__reopened;
alter table artist_tracks
  drop column has_places,
  drop column has_kept_places,
  drop constraint artist_tracks__stopped_for,
  add constraint artist_tracks__stopped_for check (stopped_for in ('suspension', 'budget', 'look')),
  add column held_until timestamptz(3);
alter table artist_tracks
  add column has_places boolean not null generated always as (status = 'active' and waits_for is null
    and places_closed_at is null and held_until is null
    and review_count - apart_count + running_leases + greatest(0, kept_places - taken_kept_places)
      < review_target - later_places + house_places + extra_places) stored,
  add column has_kept_places boolean not null generated always as (status = 'active' and waits_for is null
    and places_closed_at is null and held_until is null and kept_places > taken_kept_places
    and review_count - apart_count + running_leases
      < review_target - later_places + house_places + extra_places) stored;
create index artist_tracks__places on artist_tracks (queue_rank, queue_at, id) where has_places;
create index artist_tracks__reopened on artist_tracks (queue_rank, reopened_seq)
  where has_places and reopened_seq is not null;
create index artist_tracks__held on artist_tracks (held_until) where held_until is not null;
create trigger artist_tracks__reopened
  before update of review_count, apart_count, running_leases, review_target, house_places, extra_places, later_places,
    kept_places, taken_kept_places, waits_for, late_at, held_until on artist_tracks
  for each row when ((not old.has_places or old.late_at is distinct from new.late_at)
    and new.status = 'active' and new.waits_for is null and new.places_closed_at is null and new.held_until is null
    and new.review_count - new.apart_count + new.running_leases
      + greatest(0, new.kept_places - new.taken_kept_places)
      < new.review_target - new.later_places + new.house_places + new.extra_places)
  execute function mark_reopened();
create trigger artist_tracks__later_news after update of later_places on artist_tracks for each row
  when (old.later_places > 0 and new.later_places = 0 and new.has_places) execute function tell_news('queue');
create trigger artist_tracks__news after update on artist_tracks for each row
  when (old.status is distinct from new.status or old.review_count is distinct from new.review_count
    or old.rating_sum is distinct from new.rating_sum or old.title is distinct from new.title
    or old.genre is distinct from new.genre or old.description is distinct from new.description
    or old.waits_for is distinct from new.waits_for or old.review_target is distinct from new.review_target
    or old.held_until is distinct from new.held_until)
  execute function tell_news('tracks', 'artist_id');
create trigger artist_tracks__freed_news after update of held_until on artist_tracks for each row
  when (old.held_until is not null and new.held_until is null) execute function tell_news('queue');
grant update (held_until) on artist_tracks to earshot_app;
