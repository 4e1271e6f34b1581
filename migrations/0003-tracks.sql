-- Music: the stored audio, the upload that brought it, the track it became, and what an artist may upload.

create table artist_subscriptions (
  user_id uuid primary key constraint artist_subscriptions__user_id references users (id),
  plan text not null constraint artist_subscriptions__plan check (plan in ('basic', 'pro', 'unlimited', 'icon')),
  -- Null means without limit.
  uploads_limit integer constraint artist_subscriptions__uploads_limit check (uploads_limit >= 0),
  price_per_month_cents bigint not null constraint artist_subscriptions__price check (price_per_month_cents >= 0),
  uploads_used_this_month integer not null default 0
    constraint artist_subscriptions__uploads_used check (uploads_used_this_month >= 0),
  active boolean not null,
  trial boolean not null default false,
  started_at timestamptz(3) not null default now(),
  expires_at timestamptz(3),
  current_period_start timestamptz(3) not null,
  current_period_end timestamptz(3) not null,
  constraint artist_subscriptions__period check (current_period_end > current_period_start)
);

create table upload_limits (
  user_id uuid primary key constraint upload_limits__user_id references users (id),
  remaining integer not null constraint upload_limits__remaining check (remaining >= 0),
  period_start date not null
);

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
  constraint audio_files__analysed check ((analysis = 'done') = (peaks is not null))
);
create index audio_files__artist on audio_files (artist_id);

create table artist_tracks (
  id uuid primary key default gen_random_uuid(),
  artist_id uuid not null constraint artist_tracks__artist_id references profiles (user_id),
  audio_file_id uuid not null constraint artist_tracks__audio_file_id unique references audio_files (id),
  title text not null constraint artist_tracks__title check (char_length(title) between 1 and 120),
  genre text not null constraint artist_tracks__genre check (genre in ('hip hop', 'pop', 'rock', 'electronic', 'r&b',
    'country', 'jazz', 'classical', 'reggae', 'folk', 'blues', 'punk', 'metal', 'alternative', 'indie', 'other')),
  description text constraint artist_tracks__description check (char_length(description) between 1 and 2000),
  status text not null default 'active' constraint artist_tracks__status check (status in ('active', 'deleted')),
  priority_weight integer not null constraint artist_tracks__priority_weight check (priority_weight in (1, 2, 3)),
  review_target integer not null constraint artist_tracks__review_target check (review_target > 0),
  -- Pending and approved reviews, and the sum of their stars; rejected ones are taken out again.
  review_count integer not null default 0 constraint artist_tracks__review_count check (review_count >= 0),
  rating_sum integer not null default 0
    constraint artist_tracks__rating_sum check (rating_sum between review_count and review_count * 5),
  play_count integer not null default 0 constraint artist_tracks__play_count check (play_count >= 0),
  content_sha256 bytea not null,
  created_at timestamptz(3) not null default now()
);
create index artist_tracks__artist on artist_tracks (artist_id, created_at desc, id);
create unique index artist_tracks__content on artist_tracks (artist_id, content_sha256) where status = 'active';
create index artist_tracks__queue on artist_tracks (priority_weight desc, created_at, id)
  where status = 'active' and review_count < review_target;
create index artist_tracks__newest on artist_tracks (created_at desc, id) where status = 'active';
create index artist_tracks__genre on artist_tracks (genre, created_at desc, id) where status = 'active';

create table uploads (
  id uuid primary key,
  artist_id uuid not null constraint uploads__artist_id references profiles (user_id),
  audio_file_id uuid constraint uploads__audio_file_id unique references audio_files (id),
  track_id uuid constraint uploads__track_id unique references artist_tracks (id),
  created_at timestamptz(3) not null default now(),
  constraint uploads__finished check (track_id is null or audio_file_id is not null)
);
create index uploads__unfinished on uploads (created_at) where track_id is null;
create index uploads__artist on uploads (artist_id, created_at desc);

grant select, insert, update on artist_subscriptions, upload_limits, audio_files, uploads to earshot_app;
grant delete on audio_files, uploads to earshot_app;
grant select, insert on artist_tracks to earshot_app;
grant update (title, genre, description, status, review_count, rating_sum, play_count) on artist_tracks to earshot_app;
