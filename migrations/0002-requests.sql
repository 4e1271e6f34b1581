-- What keeps requests fair and single: limits, answers already given, and mails on their way.

-- The moments of the tries that still count, so that a limit holds for every span of time and not only between full hours.
create table rate_limits (
  bucket text constraint rate_limits__bucket primary key,
  taken_at timestamptz(3)[] not null,
  expires_at timestamptz(3) not null
);
create index rate_limits__expires_at on rate_limits (expires_at);

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

create table outbox (
  id uuid primary key default gen_random_uuid(),
  recipient_address text not null,
  recipient_name text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  created_at timestamptz(3) not null default now(),
  sent_at timestamptz(3)
);
create index outbox__waiting on outbox (created_at) where sent_at is null;

grant select, insert, update, delete on rate_limits, idempotency_keys to earshot_app;
grant select, insert on outbox to earshot_app;
-- A sent mail keeps no text: its links must not be found in a dump.
grant update (sent_at, body_text, body_html) on outbox to earshot_app;
