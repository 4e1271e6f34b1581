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

-- Moves all of available to pending, in one request. The same key returns the first request.
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

  select case when profile.user_type is distinct from 'listener' and not ledger.is_admin(p_listener) then 'not_listener'
              when person.suspended_at is not null then 'suspended'
              when ledger.is_under_review(p_listener) then 'under_review'
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
  insert into public.payout_transfers (payout_id, listener_id) values (request.id, p_listener);
  perform ledger.freeze_destination(p_listener);
  return request;
end $$;

-- Why this decision on the payout is not possible now; null if it is. Locks the request and, if it could be completed, the wallet.
-- If the admin's own completions would exceed the amount in rates, another admin is needed ('awaits_second').
create or replace function ledger.payout_refusal(p_payout uuid, p_decided_by uuid, p_decision text) returns text
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  request public.payout_requests;
  refusal text;
begin
  -- Null means the rule, which approves, or a suspension, which rejects.
  if not ledger.is_admin(p_decided_by)
    and not (p_decided_by is null and (p_decision = 'completed' or ledger.is_of_suspended(p_payout))) then
    return 'not_admin';
  end if;
  select * into request from public.payout_requests where id = p_payout for no key update;
  refusal := case
    when not found then 'missing'
    when request.listener_id = p_decided_by then 'own'
    when request.status = p_decision then 'already'
    when request.status <> 'pending' then 'conflict'
    when p_decision = 'completed' and exists (select from ledger.halts where lifted_at is null) then 'halted'
    when p_decision = 'completed' and ledger.is_test_account(request.listener_id)
      and not ledger.goes_to_test_provider(p_payout) then 'test_account'
    when p_decision = 'completed' and ledger.is_under_review(request.listener_id) then 'under_review' end;
  if refusal is not null or p_decision = 'rejected' then return refusal; end if;
  if (ledger.lock_wallet(request.listener_id)).owed_cents < 0 then return 'owed'; end if;
  -- Another payout of the listener may have been withheld while this waited for the wallet.
  if ledger.is_under_review(request.listener_id) then return 'under_review'; end if;
  if p_decided_by is not null
    and ledger.paid_out_alone(p_decided_by, p_payout) + request.amount_cents
      > (select second_admin_payout_cents from ledger.rates)
    and (request.first_approved_by is null or request.first_approved_by = p_decided_by
      or not ledger.is_admin(request.first_approved_by)) then
    return 'awaits_second';
  end if;
  return null;
end $$;

-- Whether this payout's listener is suspended.
create or replace function ledger.is_of_suspended(p_payout uuid) returns boolean
language sql set search_path = pg_catalog, pg_temp as $$
  select exists (select from public.payout_requests request join public.users person on person.id = request.listener_id
                  where request.id = p_payout and person.suspended_at is not null)
$$;

-- Whether the rule may not approve this payout: no person has read enough of its reviews, its listener is suspended, it is on hold or stopped, its destination
-- was confirmed less than 72 hours ago, or an admin has given the first of two approvals, or has undone an approval of this
-- payout or of another of the listener, until an admin has approved that one or one that was requested later.
create or replace function ledger.is_left_to_people(p_payout uuid, p_at timestamptz) returns boolean
language sql set search_path = pg_catalog, pg_temp as $$
  select exists (
      select from public.payout_requests request
        join public.payout_requests other on other.listener_id = request.listener_id
        join public.payout_rule_findings found on found.payout_id = other.id and 'taken_back' = any (found.doubts)
       where request.id = p_payout
         and (other.id = p_payout or not exists (
           select from public.payout_requests seen
            where seen.listener_id = other.listener_id and seen.status = 'completed' and seen.decided_by is not null
              and (seen.id = other.id or seen.created_at >= found.looked_at))))
    or exists (select from public.payout_requests request
                where request.id = p_payout and not ledger.is_read(request.listener_id, p_at))
    or not exists (
      select from public.payout_transfers travel
        join public.payout_requests request on request.id = travel.payout_id
        join public.users person on person.id = travel.listener_id
        join public.payees payee on payee.id = travel.payee_id
        left join public.payout_holds hold on hold.user_id = travel.listener_id
       where travel.payout_id = p_payout and request.first_approved_by is null
         and person.suspended_at is null and not person.is_test
         and payee.withdrawn_at is null and payee.confirmed_at <= p_at - interval '72 hours'
         and (hold.user_id is null or hold.held_until <= p_at and hold.stopped_at is null))
