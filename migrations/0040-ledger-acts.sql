-- The rest of what can happen to money: a request taken back, a payout that came back, a correction, and the funds of test
-- accounts. Each is one function, as before; each keeps the order of locks of 0007.

-- A test account is never paid out. It becomes one before it has any money, and stays one.
alter table users add column is_test boolean not null default false;
create function guard_test_flag() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if old.is_test or exists (select from ledger.accounts where listener_id = new.id and posting_count > 0) then
    raise exception 'An account with money cannot become a test account, nor a test account a real one'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
revoke all on function guard_test_flag() from public;
create trigger users__test_flag before update of is_test on users for each row
  when (old.is_test is distinct from new.is_test) execute function guard_test_flag();

alter table ledger.rates
  add column test_grant_cents bigint not null default 1500
    constraint rates__test_grant_cents check (test_grant_cents > 0),
  -- Above these amounts two admins are needed. Null: one is enough.
  add column second_admin_payout_cents bigint
    constraint rates__second_admin_payout_cents check (second_admin_payout_cents > 0),
  add column second_admin_correction_cents bigint default 10000
    constraint rates__second_admin_correction_cents check (second_admin_correction_cents > 0);

alter table payout_requests
  add column first_approved_by uuid constraint payout_requests__first_approved_by references users (id),
  add column first_approved_at timestamptz(3),
  add column returned_by uuid constraint payout_requests__returned_by references users (id),
  add column returned_at timestamptz(3),
  add column return_reason text constraint payout_requests__return_reason
    check (char_length(btrim(return_reason)) between 20 and 1000),
  drop constraint payout_requests__status,
  add constraint payout_requests__status
    check (status in ('pending', 'completed', 'rejected', 'cancelled', 'returned')),
  -- A listener takes a request back without anybody's decision.
  drop constraint payout_requests__decided,
  add constraint payout_requests__decided check ((status in ('pending', 'cancelled')) = (decided_by is null)),
  add constraint payout_requests__first_approval
    check ((first_approved_by is null) = (first_approved_at is null) and first_approved_by <> listener_id),
  add constraint payout_requests__second_admin
    check (status not in ('completed', 'returned') or first_approved_by is distinct from decided_by),
  add constraint payout_requests__returned check (
    num_nonnulls(returned_by, returned_at, return_reason) = case status when 'returned' then 3 else 0 end),
  add constraint payout_requests__own_return check (returned_by <> listener_id);
create index payout_requests__completed on payout_requests (processed_at, id) where status = 'completed';

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

create table ledger.corrections (
  id uuid primary key default gen_random_uuid(),
  listener_id uuid not null constraint corrections__listener_id references profiles (user_id),
  amount_cents bigint not null constraint corrections__amount_cents check (amount_cents <> 0),
  -- The listener reads it in the statement.
  reason text not null constraint corrections__reason check (char_length(btrim(reason)) between 20 and 1000),
  needs_second boolean not null,
  status text not null default 'waiting'
    constraint corrections__status check (status in ('waiting', 'booked', 'declined')),
  proposed_by uuid not null constraint corrections__proposed_by references users (id),
  request_key uuid not null,
  proposed_at timestamptz(3) not null default now(),
  decided_by uuid constraint corrections__decided_by references users (id),
  decided_at timestamptz(3),
  constraint corrections__request_key unique (proposed_by, request_key),
  constraint corrections__own check (listener_id not in (proposed_by, decided_by)),
  constraint corrections__decided check (
    num_nonnulls(decided_by, decided_at) = case status when 'waiting' then 0 else 2 end),
  constraint corrections__second_admin check (not needs_second or status <> 'booked' or decided_by <> proposed_by)
);
create index corrections__waiting on ledger.corrections (proposed_at, id) where status = 'waiting';
create index corrections__listener on ledger.corrections (listener_id);

create table ledger.test_grants (
  id uuid primary key default gen_random_uuid(),
  listener_id uuid not null constraint test_grants__listener_id references profiles (user_id),
  amount_cents bigint not null constraint test_grants__amount_cents check (amount_cents > 0),
  granted_by uuid not null constraint test_grants__granted_by references users (id),
  request_key uuid not null,
  granted_at timestamptz(3) not null default now(),
  constraint test_grants__request_key unique (granted_by, request_key)
);
create index test_grants__listener on ledger.test_grants (listener_id);

create function ledger.guard_correction() returns trigger
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
create trigger corrections__guard before update on ledger.corrections
  for each row execute function ledger.guard_correction();
create trigger corrections__kept before delete or truncate on ledger.corrections
  for each statement execute function ledger.refuse_change();
create trigger corrections__news after insert or update on ledger.corrections
  for each row execute function public.tell_news('admin');
create trigger test_grants__kept before update or delete or truncate on ledger.test_grants
  for each statement execute function ledger.refuse_change();

alter table ledger.transactions
  drop constraint transactions__kind,
  add constraint transactions__kind check (kind in ('reward', 'reward_reversal', 'payout_request', 'payout_completion',
    'payout_rejection', 'payout_cancellation', 'payout_return', 'correction', 'test_grant')),
  drop constraint transactions__reversal,
  add constraint transactions__reversal
    check ((kind in ('reward_reversal', 'payout_return')) = (reverses is not null));
