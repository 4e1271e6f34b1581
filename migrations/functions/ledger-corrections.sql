create or replace function ledger.guard_correction() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if old.status <> 'waiting'
    or (new.id, new.listener_id, new.amount_cents, new.reason, new.needs_second, new.proposed_by, new.request_key,
        new.proposed_at) is distinct from
       (old.id, old.listener_id, old.amount_cents, old.reason, old.needs_second, old.proposed_by, old.request_key,
        old.proposed_at) then
    raise exception 'A correction only changes by its one decision' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- Books a correction whose wallet is locked. Returns the new available balance.
create or replace function ledger.post_correction(p_correction ledger.corrections, p_wallet ledger.wallet) returns bigint
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if p_correction.amount_cents > 0 then
    perform ledger.post_credit('correction', p_correction.id, null, p_correction.proposed_by, p_correction.reason,
      ledger.platform_account('corrections'), p_wallet, p_correction.amount_cents);
  else
    perform ledger.post('correction', p_correction.id, null, p_correction.proposed_by, p_correction.reason,
      array[ledger.platform_account('corrections'), p_wallet.available_id],
      array[-p_correction.amount_cents, p_correction.amount_cents]);
  end if;
  return (select balance_cents from ledger.accounts where id = p_wallet.available_id);
end $$;

-- Adds to available, or deducts from it (a negative amount), but the balance never falls below zero. If the admin's own
-- corrections would exceed the amount in rates, it waits for a second admin. The same key of the same admin returns the first correction.
create or replace function ledger.correct_balance(p_listener uuid, p_amount bigint, p_reason text, p_proposed_by uuid,
  p_request_key uuid) returns ledger.correction_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  wallet ledger.wallet;
  correction ledger.corrections;
  refusal text;
  second boolean;
begin
  if not ledger.is_admin(p_proposed_by) then refusal := 'not_admin'; end if;
  if p_proposed_by = p_listener then refusal := 'own'; end if;
  if refusal is null then
    wallet := ledger.lock_wallet(p_listener);
    if wallet.available_id is null then refusal := 'missing'; end if;
  end if;
  if refusal is not null then return row (refusal, null, null, null, null)::ledger.correction_outcome; end if;
  select * into correction from ledger.corrections
   where proposed_by = p_proposed_by and request_key = p_request_key;
  if found then
    return row (case when (correction.listener_id, correction.amount_cents, correction.reason)
        is not distinct from (p_listener, p_amount, p_reason) then 'already' else 'key_reused' end,
      correction.id, correction.amount_cents, correction.status, wallet.available_cents)::ledger.correction_outcome;
  end if;
  if wallet.available_cents + p_amount < 0 then
    return row ('below_zero', null, p_amount, null, wallet.available_cents)::ledger.correction_outcome;
  end if;

  select coalesce(ledger.corrected_alone(p_proposed_by) + abs(p_amount) > second_admin_correction_cents, false)
    into second from ledger.rates;
  insert into ledger.corrections
      (listener_id, amount_cents, reason, proposed_by, request_key, needs_second, status, decided_by, decided_at)
    values (p_listener, p_amount, p_reason, p_proposed_by, p_request_key, second,
      case when second then 'waiting' else 'booked' end,
      case when not second then p_proposed_by end, case when not second then now() end)
    on conflict (proposed_by, request_key) do nothing
    returning * into correction;
  -- A concurrent call has just used this key for another listener. The repeat finds it.
  if not found then
    return ledger.correct_balance(p_listener, p_amount, p_reason, p_proposed_by, p_request_key);
  end if;
  if not second then wallet.available_cents := ledger.post_correction(correction, wallet); end if;
  return row (case when second then 'awaits_second' else 'done' end, correction.id, correction.amount_cents,
    correction.status, wallet.available_cents)::ledger.correction_outcome;
end $$;

-- Books or declines a correction that waits for a second admin. Its proposer may decline it, never book it.
create or replace function ledger.decide_correction(p_correction uuid, p_decided_by uuid, p_decision text)
returns ledger.correction_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  wallet ledger.wallet;
  correction ledger.corrections;
  refusal text;
