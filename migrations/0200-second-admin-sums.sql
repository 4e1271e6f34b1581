-- The second admin is needed for a sum, not for one act: what an admin has done alone in the last 24 hours counts, or many
-- acts just below the amount would pass one by one.

create index corrections__alone on ledger.corrections (proposed_by, decided_at)
  where status = 'booked' and not needs_second;
create index payout_requests__alone on payout_requests (decided_by, processed_at)
  where status in ('completed', 'returned') and first_approved_by is null;

-- Inside. Both lock the admin first, so that two acts at once cannot both find room below the amount. It is the last lock of
-- an act, after the listener's accounts.

create function ledger.lock_admin(p_admin uuid) returns void
language sql set search_path = pg_catalog, pg_temp as $$
  select pg_advisory_xact_lock(hashtextextended('ledger admin ' || p_admin, 0))
$$;

-- The sum of corrections that this admin booked in the last 24 hours without a second one, whichever way they went.
create function ledger.corrected_alone(p_admin uuid) returns bigint
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform ledger.lock_admin(p_admin);
  return (select coalesce(sum(abs(amount_cents)), 0) from ledger.corrections
           where proposed_by = p_admin and status = 'booked' and not needs_second
             and decided_at > now() - interval '24 hours');
end $$;

-- The sum of payouts that this admin completed in the last 24 hours without a second one.
create function ledger.paid_out_alone(p_admin uuid) returns bigint
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform ledger.lock_admin(p_admin);
  return (select coalesce(sum(amount_cents), 0) from public.payout_requests
           where decided_by = p_admin and status in ('completed', 'returned') and first_approved_by is null
             and processed_at > now() - interval '24 hours');
end $$;

-- The doors, as they were but for the sums.

-- Decides a pending payout. Completed: the money counts as paid out. Rejected: it returns to available, what is owed
-- is settled from it first. Once the admin's own completions would pass the amount of the rates, the first approval only
-- counts ('awaits_second'), and another admin completes.
create or replace function ledger.decide_payout(p_payout uuid, p_decided_by uuid, p_decision text, p_reason text)
returns ledger.payout_decision_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  request public.payout_requests;
  wallet ledger.wallet;
  refusal text;
begin
  if p_decision is null or p_decision not in ('completed', 'rejected') then
    raise exception 'A payout is completed or rejected' using errcode = 'invalid_parameter_value';
  end if;
  if not ledger.is_admin(p_decided_by) then
    return row ('not_admin', null, null, null, null)::ledger.payout_decision_outcome;
  end if;
  select * into request from public.payout_requests where id = p_payout for no key update;
  refusal := case
    when not found then 'missing'
    when request.listener_id = p_decided_by then 'own'
    when request.status = p_decision then 'already'
    when request.status <> 'pending' then 'conflict'
    when p_decision = 'completed' and exists (select from ledger.halts where lifted_at is null) then 'halted'
    when p_decision = 'completed' and ledger.is_test_account(request.listener_id) then 'test_account' end;
  if refusal is null then
    wallet := ledger.lock_wallet(request.listener_id);
    if p_decision = 'completed' and wallet.owed_cents < 0 then refusal := 'owed'; end if;
  end if;
  if refusal is null and p_decision = 'completed'
    and ledger.paid_out_alone(p_decided_by) + request.amount_cents
      > (select second_admin_payout_cents from ledger.rates)
    and (request.first_approved_by is null or request.first_approved_by = p_decided_by
      or not ledger.is_admin(request.first_approved_by)) then
    update public.payout_requests set first_approved_by = p_decided_by, first_approved_at = now()
     where id = p_payout and first_approved_by is distinct from p_decided_by;
    refusal := 'awaits_second';
  end if;
  if refusal is not null then
    return row (refusal, request.listener_id, request.amount_cents, request.status, request.processed_at)
      ::ledger.payout_decision_outcome;
  end if;

  -- One admin may be enough again since the first approval, and nobody is the second to themselves.
  update public.payout_requests
     set status = p_decision, processed_at = now(), decided_by = p_decided_by, decision_reason = p_reason,
         first_approved_at = case when first_approved_by <> p_decided_by then first_approved_at end,
         first_approved_by = nullif(first_approved_by, p_decided_by)
   where id = p_payout and status = 'pending' returning * into strict request;
  if p_decision = 'completed' then
    perform ledger.post('payout_completion', p_payout, null, p_decided_by, p_reason,
      array[wallet.pending_id, ledger.platform_account('payout_cash')],
      array[-request.amount_cents, request.amount_cents]);
  else
    perform ledger.post_credit('payout_rejection', p_payout, null, p_decided_by, p_reason, wallet.pending_id, wallet,
      request.amount_cents);
  end if;
  return row ('done', request.listener_id, request.amount_cents, request.status, request.processed_at)
    ::ledger.payout_decision_outcome;
end $$;

-- Adds to available, or takes from it (below zero), never below nothing. Once the admin's own corrections would pass the
-- amount of the rates, it waits for a second admin. The same key of the same admin finds the first correction again.
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
  -- Somebody else has just used this key, for another listener: it is found now.
  if not found then
    return ledger.correct_balance(p_listener, p_amount, p_reason, p_proposed_by, p_request_key);
  end if;
  if not second then wallet.available_cents := ledger.post_correction(correction, wallet); end if;
  return row (case when second then 'awaits_second' else 'done' end, correction.id, correction.amount_cents,
    correction.status, wallet.available_cents)::ledger.correction_outcome;
end $$;

revoke execute on all functions in schema ledger from public;
