-- What a listener does while no paid place is free: hears tracks unpaid, asks to be told, and gets extra paid places.

alter table assignments
  -- Heard without pay: it holds no place, earns nothing, and what is heard of it stands here alone.
  add column is_unpaid boolean not null default false,
  add column unpaid_heard int4multirange not null default '{}',
  add constraint assignments__unpaid check (not is_unpaid or not needs_place and unlocked_at is null and not is_coming);

-- What a listener says of a track that they heard without pay; once for each track, and changed by hearing it again.
create table unpaid_answers (
  id uuid primary key default gen_random_uuid(),
  track_id uuid not null,
  artist_id uuid not null,
  listener_id uuid not null constraint unpaid_answers__listener_id references profiles (user_id),
  rating integer not null constraint unpaid_answers__rating check (rating between 1 and 5),
  note text constraint unpaid_answers__note check (char_length(note) between 1 and 5000),
  answered_at timestamptz(3) not null,
  constraint unpaid_answers__track foreign key (track_id, artist_id) references artist_tracks (id, artist_id),
  constraint unpaid_answers__listener_track unique (listener_id, track_id),
  constraint unpaid_answers__not_own check (listener_id <> artist_id)
);
create index unpaid_answers__track_newest on unpaid_answers (track_id, answered_at desc, id desc);
grant select, insert, update, delete on unpaid_answers to earshot_app;

-- Marks of what is heard without pay, apart from `moments`.
create table unpaid_moments (
  track_id uuid not null constraint unpaid_moments__track_id references artist_tracks (id),
  listener_id uuid not null constraint unpaid_moments__listener_id references profiles (user_id),
  kind text not null constraint unpaid_moments__kind check (kind in ('love', 'lost', 'skip')),
  at_second integer not null constraint unpaid_moments__at_second check (at_second >= 0),
  primary key (track_id, listener_id, kind, at_second)
);
create index unpaid_moments__listener on unpaid_moments (listener_id);
grant select, insert, delete on unpaid_moments to earshot_app;

create trigger unpaid_answers__news after insert or update on unpaid_answers
  for each row execute function tell_news('tracks', 'artist_id');

-- Who wants to be told when there is a track to review again, and for which track they were told.
create table queue_asks (
  listener_id uuid primary key constraint queue_asks__listener_id references profiles (user_id),
  asked_at timestamptz(3) not null,
  told_at timestamptz(3),
  told_track_id uuid constraint queue_asks__told_track_id references artist_tracks (id),
  constraint queue_asks__told check ((told_at is null) = (told_track_id is null))
);
create index queue_asks__waiting on queue_asks (asked_at) where told_at is null;
create index queue_asks__told on queue_asks (told_at) where told_at is not null;
grant select, insert, update, delete on queue_asks to earshot_app;

-- What the house pays on one day (UTC) for places that nobody bought, counted at the top rate.
create table extra_budgets (
  day date primary key,
  budget_cents bigint not null,
  taken_cents bigint not null default 0,
  constraint extra_budgets__taken check (taken_cents between 0 and budget_cents)
);
grant select, insert, update on extra_budgets to earshot_app;
create index artist_tracks__fewest on artist_tracks (review_count, created_at, id)
  where status = 'active' and waits_for is null;

-- How many tracks got their places in 14 days: from it comes when the next ones are likely.
alter table queue_supply add column begun integer not null default 0;
create index assignments__unpaid on assignments (listener_id, served_at desc) where is_unpaid;