begin
  if p_decision is null or p_decision not in ('booked', 'declined') then
    raise exception 'A correction is booked or declined' using errcode = 'invalid_parameter_value';
  end if;
  if not ledger.is_admin(p_decided_by) then
    return row ('not_admin', null, null, null, null)::ledger.correction_outcome;
  end if;
  select * into correction from ledger.corrections where id = p_correction for no key update;
  refusal := case
    when not found then 'missing'
    when correction.listener_id = p_decided_by then 'own'
    when correction.status = p_decision then 'already'
    when correction.status <> 'waiting' then 'conflict'
    when p_decision = 'booked' and correction.proposed_by = p_decided_by then 'second_needed' end;
  if refusal is null then
    wallet := ledger.lock_wallet(correction.listener_id);
    if p_decision = 'booked' and wallet.available_cents + correction.amount_cents < 0 then
      refusal := 'below_zero';
    end if;
  end if;
  if refusal is null then
    refusal := 'done';
    update ledger.corrections set status = p_decision, decided_by = p_decided_by, decided_at = now()
     where id = p_correction and status = 'waiting' returning * into strict correction;
    if p_decision = 'booked' then wallet.available_cents := ledger.post_correction(correction, wallet); end if;
  end if;
  return row (refusal, correction.id, correction.amount_cents, correction.status, wallet.available_cents)
    ::ledger.correction_outcome;
end $$;

-- Tops up a test account's available balance to the amount in rates. 'enough': it already has that much. The same key
-- of the same admin returns the first grant.
create or replace function ledger.grant_test_funds(p_listener uuid, p_granted_by uuid, p_request_key uuid)
returns ledger.grant_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  wallet ledger.wallet;
  funds record;
  refusal text;
  missing bigint;
begin
  if not ledger.is_admin(p_granted_by) then refusal := 'not_admin'; end if;
  if p_granted_by = p_listener then refusal := 'own'; end if;
  if refusal is null and not ledger.is_test_account(p_listener) then refusal := 'not_test'; end if;
  if refusal is null then
    wallet := ledger.lock_wallet(p_listener);
    if wallet.available_id is null then refusal := 'missing'; end if;
  end if;
  if refusal is not null then return row (refusal, null, null)::ledger.grant_outcome; end if;
  select amount_cents into funds from ledger.test_grants
   where granted_by = p_granted_by and request_key = p_request_key;
  if found then return row ('already', funds.amount_cents, wallet.available_cents)::ledger.grant_outcome; end if;

  missing := (select test_grant_cents from ledger.rates) - wallet.available_cents - wallet.owed_cents;
  if missing <= 0 then return row ('enough', 0, wallet.available_cents)::ledger.grant_outcome; end if;
  insert into ledger.test_grants (listener_id, amount_cents, granted_by, request_key)
    values (p_listener, missing, p_granted_by, p_request_key)
    on conflict (granted_by, request_key) do nothing
    returning id, amount_cents into funds;
  if not found then return ledger.grant_test_funds(p_listener, p_granted_by, p_request_key); end if;
  perform ledger.post_credit('test_grant', funds.id, null, p_granted_by, null,
    ledger.platform_account('test_funds'), wallet, funds.amount_cents);
  return row ('done', funds.amount_cents,
    (select balance_cents from ledger.accounts where id = wallet.available_id))::ledger.grant_outcome;
end $$;

-- Sets the amount above which two admins are needed; null: one is enough. It runs with the caller's permissions, so
-- the application gets "permission denied".
create or replace function ledger.set_second_admin(p_acts text, p_above_cents bigint) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if p_acts = 'payouts' then update ledger.rates set second_admin_payout_cents = p_above_cents;
  else update ledger.rates set second_admin_correction_cents = p_above_cents;
  end if;
end $$;

-- The sum of corrections, up or down, that this admin booked in the last 24 hours without a second admin.
create or replace function ledger.corrected_alone(p_admin uuid) returns bigint
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform ledger.lock_admin(p_admin);
  return (select coalesce(sum(abs(amount_cents)), 0) from ledger.corrections
           where proposed_by = p_admin and status = 'booked' and not needs_second
             and decided_at > now() - interval '24 hours');
end $$;
