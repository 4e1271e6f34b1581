-- New listeners wait before their first served track, as long as the founder wants it.

create table admission (
  only_row boolean primary key default true constraint admission__only_row check (only_row),
  listeners_wait boolean not null default false
);
insert into admission default values;
grant select, update on admission to earshot_app;

-- Who was let in stays in.
create table waiting_listeners (
  listener_id uuid primary key constraint waiting_listeners__listener_id references profiles (user_id),
  number bigint generated always as identity constraint waiting_listeners__number unique,
  since timestamptz(3) not null,
  let_in_at timestamptz(3)
);
create index waiting_listeners__waiting on waiting_listeners (number) where let_in_at is null;
create index waiting_listeners__let_in on waiting_listeners (let_in_at) where let_in_at is not null;
grant select, insert, update, delete on waiting_listeners to earshot_app;