$$;

-- The current destination of a payout; null without one, or if it was withdrawn.
create or replace function ledger.destination_of(p_payout uuid) returns uuid
language sql set search_path = pg_catalog, pg_temp as $$
  select payee.id from public.payout_transfers travel join public.payees payee on payee.id = travel.payee_id
   where travel.payout_id = p_payout and payee.withdrawn_at is null
$$;

-- Approves a pending payout. It is completed at p_completes_at, unless the approval is undone before. The first of two
-- needed approvals is only stored. If two admins, or an admin and the rule, approve at once, the second gets
-- 'already'. 'left_to_people': the rule may not approve it. 'unread': this admin has not read reviews of a first payout.
create or replace function ledger.approve_payout(p_payout uuid, p_approved_by uuid, p_at timestamptz, p_completes_at timestamptz)
returns ledger.payout_decision_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  request public.payout_requests;
  refusal text := ledger.payout_refusal(p_payout, p_approved_by, 'completed');
begin
  if refusal is null and exists (select from public.payout_approvals where payout_id = p_payout) then
    refusal := 'already';
  elsif (refusal is null or refusal = 'awaits_second') and ledger.is_unread(p_payout, p_approved_by) then
    refusal := 'unread';
  elsif refusal is null and p_approved_by is null and ledger.is_left_to_people(p_payout, p_at) then
    refusal := 'left_to_people';
  elsif refusal is null then
    insert into public.payout_approvals (payout_id, approved_by, approved_at, completes_at, payee_id)
      values (p_payout, p_approved_by, p_at, p_completes_at, ledger.destination_of(p_payout));
    refusal := 'done';
  elsif refusal = 'awaits_second' then
    perform ledger.note_first_approval(p_payout, p_approved_by);
  end if;
  select * into request from public.payout_requests where id = p_payout;
  return row (refusal, request.listener_id, request.amount_cents, request.status, request.processed_at)
    ::ledger.payout_decision_outcome;
end $$;

-- Completes payouts that an admin approved in one action together, when the time to undo the last of them is over.
create or replace function ledger.complete_together(p_payouts uuid[], p_approved_by uuid, p_completes_at timestamptz) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  update public.payout_approvals set completes_at = p_completes_at
   where payout_id = any (p_payouts) and approved_by = p_approved_by and p_completes_at >= approved_at
$$;

-- Undoes an approval before the payout is completed. From then on, only an admin can approve the payout. Null: its listener was
-- suspended. 'already': there is no approval.
create or replace function ledger.undo_approval(p_payout uuid, p_undone_by uuid) returns ledger.payout_decision_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  request public.payout_requests;
  refusal text;
begin
  if not ledger.is_admin(p_undone_by) and not (p_undone_by is null and ledger.is_of_suspended(p_payout)) then
    return row ('not_admin', null, null, null, null)::ledger.payout_decision_outcome;
  end if;
  select * into request from public.payout_requests where id = p_payout for no key update;
  refusal := case
    when not found then 'missing'
    when request.listener_id = p_undone_by then 'own'
    when request.status <> 'pending' then 'conflict' end;
  if refusal is null then
    delete from public.payout_approvals where payout_id = p_payout;
    refusal := case when found then 'done' else 'already' end;
  end if;
  if refusal = 'done' then
    insert into public.payout_rule_findings (payout_id, looked_at, doubts) values (p_payout, now(), array['taken_back'])
      on conflict (payout_id) do update set looked_at = excluded.looked_at, doubts = excluded.doubts;
  end if;
  return row (refusal, request.listener_id, request.amount_cents, request.status, request.processed_at)
    ::ledger.payout_decision_outcome;