drop index ledger.transactions__payout_decision;
create unique index transactions__payout_decision on ledger.transactions (source_id)
  where kind in ('payout_completion', 'payout_rejection', 'payout_cancellation');

create or replace function ledger.check_reversal() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (select from ledger.transactions undone
                  where undone.id = new.reverses
                    and undone.kind = case new.kind when 'payout_return' then 'payout_completion' else 'reward' end
                    and undone.source_id = new.source_id and undone.gross_cents = new.gross_cents) then
    raise exception 'A reversal must undo the whole entry of the same review or payout'
      using errcode = 'check_violation', constraint = 'transactions__reversal_source';
  end if;
  return new;
end $$;

create or replace function ledger.listener_of_entry(p_transaction bigint) returns uuid
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  entry record;
begin
  select kind, source_id into entry from ledger.transactions where id = p_transaction;
  return case
    when entry.kind in ('reward', 'reward_reversal') then
      (select listener_id from public.reviews where id = entry.source_id)
    when entry.kind = 'correction' then (select listener_id from ledger.corrections where id = entry.source_id)
    when entry.kind = 'test_grant' then (select listener_id from ledger.test_grants where id = entry.source_id)
    else (select listener_id from public.payout_requests where id = entry.source_id) end;
end $$;

create type ledger.return_outcome as
  (outcome text, listener_id uuid, amount_cents bigint, status text, returned_at timestamptz(3));
create type ledger.correction_outcome as
  (outcome text, correction_id uuid, amount_cents bigint, status text, available_cents bigint);
create type ledger.grant_outcome as (outcome text, amount_cents bigint, available_cents bigint);

-- Inside.

-- Writes one entry that gives money to a locked wallet: what is owed is settled first.
create function ledger.post_credit(p_kind text, p_source uuid, p_reverses bigint, p_actor uuid, p_reason text,
  p_from bigint, p_wallet ledger.wallet, p_amount bigint) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  settled bigint := least(p_amount, -p_wallet.owed_cents);
begin
  perform ledger.post(p_kind, p_source, p_reverses, p_actor, p_reason,
    array[p_from, p_wallet.owed_id, p_wallet.available_id], array[-p_amount, settled, p_amount - settled]);
end $$;

create function ledger.is_test_account(p_user uuid) returns boolean
language sql set search_path = pg_catalog, pg_temp as $$
  select coalesce((select is_test from public.users where id = p_user), false)
$$;

-- Books a correction whose wallet is locked. Gives the new available balance.
create function ledger.post_correction(p_correction ledger.corrections, p_wallet ledger.wallet) returns bigint
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

-- The doors.

-- Decides a pending payout. Completed: the money counts as paid out. Rejected: it returns to available, what is owed
-- is settled from it first. Above the amount of the rates the first admin's approval only counts ('awaits_second'), and
-- another admin completes.
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
    and request.amount_cents > (select second_admin_payout_cents from ledger.rates)
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
create function ledger.cancel_payout(p_payout uuid, p_listener uuid) returns ledger.payout_decision_outcome
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
create function ledger.return_payout(p_payout uuid, p_returned_by uuid, p_reason text) returns ledger.return_outcome
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

-- Adds to available, or takes from it (below zero), never below nothing. Above the amount of the rates it waits for a
-- second admin. The same key of the same admin finds the first correction again.
create function ledger.correct_balance(p_listener uuid, p_amount bigint, p_reason text, p_proposed_by uuid,
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

  select coalesce(abs(p_amount) > second_admin_correction_cents, false) into second from ledger.rates;
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

-- Books or declines a correction that waits for a second admin. Its proposer may decline it, never book it.
create function ledger.decide_correction(p_correction uuid, p_decided_by uuid, p_decision text)
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

-- Gives a test account the amount of the rates. The same key of the same admin finds the first grant again.
create function ledger.grant_test_funds(p_listener uuid, p_granted_by uuid, p_request_key uuid)
returns ledger.grant_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  wallet ledger.wallet;
  funds record;
  refusal text;
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

  insert into ledger.test_grants (listener_id, amount_cents, granted_by, request_key)
    select p_listener, test_grant_cents, p_granted_by, p_request_key from ledger.rates
    on conflict (granted_by, request_key) do nothing
    returning id, amount_cents into funds;
  if not found then return ledger.grant_test_funds(p_listener, p_granted_by, p_request_key); end if;
  perform ledger.post_credit('test_grant', funds.id, null, p_granted_by, null,
    ledger.platform_account('test_funds'), wallet, funds.amount_cents);
  return row ('done', funds.amount_cents,
    (select balance_cents from ledger.accounts where id = wallet.available_id))::ledger.grant_outcome;
end $$;

revoke execute on all functions in schema ledger from public;
grant select on ledger.corrections, ledger.test_grants to earshot_app, earshot_audit;
grant execute on function ledger.cancel_payout(uuid, uuid) to earshot_app;
grant execute on function ledger.return_payout(uuid, uuid, text) to earshot_app;
grant execute on function ledger.correct_balance(uuid, bigint, text, uuid, uuid) to earshot_app;
grant execute on function ledger.decide_correction(uuid, uuid, text) to earshot_app;
grant execute on function ledger.grant_test_funds(uuid, uuid, uuid) to earshot_app;
