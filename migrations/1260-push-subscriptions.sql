-- Browsers that show a notification when a track waits for their listener. Each belongs to a session and goes with it.
create table push_subscriptions (
  session_id uuid primary key constraint push_subscriptions__session_id references sessions (id),
  user_id uuid not null constraint push_subscriptions__user_id references users (id),
  -- The address at the push service, so that a browser is not told twice.
  endpoint_hash bytea not null constraint push_subscriptions__endpoint_hash unique,
  -- The address and the keys of the browser, encrypted with a key the database never sees.
  device_encrypted bytea not null,
  time_zone text not null constraint push_subscriptions__time_zone check (char_length(time_zone) between 1 and 64),
  created_at timestamptz(3) not null
);
create index push_subscriptions__user on push_subscriptions (user_id);
grant delete, insert, select, update on push_subscriptions to earshot_app;

-- False: only push tells the listener, who has not pressed "Tell me".
alter table queue_asks add column by_email boolean not null default true;
