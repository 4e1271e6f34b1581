-- The mark of a destination may be computed again: another spelling of the same account, or another server secret, must not hide that
-- two people share one.
create or replace function guard_payee() returns trigger
language plpgsql set search_path to pg_catalog, pg_temp as $$
begin
  if (new.id, new.user_id, new.method, new.country, new.created_at)
       is distinct from (old.id, old.user_id, old.method, old.country, old.created_at)
    or old.confirmed_at is not null and new.confirmed_at is distinct from old.confirmed_at
    or old.replaced_at is not null and new.replaced_at is distinct from old.replaced_at
    or old.withdrawn_at is not null and new.withdrawn_at is distinct from old.withdrawn_at then
    raise exception 'A destination is confirmed once, replaced once and withdrawn once, and changes in no other way'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
grant update (destination_mark) on payees to earshot_app;
