-- What emails tell, told in the product too: the bell and its page.

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
create index notices__user on notices (user_id, created_at desc, id desc);
create index notices__unread on notices (user_id) where read_at is null;
create index notices__created on notices (created_at);
grant select, insert, delete on notices to earshot_app;
grant update (read_at) on notices to earshot_app;

create trigger notices__news after insert or update on notices for each row
  execute function tell_news('notices', 'user_id');
