create or replace function ledger.guard_payout_request() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if (new.id, new.listener_id, new.amount_cents, new.request_key, new.created_at)
       is distinct from (old.id, old.listener_id, old.amount_cents, old.request_key, old.created_at)
    or not (old.status = 'pending' and new.status <> 'returned'
      or old.status = 'completed' and new.status = 'returned'
        and (new.processed_at, new.decided_by, new.decision_reason, new.first_approved_by, new.first_approved_at)
          is not distinct from
            (old.processed_at, old.decided_by, old.decision_reason, old.first_approved_by, old.first_approved_at)) then
    raise exception 'A payout request only changes by its one decision, and a completed one by its return'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- Moves all of available to pending, under one request. The same key finds the first request again.
create or replace function ledger.request_payout(p_listener uuid, p_request_key uuid) returns ledger.payout_request_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  wallet ledger.wallet := ledger.lock_wallet(p_listener);
  refusal text;
  request record;
begin
  select 'already', id, amount_cents, status, created_at into request
    from public.payout_requests where listener_id = p_listener and request_key = p_request_key;
  if found then return request; end if;

  select case when profile.user_type is distinct from 'listener' then 'not_listener'
              when person.suspended_at is not null then 'suspended'
              when wallet.available_cents < rate.minimum_payout_cents then 'below_minimum' end
    into refusal
    from public.profiles profile join public.users person on person.id = profile.user_id cross join ledger.rates rate
   where profile.user_id = p_listener;
  if not found then refusal := 'not_listener'; end if;
  if refusal is not null then
    return row (refusal, null, wallet.available_cents, null, null)::ledger.payout_request_outcome;
  end if;

  insert into public.payout_requests (listener_id, amount_cents, request_key)
    values (p_listener, wallet.available_cents, p_request_key)
    returning 'done', id, amount_cents, status, created_at into request;
  perform ledger.post('payout_request', request.id, null, p_listener, null,
    array[wallet.available_id, wallet.pending_id], array[-wallet.available_cents, wallet.available_cents]);
  return request;
end $$;

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

-- Takes the listener's own pending request back: the money returns to available, what is owed is settled first.
create or replace function ledger.cancel_payout(p_payout uuid, p_listener uuid) returns ledger.payout_decision_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  request public.payout_requests;
  refusal text;
begin
  select * into request from public.payout_requests
   where id = p_payout and listener_id = p_listener for no key update;
  refusal := case
    when not found then 'missing'
    when request.status = 'cancelled' then 'already'
    when request.status <> 'pending' then 'conflict' end;
  if refusal is null then
    refusal := 'done';
    update public.payout_requests
       set status = 'cancelled', processed_at = now(), first_approved_by = null, first_approved_at = null
     where id = p_payout and status = 'pending' returning * into strict request;
    perform ledger.post_credit('payout_cancellation', p_payout, null, p_listener, null,
      (select id from ledger.accounts where listener_id = p_listener and kind = 'pending'),
      ledger.lock_wallet(p_listener), request.amount_cents);
  end if;
  return row (refusal, request.listener_id, request.amount_cents, request.status, request.processed_at)
    ::ledger.payout_decision_outcome;
end $$;

-- Books a completed payout back that came back from the bank.
create or replace function ledger.return_payout(p_payout uuid, p_returned_by uuid, p_reason text) returns ledger.return_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  request public.payout_requests;
  refusal text;
begin
  if not ledger.is_admin(p_returned_by) then
    return row ('not_admin', null, null, null, null)::ledger.return_outcome;
  end if;
  select * into request from public.payout_requests where id = p_payout for no key update;
  refusal := case
    when not found then 'missing'
    when request.listener_id = p_returned_by then 'own'
    when request.status = 'returned' then 'already'
    when request.status <> 'completed' then 'conflict' end;
  if refusal is null then
    refusal := 'done';
    update public.payout_requests
       set status = 'returned', returned_by = p_returned_by, returned_at = now(), return_reason = p_reason
     where id = p_payout and status = 'completed' returning * into strict request;
    perform ledger.post_credit('payout_return', p_payout,
      (select id from ledger.transactions where kind = 'payout_completion' and source_id = p_payout),
      p_returned_by, p_reason, ledger.platform_account('payout_cash'), ledger.lock_wallet(request.listener_id),
      request.amount_cents);
  end if;
  return row (refusal, request.listener_id, request.amount_cents, request.status, request.returned_at)
    ::ledger.return_outcome;
end $$;

-- Hands every completed payout that has not left to one export, the oldest first. The same key of the same admin finds
-- the first export again.
create or replace function ledger.export_payouts(p_made_by uuid, p_request_key uuid) returns ledger.export_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  made uuid;
begin
  if not ledger.is_admin(p_made_by) then return row ('not_admin', null)::ledger.export_outcome; end if;
  -- One export at a time; reading goes on.
  lock table public.payout_exports in share row exclusive mode;
  select id into made from public.payout_exports where made_by = p_made_by and request_key = p_request_key;
  if found then return row ('already', made)::ledger.export_outcome; end if;

  with leaving as materialized (
    select payout.id, payout.amount_cents from public.payout_requests payout
     where payout.status = 'completed'
       and not exists (select from public.payout_export_lines line where line.payout_id = payout.id)
     order by payout.processed_at, payout.id limit 2000 for no key update
  ), header as (
    insert into public.payout_exports (made_by, request_key, line_count, total_cents)
      select p_made_by, p_request_key, count(*), sum(amount_cents) from leaving having count(*) > 0
      returning id
  ), lines as (
    insert into public.payout_export_lines (payout_id, export_id, amount_cents)
      select leaving.id, header.id, leaving.amount_cents from leaving cross join header
  )
  select id into made from header;
  return row (case when made is null then 'nothing' else 'done' end, made)::ledger.export_outcome;
end $$;

-- The sum of payouts that this admin completed in the last 24 hours without a second one.
create or replace function ledger.paid_out_alone(p_admin uuid) returns bigint
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform ledger.lock_admin(p_admin);
  return (select coalesce(sum(amount_cents), 0) from public.payout_requests
           where decided_by = p_admin and status in ('completed', 'returned') and first_approved_by is null
             and processed_at > now() - interval '24 hours');
end $$;