end $$;

-- Completes a payout whose time to undo is over. If there is a reason against it by now, the approval ends, and the request waits
-- for another one. Reasons include an approver who is no longer an admin or is suspended, a suspension of the listener since the approval, anything that forbids an approval by rule ('left_to_people'), and
-- a destination other than the approved one ('destination_changed'). A destination given since then counts as unseen.
-- 'missing': no approval of it is due.
create or replace function ledger.complete_payout(p_payout uuid, p_at timestamptz) returns ledger.payout_decision_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  request public.payout_requests;
  approval public.payout_approvals;
begin
  select * into request from public.payout_requests where id = p_payout for no key update;
  delete from public.payout_approvals where payout_id = p_payout and completes_at <= p_at returning * into approval;
  if not found then return row ('missing', null, null, null, null)::ledger.payout_decision_outcome; end if;
  if approval.approved_by is not null and not ledger.is_admin(approval.approved_by) then
    return row ('not_admin', request.listener_id, request.amount_cents, request.status, request.processed_at)
      ::ledger.payout_decision_outcome;
  end if;
  if approval.approved_by is null and ledger.is_left_to_people(p_payout, p_at)
    or exists (select from public.users where id = request.listener_id and suspended_at >= approval.approved_at) then
    return row ('left_to_people', request.listener_id, request.amount_cents, request.status, request.processed_at)
      ::ledger.payout_decision_outcome;
  end if;
  if approval.payee_id is not null and approval.payee_id is distinct from ledger.destination_of(p_payout) then
    return row ('destination_changed', request.listener_id, request.amount_cents, request.status, request.processed_at)
      ::ledger.payout_decision_outcome;
  end if;
  update public.payout_requests set seen_payee_id = approval.payee_id where id = p_payout and status = 'pending';
  return ledger.decide_payout(p_payout, approval.approved_by, 'completed', null);
end $$;

-- Decides a pending payout at once. Completed: the money counts as paid out. Rejected: it returns to available, after an
-- owed amount is settled from it. While there is an approval, only undoing or ending it decides anything.
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
  refusal := ledger.payout_refusal(p_payout, p_decided_by, p_decision);
  if refusal = 'not_admin' then
    return row (refusal, null, null, null, null)::ledger.payout_decision_outcome;
  end if;
  if refusal is null and exists (select from public.payout_approvals where payout_id = p_payout) then
    refusal := 'conflict';
  end if;
  if refusal = 'awaits_second' then perform ledger.note_first_approval(p_payout, p_decided_by); end if;
  select * into request from public.payout_requests where id = p_payout;
  if refusal is not null then
    return row (refusal, request.listener_id, request.amount_cents, request.status, request.processed_at)
      ::ledger.payout_decision_outcome;
  end if;

  wallet := ledger.lock_wallet(request.listener_id);
  -- One admin may be enough again since the first approval, and an admin cannot be their own second.
  update public.payout_requests
     set status = p_decision, processed_at = now(), decided_by = p_decided_by, by_rule = p_decided_by is null,
         decision_reason = p_reason,
         first_approved_at = case when first_approved_by is distinct from p_decided_by then first_approved_at end,
         first_approved_by = nullif(first_approved_by, p_decided_by)
   where id = p_payout and status = 'pending' returning * into strict request;
  if p_decision = 'completed' then
    perform ledger.post('payout_completion', p_payout, null, p_decided_by, p_reason,
      array[wallet.pending_id, ledger.paying_account(request.listener_id)],
      array[-request.amount_cents, request.amount_cents]);
  else
    perform ledger.post_credit('payout_rejection', p_payout, null, p_decided_by, p_reason, wallet.pending_id, wallet,
      request.amount_cents);
  end if;
  return row ('done', request.listener_id, request.amount_cents, request.status, request.processed_at)
    ::ledger.payout_decision_outcome;
end $$;

