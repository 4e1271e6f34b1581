-- Changing an address, and forgetting what accounts leave behind.

-- The address that an e-mail change leads to; it becomes the user's own when its link is used.
alter table one_time_tokens add column new_email text
  constraint one_time_tokens__new_email check (char_length(new_email) between 3 and 254);
alter table one_time_tokens
  drop constraint one_time_tokens__kind,
  add constraint one_time_tokens__kind check (kind in ('signup', 'recovery', 'email_change', 'second_factor'));
create index one_time_tokens__expires_at on one_time_tokens (expires_at);
create index auth_audit__at on auth_audit (at);

-- The application may add to the record and never shorten it, except by what is older than 180 days.
create function forget_old_auth_audit(at_moment timestamptz) returns bigint
language sql security definer set search_path = public, pg_temp
as $$
  with gone as (delete from auth_audit where at < least(at_moment, now()) - interval '180 days' returning 1)
  select count(*) from gone
$$;
revoke all on function forget_old_auth_audit(timestamptz) from public;
grant execute on function forget_old_auth_audit(timestamptz) to earshot_app;
grant delete on one_time_tokens, outbox to earshot_app;
