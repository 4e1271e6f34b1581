-- Accounts: who somebody is, how they sign in, and what we email and tell them.
-- These files are the tables of version 0.6.0, by area. Later changes are in the numbered migrations.

create extension if not exists pg_trgm with schema public;

create table users (
  id uuid primary key default gen_random_uuid(),
  email text not null constraint users__email check (char_length(email) between 3 and 254),
  email_normalized text not null constraint users__email_normalized unique,
  password_hash text not null,
  confirmed_at timestamptz(3),
  suspended_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  -- A test account is never paid out. It becomes one before it has any money, and stays one.
  is_test boolean not null default false,
  suspension_reason text
  constraint users__suspension_reason check (char_length(btrim(suspension_reason)) between 1 and 500),
  deleted_at timestamptz(3),
  constraint users__suspended check (suspension_reason is null or suspended_at is not null)
);
create index users__email_prefix on users (email_normalized text_pattern_ops);
create index users__suspended on users (suspended_at desc, id desc) where suspended_at is not null;
-- The Test Kit shows the newest test listener.
create index users__test on users (created_at desc, id) where is_test;
grant insert, select, update on users to earshot_app;

create table profiles (
  user_id uuid primary key constraint profiles__user_id references users (id),
  username text not null constraint profiles__username unique
    constraint profiles__username_form check (char_length(username) between 1 and 64),
  display_name text not null constraint profiles__display_name check (char_length(display_name) between 1 and 60),
  bio text constraint profiles__bio check (char_length(bio) between 1 and 500),
  avatar_key text,
  user_type text constraint profiles__user_type check (user_type in ('artist', 'listener')),
  genres text[] not null default '{}',
  songs_uploaded integer not null default 0 constraint profiles__songs_uploaded check (songs_uploaded >= 0),
  reviews_completed integer not null default 0 constraint profiles__reviews_completed check (reviews_completed >= 0),
  total_earnings_cents bigint not null default 0
    constraint profiles__total_earnings_cents check (total_earnings_cents >= 0),
  xp_points integer not null default 0 constraint profiles__xp_points check (xp_points >= 0),
  created_at timestamptz(3) not null default now(),
  is_private boolean not null default false
);
create unique index profiles__avatar on profiles (avatar_key) where avatar_key is not null;
create index profiles__name_prefix on profiles (lower(display_name) text_pattern_ops);
create index profiles__name_words on profiles using gin (display_name gin_trgm_ops);
create index profiles__newest on profiles (created_at desc, user_id desc);
-- Those few whose tracks are not counted.
create index profiles__private on profiles (user_id) where is_private;
create index profiles__username_prefix on profiles (username text_pattern_ops);
grant select on profiles to earshot_app, earshot_audit;
grant insert (user_id, username, display_name, created_at) on profiles to earshot_app;
grant update (username, display_name, bio, avatar_key, user_type, genres, songs_uploaded, xp_points, is_private) on profiles to earshot_app;

-- The latest row of a user decides the role. Only the owner of the database writes here: no path of the
-- application can make an administrator.
create table user_roles (
  id bigint generated always as identity primary key,
  user_id uuid not null constraint user_roles__user_id references users (id),
  role text not null constraint user_roles__role check (role in ('user', 'admin')),
  assigned_at timestamptz(3) not null default now()
);
create index user_roles__latest on user_roles (user_id, id desc);
grant select on user_roles to earshot_app, earshot_audit;

create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null constraint sessions__user_id references users (id),
  -- The key that signs this session's refresh tokens, encrypted with a key the database never sees.
  key_encrypted bytea not null,
  counter integer not null default 0 constraint sessions__counter check (counter >= 0),
  rotated_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now(),
  last_seen_at timestamptz(3) not null default now(),
  device text not null default '' constraint sessions__device check (char_length(device) <= 200),
  address_prefix text not null default '',
  ended_at timestamptz(3),
  end_reason text constraint sessions__end_reason
    check (end_reason in ('signed_out', 'token_reused', 'password_changed', 'expired', 'replaced', 'suspended')),
  constraint sessions__ended check ((ended_at is null) = (end_reason is null))
);
create index sessions__known_network on sessions (user_id, address_prefix, created_at);
create index sessions__open on sessions (user_id, last_seen_at) where ended_at is null;
grant insert, select, update on sessions to earshot_app;

create table one_time_tokens (
  token_hash bytea primary key,
  user_id uuid not null constraint one_time_tokens__user_id references users (id),
  kind text not null
    constraint one_time_tokens__kind
    check (kind in ('signup', 'recovery', 'email_change', 'second_factor', 'payee')),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  -- The address that an e-mail change leads to; it becomes the user's own when its link is used.
  new_email text
  constraint one_time_tokens__new_email check (char_length(new_email) between 3 and 254)
);
create index one_time_tokens__expires_at on one_time_tokens (expires_at);
create index one_time_tokens__user on one_time_tokens (user_id, kind) where used_at is null;
grant delete, insert, select, update on one_time_tokens to earshot_app;

create table factors (
  user_id uuid primary key constraint factors__user_id references users (id),
  -- Encrypted with a key the database never sees.
  secret_encrypted bytea not null,
  created_at timestamptz(3) not null default now(),
  -- Until a code has proved that the device has the secret, the factor does not count.
  verified_at timestamptz(3),
  -- The 30-second step of the last code that was used: no code works twice.
  last_step bigint not null default 0
);
grant delete, insert, select, update on factors to earshot_app;