create or replace function ledger.note_first_approval(p_payout uuid, p_admin uuid) returns void
language sql set search_path = pg_catalog, pg_temp as $$
  update public.payout_requests set first_approved_by = p_admin, first_approved_at = now()
   where id = p_payout and first_approved_by is distinct from p_admin
$$;

-- A test account's payout moves no cash: it returns the test funds.
create or replace function ledger.paying_account(p_listener uuid) returns bigint
language sql set search_path = pg_catalog, pg_temp as $$
  select ledger.platform_account(case when ledger.is_test_account(p_listener) then 'test_funds' else 'payout_cash' end)
$$;

create or replace function ledger.goes_to_test_provider(p_payout uuid) returns boolean
language sql set search_path = pg_catalog, pg_temp as $$
  select exists (select from public.payout_transfers travel join public.payees payee on payee.id = travel.payee_id
                  where travel.payout_id = p_payout and payee.method = 'local')
$$;

-- Cancels the listener's own pending request. The money returns to available, after an owed amount is settled.
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
    when request.status <> 'pending' or exists (select from public.payout_approvals where payout_id = p_payout)
      then 'conflict' end;
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

-- Books back a completed payout whose money did not arrive or was returned. Null: its provider said so. An admin can do it for
-- a payout that was not sent, for a line of a file, for money returned after it had arrived, and for a payout that a provider has had for 14
-- days. 'conflict': a provider has it.
create or replace function ledger.return_payout(p_payout uuid, p_returned_by uuid, p_reason text, p_at timestamptz)
returns ledger.return_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  request public.payout_requests;
  travel public.payout_transfers;
  refusal text;
begin
  if p_returned_by is not null and not ledger.is_admin(p_returned_by) then
    return row ('not_admin', null, null, null, null)::ledger.return_outcome;
  end if;
  select * into request from public.payout_requests where id = p_payout for no key update;
  refusal := case
    when not found then 'missing'
    when request.listener_id = p_returned_by then 'own'
    when request.status = 'returned' then 'already'
    when request.status <> 'completed' then 'conflict' end;
  select * into travel from public.payout_transfers where payout_id = p_payout for update;
  if refusal is null and found and p_returned_by is null and travel.transfer = 'waiting'
    or refusal is null and p_returned_by is not null and travel.transfer in ('sending', 'checking')
      and not ledger.ends_by_hand(p_payout, p_at) then
    refusal := 'conflict';
  end if;
  if refusal is null then
    refusal := 'done';
    update public.payout_requests
       set status = 'returned', returned_by = p_returned_by, returned_at = now(), return_reason = p_reason
     where id = p_payout and status = 'completed' returning * into strict request;
    update public.payout_transfers
       set transfer = 'failed', reason = p_reason, ended_at = now(), next_ask_at = null
     where payout_id = p_payout;
    perform ledger.post_credit('payout_return', p_payout,
      (select id from ledger.transactions where kind = 'payout_completion' and source_id = p_payout),
      p_returned_by, p_reason, ledger.paying_account(request.listener_id), ledger.lock_wallet(request.listener_id),
      request.amount_cents);
  end if;
  return row (refusal, request.listener_id, request.amount_cents, request.status, request.returned_at)
    ::ledger.return_outcome;
end $$;

-- The sum of payouts that this admin completed in the last 24 hours without a second admin, plus those about to be completed.
create or replace function ledger.paid_out_alone(p_admin uuid, p_besides uuid) returns bigint
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform ledger.lock_admin(p_admin);
  return (select coalesce(sum(amount_cents), 0) from public.payout_requests
           where decided_by = p_admin and status in ('completed', 'returned') and first_approved_by is null
             and processed_at > now() - interval '24 hours')
    + (select coalesce(sum(request.amount_cents), 0)
         from public.payout_approvals approval join public.payout_requests request on request.id = approval.payout_id
        where approval.approved_by = p_admin and approval.payout_id <> p_besides and request.status = 'pending'
          and (request.first_approved_by is null or request.first_approved_by = p_admin));
end $$;
