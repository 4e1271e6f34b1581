-- Approvals that can be undone for a moment, approvals by rule, and what sending needs to know.

-- Somebody, or the rule, has approved; the payout is completed when its time to undo is over.
create table payout_approvals (
  payout_id uuid primary key constraint payout_approvals__payout_id references payout_requests (id),
  -- Null: the rule.
  approved_by uuid constraint payout_approvals__approved_by references users (id),
  approved_at timestamptz(3) not null,
  completes_at timestamptz(3) not null,
  constraint payout_approvals__undo check (completes_at >= approved_at)
);
create index payout_approvals__due on payout_approvals (completes_at);
create index payout_approvals__by on payout_approvals (approved_by);
create trigger payout_approvals__news after insert on payout_approvals
  for each row execute function tell_news('admin');
grant select on payout_approvals to earshot_app, earshot_audit;

alter table payout_requests
  add column by_rule boolean not null default false,
  drop constraint payout_requests__decided,
  add constraint payout_requests__decided
    check ((status in ('pending', 'cancelled')) = (decided_by is null and not by_rule)),
  add constraint payout_requests__rule
    check (not by_rule or decided_by is null and status in ('completed', 'returned')),
  -- Nobody has returned what a provider could not deliver.
  drop constraint payout_requests__returned,
  add constraint payout_requests__returned check (
    num_nonnulls(returned_at, return_reason) = case status when 'returned' then 2 else 0 end
    and (status = 'returned' or returned_by is null)),
  drop constraint payout_requests__return_reason,
  add constraint payout_requests__return_reason check (
    char_length(btrim(return_reason)) between case when returned_by is null then 1 else 20 end and 1000);

drop trigger payout_requests__decided_notice on payout_requests;
create trigger payout_requests__decided_notice after update of status on payout_requests for each row
  when (old.status = 'pending' and new.status in ('completed', 'rejected') or new.status = 'returned')
  execute function queue_notice('mail-payout-decided', 'payoutId');

-- 'This was not me', or a provider that knows the destination no longer: nothing is sent there any more.
alter table payees
  add column withdrawn_at timestamptz(3),
  add constraint payees__withdrawn check (withdrawn_at is null or replaced_at is not null);
grant update (withdrawn_at) on payees to earshot_app;

alter table payout_transfers
  add column listener_id uuid not null constraint payout_transfers__listener_id references profiles (user_id);
create index payout_transfers__listener on payout_transfers (listener_id, payout_id);
create index payout_transfers__without on payout_transfers (listener_id) where payee_id is null and transfer = 'waiting';
create trigger payout_transfers__news after insert or update on payout_transfers
  for each row execute function tell_news('wallet', 'listener_id');

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

-- The link that confirms a destination.
alter table one_time_tokens
  drop constraint one_time_tokens__kind,
  add constraint one_time_tokens__kind
    check (kind in ('signup', 'recovery', 'email_change', 'second_factor', 'payee'));

-- A file is of one method. Null: made before there were destinations; it cannot be written again.
alter table payout_exports
  add column method text constraint payout_exports__method check (method in ('paypal', 'bank')),
  -- Dollars for one euro in ten-thousandths, where the file is in euro.
  add column euro_rate integer constraint payout_exports__euro_rate check (euro_rate between 1000 and 100000);

-- Requests that are open wait for a destination, and their listeners are asked for one.
insert into payout_transfers (payout_id, listener_id)
  select request.id, request.listener_id from payout_requests request
   where request.status = 'pending'
      or request.status = 'completed'
     and not exists (select from payout_export_lines line where line.payout_id = request.id);
-- The tables of the jobs are made after the first migrations, when nobody waits yet.
do $$
declare
  listener uuid;
begin
  for listener in select distinct travel.listener_id from payout_transfers travel
                    join users person on person.id = travel.listener_id where not person.is_test loop
    perform graphile_worker.add_job('ask-for-destination', json_build_object('userId', listener));
  end loop;
end $$;

-- What arrived is asked about for some days, too: a bank may send it back.
drop index payout_transfers__under_way;
create index payout_transfers__to_ask on payout_transfers (next_ask_at, payout_id) where next_ask_at is not null;

create type ledger.transfer_outcome as (outcome text, transfer text, listener_id uuid, amount_cents bigint);
drop function if exists ledger.export_payouts(uuid, uuid), ledger.paid_out_alone(uuid);
