-- Payout destinations and transfers change only in the ways that money allows.

-- A destination that was withdrawn stays so: what has been stopped there once is never sent there again. Its mark may be computed again.
create or replace function guard_payee() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
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

create or replace function guard_payout_transfer() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if (new.payout_id, new.listener_id) is distinct from (old.payout_id, old.listener_id)
    or old.payee_id is not null and new.payee_id is distinct from old.payee_id and (old.attempts > 0
      or not exists (select from public.payees where id = old.payee_id and withdrawn_at is not null))
    or new.attempts < old.attempts
    or old.provider_id is not null and new.provider_id is distinct from old.provider_id
    or old.cost_cents is not null and new.cost_cents is distinct from old.cost_cents then
    raise exception 'What was frozen into a payout, and what its provider said, stays'
      using errcode = 'restrict_violation';
  end if;
  if new.transfer <> old.transfer and not (case old.transfer
    when 'waiting' then new.transfer in ('sending', 'failed')
    when 'sending' then new.transfer in ('paid', 'failed', 'checking')
    when 'checking' then new.transfer in ('sending', 'paid', 'failed')
    -- A bank may send it back days after it arrived.
    when 'paid' then new.transfer = 'failed'
    else false end) then
    raise exception 'A transfer does not go from % to %', old.transfer, new.transfer
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace function note_request_status() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  update public.payout_transfers set request_status = new.status where payout_id = new.id;
  return null;
end $$;
