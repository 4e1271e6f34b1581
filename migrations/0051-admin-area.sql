-- What the admin area reads: people by name, and the record of who did what, which only grows.

alter table users add column suspension_reason text
  constraint users__suspension_reason check (char_length(btrim(suspension_reason)) between 1 and 500),
  add constraint users__suspended check (suspension_reason is null or suspended_at is not null);
create index users__suspended on users (suspended_at desc, id desc) where suspended_at is not null;
create index users__email_prefix on users (email_normalized text_pattern_ops);
create index profiles__username_prefix on profiles (username text_pattern_ops);
create index profiles__name_prefix on profiles (lower(display_name) text_pattern_ops);
create index profiles__newest on profiles (created_at desc, user_id desc);

-- The users whose display name, username or e-mail begins so. Compared byte by byte, so that the indexes above serve it.
create function people_named(p_beginning text) returns setof uuid
language sql stable set search_path = public, pg_temp as $$
  select user_id from profiles
   where lower(display_name) ~>=~ lower(p_beginning) and lower(display_name) ~<~ (lower(p_beginning) || chr(1114109))
  union
  select user_id from profiles
   where username ~>=~ lower(p_beginning) and username ~<~ (lower(p_beginning) || chr(1114109))
  union
  select id from users
   where email_normalized ~>=~ lower(p_beginning) and email_normalized ~<~ (lower(p_beginning) || chr(1114109))
  limit 500
$$;
revoke all on function people_named(text) from public;
grant execute on function people_named(text) to earshot_app;

-- Who did it, where it was not the user whom it concerns.
alter table auth_audit add column actor_id uuid constraint auth_audit__actor_id references users (id);
create index auth_audit__actor on auth_audit (actor_id, id desc) where actor_id is not null;
create index auth_audit__event on auth_audit (event, id desc);
-- What an admin did is news for the other admins.
create trigger auth_audit__news after insert on auth_audit for each row
  when (new.actor_id is not null) execute function tell_news('admin');

-- The record only grows, also for the owner of the database. The one exception is forget_old_auth_audit, and it too
-- removes nothing younger than 180 days.
create function keep_auth_audit() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  callers text;
begin
  get diagnostics callers = pg_context;
  if tg_op = 'DELETE' and callers like '%SQL function "forget_old_auth_audit"%' then
    if old.at < now() - interval '180 days' then return old; end if;
  end if;
  raise exception '% of auth_audit is not possible: the record only grows', lower(tg_op)
    using errcode = 'restrict_violation';
end $$;
revoke all on function keep_auth_audit() from public;
create trigger auth_audit__kept before update or delete on auth_audit
  for each row execute function keep_auth_audit();
create trigger auth_audit__not_emptied before truncate on auth_audit
  for each statement execute function keep_auth_audit();
