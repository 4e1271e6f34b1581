-- People, their sessions and what proves who they are.

create table users (
  id uuid primary key default gen_random_uuid(),
  email text not null constraint users__email check (char_length(email) between 3 and 254),
  email_normalized text not null constraint users__email_normalized unique,
  password_hash text not null,
  confirmed_at timestamptz(3),
  suspended_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);

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
  created_at timestamptz(3) not null default now()
);

-- The latest row of a user decides the role. Only the owner of the database writes here: no path of the
-- application can make an administrator.
create table user_roles (
  id bigint generated always as identity primary key,
  user_id uuid not null constraint user_roles__user_id references users (id),
  role text not null constraint user_roles__role check (role in ('user', 'admin')),
  assigned_at timestamptz(3) not null default now()
);
create index user_roles__latest on user_roles (user_id, id desc);

-- Runs with the rights of whoever calls it, so the application gets "permission denied".
create function assign_role(of_user uuid, new_role text, at timestamptz) returns void
language sql security invoker
as 'insert into user_roles (user_id, role, assigned_at) values (of_user, new_role, at)';

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
create index sessions__open on sessions (user_id, last_seen_at) where ended_at is null;
create index sessions__known_network on sessions (user_id, address_prefix, created_at);

create table one_time_tokens (
  token_hash bytea primary key,
  user_id uuid not null constraint one_time_tokens__user_id references users (id),
  kind text not null constraint one_time_tokens__kind check (kind in ('signup', 'recovery', 'email_change')),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index one_time_tokens__user on one_time_tokens (user_id, kind) where used_at is null;

create table auth_audit (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null default now(),
  user_id uuid constraint auth_audit__user_id references users (id),
  event text not null,
  address_prefix text not null default '',
  details jsonb not null default '{}'
);
create index auth_audit__user on auth_audit (user_id, id desc);

grant select, insert, update on users, sessions, one_time_tokens to earshot_app;
grant select on profiles to earshot_app;
-- Earnings and counted reviews are not among them: only the ledger's functions write those.
grant insert (user_id, username, display_name, created_at) on profiles to earshot_app;
grant update (display_name, bio, avatar_key, user_type, genres, songs_uploaded, xp_points) on profiles to earshot_app;
grant select on user_roles to earshot_app;
grant select, insert on auth_audit to earshot_app;
grant select on user_roles, profiles to earshot_audit;
