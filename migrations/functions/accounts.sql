-- Accounts: roles, the audit log of sign-ins, deleted accounts, and accounts of tests.

-- Only the operator's commands run it; the application gets "permission denied".
create or replace function assign_role(of_user uuid, new_role text, at timestamptz) returns void
language sql security invoker
as 'insert into user_roles (user_id, role, assigned_at) values (of_user, new_role, at)';

-- The record only grows, also for the owner of the database. The one exception is forget_old_auth_audit, and it too
-- removes nothing younger than 180 days.
create or replace function keep_auth_audit() returns trigger
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

-- The application may add to the record and never shorten it, except by what is older than 180 days.
create or replace function forget_old_auth_audit(at_moment timestamptz) returns bigint
language sql security definer set search_path = public, pg_temp
as $$
  with gone as (delete from auth_audit where at < least(at_moment, now()) - interval '180 days' returning 1)
  select count(*) from gone
$$;

-- Calls that are under way while their user is deleted must leave nothing behind. A deletion locks the row of the user. A new row of
-- the user waits for it here, and is rejected once the deletion is committed.
create or replace function refuse_deleted_account() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  owner uuid;
  gone timestamptz;
begin
  case tg_argv[0]
    when 'user_id' then owner := new.user_id;
    when 'listener_id' then owner := new.listener_id;
    when 'artist_id' then owner := new.artist_id;
    when 'follower_id' then owner := new.follower_id;
    when 'reporter_id' then owner := new.reporter_id;
    when 'asked_by' then owner := new.asked_by;
  end case;
  -- A condition on deleted_at would be checked before the wait.
  select deleted_at into gone from public.users where id = owner for key share;
  if gone is not null then
    raise exception 'The account % is deleted', owner using errcode = 'ED001';
  end if;
  return null;
end $$;

create or replace function refuse_change_of_deleted() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception 'The account % is deleted', old.id using errcode = 'ED001';
end $$;

create or replace function guard_test_flag() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if old.is_test or exists (select from ledger.accounts where listener_id = new.id and posting_count > 0) then
    raise exception 'An account with money cannot become a test account, nor a test account a real one'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- Accounts of tests and samples have no bounds.
create or replace function has_bounds(person users) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select not (person.is_test or person.email_normalized like '%@sample.invalid')
$$;

-- The users whose display name, username or e-mail begins so. Compared byte by byte, so that the indexes above serve it.
create or replace function people_named(p_beginning text) returns setof uuid
language sql stable rows 20 set search_path = public, pg_temp as $$
  select user_id from profiles
   where folded_name ~>=~ folded(p_beginning) and folded_name ~<~ (folded(p_beginning) || chr(1114109)) and folded(p_beginning) <> ''
  union
  select user_id from profiles
   where username ~>=~ lower(p_beginning) and username ~<~ (lower(p_beginning) || chr(1114109))
  union
  select id from users
   where email_normalized ~>=~ lower(p_beginning) and email_normalized ~<~ (lower(p_beginning) || chr(1114109))
  limit 500
$$;

create or replace function remove_push_subscription() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  delete from push_subscriptions where session_id = new.id;
  return null;
end $$;