create table recovery_codes (
  user_id uuid not null constraint recovery_codes__user_id references users (id),
  code_hash bytea not null,
  used_at timestamptz(3),
  constraint recovery_codes__user_code primary key (user_id, code_hash)
);
grant delete, insert, select, update on recovery_codes to earshot_app;

create table auth_audit (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null default now(),
  user_id uuid constraint auth_audit__user_id references users (id),
  event text not null,
  address_prefix text not null default '',
  details jsonb not null default '{}',
  -- Who did it, where it was not the user whom it concerns.
  actor_id uuid constraint auth_audit__actor_id references users (id)
);
create index auth_audit__actor on auth_audit (actor_id, id desc) where actor_id is not null;
create index auth_audit__at on auth_audit (at);
create index auth_audit__event on auth_audit (event, id desc);
create index auth_audit__user on auth_audit (user_id, id desc);
grant insert, select on auth_audit to earshot_app;

create table account_deletions (
  user_id uuid primary key constraint account_deletions__user_id references users (id),
  deleted_at timestamptz(3) not null,
  -- What the user agreed to give up. It stays where it is in the ledger, and nobody can ask for it.
  forfeited_cents bigint not null constraint account_deletions__forfeited_cents check (forfeited_cents >= 0)
);
grant select on account_deletions to earshot_app, earshot_audit;

-- The moments of the tries that still count, so that a limit holds for every span of time and not only between full hours.
create table rate_limits (
  bucket text constraint rate_limits__bucket primary key,
  taken_at timestamptz(3)[] not null,
  expires_at timestamptz(3) not null
);
create index rate_limits__expires_at on rate_limits (expires_at);
grant delete, insert, select, update on rate_limits to earshot_app;

-- The answer of a creating call, kept under the caller's key, so that a repeat gets it again instead of a second effect.
create table idempotency_keys (
  user_id uuid not null constraint idempotency_keys__user_id references users (id),
  call text not null,
  key uuid not null,
  request_hash bytea not null,
  answer jsonb,
  created_at timestamptz(3) not null default now(),
  constraint idempotency_keys__user_call_key primary key (user_id, call, key)
);
create index idempotency_keys__created_at on idempotency_keys (created_at);
grant delete, insert, select, update on idempotency_keys to earshot_app;

create table outbox (
  id uuid primary key default gen_random_uuid(),
  recipient_address text not null,
  recipient_name text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  created_at timestamptz(3) not null default now(),
  sent_at timestamptz(3),
  -- The event and the user that a notice is about: one mail each, however often its job runs.
  notice_key text constraint outbox__notice_key unique,
  -- Where a notice can be switched off; null on mails that an account cannot do without.
  unsubscribe_link text,
  -- An email that the mail server refused for good is not tried again, and keeps no text.
  refused_at timestamptz(3),
  -- An admin may let emails go again to an address whose last one was refused for good.
  lifted_at timestamptz(3),
  constraint outbox__ended check (sent_at is null or refused_at is null),
  constraint outbox__lifted check (lifted_at is null or refused_at is not null)
);
-- Whether the last email to an address was refused for good.
create index outbox__recipient on outbox (recipient_address, created_at desc);
create index outbox__refused on outbox (refused_at desc, id desc) where refused_at is not null;
-- What was sent in a day, and the newest refused emails.
create index outbox__sent on outbox (sent_at) where sent_at is not null;
create index outbox__waiting on outbox (created_at) where sent_at is null and refused_at is null;
grant delete, insert, select on outbox to earshot_app;
grant update (body_text, body_html, sent_at, refused_at, lifted_at) on outbox to earshot_app;

create table notices (
  id uuid constraint notices__id primary key default gen_random_uuid(),
  user_id uuid not null constraint notices__user_id references users (id),
  title text not null constraint notices__title check (char_length(title) between 1 and 500),
  body text not null constraint notices__body check (char_length(body) <= 10000),
  -- A page of the product. Never a link with a token: those are emailed only.
  path text constraint notices__path check (path ~ '^/app/[^#]*$' and char_length(path) <= 300),
  -- The same event tells a user once, as in the outbox.
  event_key text constraint notices__event_key unique,
  created_at timestamptz(3) not null,
  read_at timestamptz(3)
);
create index notices__created on notices (created_at);
create index notices__unread on notices (user_id) where read_at is null;
create index notices__user on notices (user_id, created_at desc, id desc);
grant delete, insert, select on notices to earshot_app;
grant update (read_at) on notices to earshot_app;

-- A row says that this user does not want notices of this kind by mail.
create table notices_switched_off (
  user_id uuid not null constraint notices_switched_off__user_id references users (id),
  kind text not null constraint notices_switched_off__kind
    check (kind in ('review_received', 'review_decided', 'payout_decided', 'new_track')),
  constraint notices_switched_off__user_kind primary key (user_id, kind)
);
grant delete, insert, select on notices_switched_off to earshot_app;

create table follows (
  follower_id uuid not null constraint follows__follower_id references profiles (user_id),
  artist_id uuid not null constraint follows__artist_id references profiles (user_id),
  created_at timestamptz(3) not null,
  constraint follows__follower_artist primary key (follower_id, artist_id),
  constraint follows__self check (follower_id <> artist_id)
);
create index follows__artist on follows (artist_id, follower_id);
grant delete, insert, select on follows to earshot_app;
