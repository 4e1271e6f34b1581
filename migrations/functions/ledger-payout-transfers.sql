-- The transfer of approved payouts. Only these functions write payout_transfers. Money moves in three of them: a failure books the
-- whole amount back, and the provider's charges, for one payout or by a bill, are booked to the platform's own account.

-- Stores the user's confirmed destination in requests that have none yet, or whose destination was withdrawn before anything was
-- sent there. The promised date counts from the end of the hold.
create or replace function ledger.freeze_destination(p_listener uuid) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- Serializes a request with the concurrent confirmation of a first destination: the second sees what the first has written.
  perform pg_advisory_xact_lock(hashtextextended('ledger destination ' || p_listener, 0));
  update public.payout_transfers travel
     set payee_id = case when kept.id is null then payee.id else kept.id end,
         promised_from = greatest(travel.promised_from, request.created_at, payee.confirmed_at, hold.held_until)
    from public.payout_requests request
    cross join public.payees payee
    left join public.payout_holds hold on hold.user_id = payee.user_id
    left join public.payees kept on kept.id = (select payee_id from public.payout_transfers before
      where before.payout_id = request.id) and kept.withdrawn_at is null
   where travel.listener_id = p_listener and travel.transfer = 'waiting' and request.id = travel.payout_id
     and travel.request_status in ('pending', 'completed')
     and payee.user_id = p_listener and payee.confirmed_at is not null and payee.replaced_at is null and payee.withdrawn_at is null;
end $$;

-- The amount sent to a listener in the calendar year (UTC) of p_at.
create or replace function ledger.left_in_year(p_listener uuid, p_at timestamptz) returns bigint
language sql set search_path = pg_catalog, pg_temp as $$
  select coalesce(sum(request.amount_cents), 0)::bigint
    from public.payout_transfers travel join public.payout_requests request on request.id = travel.payout_id
   where travel.listener_id = p_listener and travel.transfer in ('sending', 'checking', 'paid')
     and travel.sent_at >= date_trunc('year', p_at at time zone 'UTC') at time zone 'UTC'
$$;

-- The most that a listener in a country may be sent in the calendar year (UTC) of p_at; null without a limit.
create or replace function ledger.yearly_limit(p_listener uuid, p_country text, p_at timestamptz) returns bigint
language sql set search_path = pg_catalog, pg_temp as $$
  select yearly_cents from public.tax_limits
   where country = p_country and not exists (select from public.tax_details
     where user_id = p_listener and year = extract(year from p_at at time zone 'UTC'))
$$;

-- Whether a payout waits for its listener's tax details: with it, the amount sent in this year (UTC) would exceed what the
-- settings allow for its country without them.
create or replace function ledger.waits_for_tax_details(p_payout uuid, p_at timestamptz) returns boolean
language sql set search_path = pg_catalog, pg_temp as $$
  select exists (
    select from public.payout_transfers travel
      join public.payout_requests request on request.id = travel.payout_id
      join public.payees payee on payee.id = travel.payee_id
     where travel.payout_id = p_payout and travel.transfer = 'waiting' and travel.request_status = 'completed'
       and request.amount_cents + ledger.left_in_year(travel.listener_id, p_at)
         > ledger.yearly_limit(travel.listener_id, payee.country, p_at))
$$;

-- What waits for the destination of an approved payout, with the payout itself: if it is less than the amount from which a payment
-- service sends, all wait for the next one. Null if none will follow, because the destination was replaced or the listener is suspended.
create or replace function ledger.gathered_cents(p_payout uuid) returns bigint
language sql set search_path = pg_catalog, pg_temp as $$
  select sum(request.amount_cents)::bigint
    from public.payout_transfers travel
    join public.payees payee on payee.id = travel.payee_id and payee.replaced_at is null and payee.withdrawn_at is null
    join public.users person on person.id = travel.listener_id and person.suspended_at is null
    join public.payout_transfers beside
      on beside.payee_id = payee.id and beside.transfer = 'waiting' and beside.request_status = 'completed'
    join public.payout_requests request on request.id = beside.payout_id
   where travel.payout_id = p_payout and travel.transfer = 'waiting' and travel.request_status = 'completed'
$$;

-- Whether a completed payout may be sent, checked at every attempt: no hold, no stop, no halt, and a destination
-- that was not withdrawn. Payouts of a suspended listener wait for 30 days at most. A test account's money goes only to the
-- test provider.
create or replace function ledger.may_leave(p_payout uuid, p_at timestamptz) returns boolean
language sql set search_path = pg_catalog, pg_temp as $$
  select exists (
    select from public.payout_transfers travel
      join public.payout_requests request on request.id = travel.payout_id
      join public.payees payee on payee.id = travel.payee_id
      join public.users person on person.id = travel.listener_id
      left join public.payout_holds hold on hold.user_id = travel.listener_id
     where travel.payout_id = p_payout and request.status = 'completed'
       and payee.withdrawn_at is null and payee.details_encrypted is not null
       and (not person.is_test or payee.method = 'local')
       and (hold.user_id is null or hold.held_until <= p_at and hold.stopped_at is null)
       and (person.suspended_at is null
         or greatest(person.suspended_at, request.processed_at) <= p_at - interval '30 days'))
    and not exists (select from ledger.halts where lifted_at is null)
$$;

-- All payouts to destinations of these methods that may be sent together now.
create or replace function ledger.ready_transfers(p_methods text[], p_at timestamptz) returns setof uuid
language sql set search_path = pg_catalog, pg_temp as $$
  with ready as (
    select travel.payout_id, travel.promised_from, travel.listener_id, request.amount_cents,
           ledger.yearly_limit(travel.listener_id, payee.country, p_at)
             - ledger.left_in_year(travel.listener_id, p_at) as room_cents
      from public.payout_transfers travel
      join public.payout_requests request on request.id = travel.payout_id
      join public.payees payee on payee.id = travel.payee_id
     where travel.transfer = 'waiting' and travel.request_status = 'completed' and payee.method = any (p_methods)
       and ledger.may_leave(travel.payout_id, p_at)
  ), together as (
    select *, sum(amount_cents) over (partition by listener_id order by promised_from, payout_id) as sum_cents
      from ready where room_cents is null or amount_cents <= room_cents
  )
  select payout_id from together where room_cents is null or sum_cents <= room_cents order by promised_from, payout_id
$$;

-- Claims the next payout after p_after that may be sent. p_sends_from has the amount in cents from which a method sends to a
-- country: {"stripe": {"US": 2000}}. There, all that waits for the same destination is claimed together. Each remains a transfer of
-- its own, for which Stripe charges nothing; it charges $2.00 for the account once a month, and $0.25 and 0.25% for the payment to the
-- bank, which its daily schedule makes of all of them. The caller sends them right away; from now on they count as sent. Returns
-- how far it looked; null at the end. It checks 200 at most, so that a claim is fast even if many may not be sent.
create or replace function ledger.claim_transfer(p_methods text[], p_sends_from jsonb, p_after uuid, p_at timestamptz,
  p_ask_at timestamptz) returns ledger.claim_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  behind public.payout_transfers;
  waiting record;
  beside uuid;
  claimed uuid[] := '{}';
  looked integer := 0;
  looked_to uuid;
begin
  select * into behind from public.payout_transfers where payout_id = p_after;
  for waiting in
    select travel.payout_id, travel.listener_id, travel.payee_id,
           (p_sends_from -> payee.method ->> payee.country)::bigint as sends_from
      from public.payout_transfers travel join public.payees payee on payee.id = travel.payee_id
     where travel.transfer = 'waiting' and travel.request_status = 'completed' and payee.method = any (p_methods)
       and (p_after is null or (travel.promised_from, travel.payout_id) > (behind.promised_from, behind.payout_id))
     order by travel.promised_from, travel.payout_id limit 200
  loop
    looked := looked + 1;
    looked_to := waiting.payout_id;
    continue when not ledger.may_leave(waiting.payout_id, p_at);
    -- Without the lock, two payouts of one listener could each fit below the yearly limit. Never waits: a locked payout is
    -- left to the next claim, so that claims and files, which lock in different orders, cannot deadlock.
    continue when not pg_try_advisory_xact_lock(hashtextextended('ledger yearly limit ' || waiting.listener_id, 0));
    continue when ledger.gathered_cents(waiting.payout_id) < waiting.sends_from;
    for beside in
      select payout_id from public.payout_transfers
       where payee_id = waiting.payee_id and transfer = 'waiting' and request_status = 'completed'
         and (payout_id = waiting.payout_id or waiting.sends_from is not null)
       order by promised_from, payout_id
    loop
      continue when not ledger.may_leave(beside, p_at) or ledger.waits_for_tax_details(beside, p_at);
      update public.payout_transfers
         set transfer = 'sending', attempts = attempts + 1, sent_at = p_at, next_ask_at = p_ask_at
       where payout_id = (select payout_id from public.payout_transfers
                           where payout_id = beside and transfer = 'waiting' for update skip locked);
      if found then claimed := claimed || beside; end if;
    end loop;
    if claimed <> '{}' then return row (claimed, waiting.payout_id)::ledger.claim_outcome; end if;
  end loop;
  return row (claimed, case when looked = 200 then looked_to end)::ledger.claim_outcome;
end $$;

-- Allows a payout that its provider never received to be sent again, with the same key. False if its state has
-- changed since, or if it may not be sent now.
create or replace function ledger.claim_again(p_payout uuid, p_at timestamptz, p_ask_at timestamptz) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.payout_transfers
     set transfer = 'sending', attempts = attempts + 1, sent_at = p_at, next_ask_at = p_ask_at
   where payout_id = p_payout and transfer in ('sending', 'checking') and provider_id is null and next_ask_at <= p_at
     and ledger.may_leave(p_payout, p_at);
  return found;
end $$;

-- Stores the state that the provider reported: 'sending', 'checking' or 'paid'. 'already': the payout has ended, and an earlier
-- state has no effect. 'conflict': the payout failed and is now reported as paid. Costs are booked once.
create or replace function ledger.note_transfer(p_payout uuid, p_transfer text, p_provider_id text, p_cost bigint,
  p_ask_at timestamptz, p_at timestamptz) returns ledger.transfer_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  travel public.payout_transfers;
  amount bigint;
  refusal text;
begin
  if p_transfer is null or p_transfer not in ('sending', 'checking', 'paid') then
    raise exception 'A provider says sending, checking or paid' using errcode = 'invalid_parameter_value';
  end if;
  select * into travel from public.payout_transfers where payout_id = p_payout for update;
  refusal := case
    when not found then 'missing'
    when travel.transfer = 'waiting' then 'not_sent'
    when travel.transfer = 'failed' then case p_transfer when 'paid' then 'conflict' else 'already' end
    when travel.transfer = 'paid' then 'already' end;
  if refusal is null then
    refusal := 'done';
    update public.payout_transfers
       set transfer = p_transfer, provider_id = coalesce(provider_id, p_provider_id),
           cost_cents = coalesce(cost_cents, nullif(p_cost, 0)),
           next_ask_at = p_ask_at,
           ended_at = case p_transfer when 'paid' then p_at end
     where payout_id = p_payout;
    if travel.cost_cents is null and p_cost > 0 then
      perform ledger.post('payout_cost', p_payout, null, null, null,
        array[ledger.platform_account('payout_costs'), ledger.platform_account('payout_cash')], array[-p_cost, p_cost]);
    end if;
  end if;
  -- Also if it is reported as in transit again: Earshot keeps asking about a paid payout until its last day.
  if refusal = 'already' and travel.transfer = 'paid' then
    update public.payout_transfers set next_ask_at = p_ask_at where payout_id = p_payout;
  end if;
  select amount_cents into amount from public.payout_requests where id = p_payout;
  return row (refusal, case refusal when 'done' then p_transfer else travel.transfer end, travel.listener_id, amount)
    ::ledger.transfer_outcome;
end $$;

-- Whether an admin may enter the result of a payout that was sent: a line of a file, or one that a service has had for 14 days
-- without a result.
create or replace function ledger.ends_by_hand(p_payout uuid, p_at timestamptz) returns boolean
language sql set search_path = pg_catalog, pg_temp as $$
  select exists (select from public.payout_export_lines where payout_id = p_payout)
    or exists (select from public.payout_transfers where payout_id = p_payout and transfer in ('sending', 'checking')
         and sent_at <= p_at - interval '14 days')
$$;

-- Confirms, on an admin's word, that a payout has arrived.
create or replace function ledger.confirm_arrival(p_payout uuid, p_confirmed_by uuid, p_at timestamptz) returns ledger.transfer_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  travel public.payout_transfers;
  refusal text;
begin
  if not ledger.is_admin(p_confirmed_by) then return row ('not_admin', null, null, null)::ledger.transfer_outcome; end if;
  select * into travel from public.payout_transfers where payout_id = p_payout for update;
  refusal := case
    when not found or travel.transfer = 'waiting' then 'missing'
    when travel.listener_id = p_confirmed_by then 'own'
    -- Its service is still asked whether the money was returned.
    when travel.transfer = 'paid' then 'already'
    when travel.transfer = 'failed' or not ledger.ends_by_hand(p_payout, p_at) then 'conflict' end;
  if refusal is not null then
    return row (refusal, travel.transfer, travel.listener_id, null)::ledger.transfer_outcome;
  end if;
  return ledger.note_transfer(p_payout, 'paid', null, 0, null, p_at);
end $$;

-- Puts all payouts that may be sent with files of this method into one file, once. The same key of the same admin returns the first file.
create or replace function ledger.export_payouts(p_made_by uuid, p_request_key uuid, p_method text, p_euro_rate integer,
  p_at timestamptz) returns ledger.export_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  made uuid;
  ready uuid[];
begin
  if not ledger.is_admin(p_made_by) then return row ('not_admin', null)::ledger.export_outcome; end if;
  -- One export at a time. Reads are not blocked.
  lock table public.payout_exports in share row exclusive mode;
  select id into made from public.payout_exports where made_by = p_made_by and request_key = p_request_key;
  if found then return row ('already', made)::ledger.export_outcome; end if;

  -- A concurrent claim could also fit below the yearly limit, so the payouts are checked again after
  -- locking. Listeners without a limit need no lock.
  ready := array(select ready_transfers from ledger.ready_transfers(array[p_method], p_at) limit 2000);
  perform pg_advisory_xact_lock(hashtextextended('ledger yearly limit ' || limited.listener_id, 0))
    from (select distinct travel.listener_id
            from public.payout_transfers travel join public.payees payee on payee.id = travel.payee_id
           where travel.payout_id = any (ready)
             and ledger.yearly_limit(travel.listener_id, payee.country, p_at) is not null
           order by travel.listener_id) limited;

  with leaving as materialized (
    select travel.payout_id, request.amount_cents
      from public.payout_transfers travel join public.payout_requests request on request.id = travel.payout_id
     where travel.transfer = 'waiting' and travel.listener_id <> p_made_by
       and travel.payout_id = any (ready)
       and travel.payout_id in (select ready_transfers from ledger.ready_transfers(array[p_method], p_at))
     for update of travel skip locked
  ), sent as (
    update public.payout_transfers travel set transfer = 'sending', attempts = 1, sent_at = p_at
      from leaving where travel.payout_id = leaving.payout_id returning travel.payout_id
  ), header as (
    insert into public.payout_exports (made_by, request_key, line_count, total_cents, method, euro_rate)
      select p_made_by, p_request_key, count(*), sum(amount_cents), p_method, p_euro_rate from leaving having count(*) > 0
      returning id
  ), lines as (
    insert into public.payout_export_lines (payout_id, export_id, amount_cents)
      select leaving.payout_id, header.id, leaving.amount_cents from leaving join sent using (payout_id) cross join header
  )
  select id into made from header;
  return row (case when made is null then 'nothing' else 'done' end, made)::ledger.export_outcome;
end $$;

-- Books the payout charges on the bill of a payment service or a bank; a negative amount was given back. The same key of the same
-- admin returns the first one.
create or replace function ledger.book_payout_cost(p_amount bigint, p_reason text, p_booked_by uuid, p_request_key uuid,
  p_at timestamptz) returns ledger.cost_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  cost ledger.payout_costs;
begin
  if not ledger.is_admin(p_booked_by) then return row ('not_admin', null)::ledger.cost_outcome; end if;
  insert into ledger.payout_costs (amount_cents, reason, booked_by, request_key, booked_at)
    values (p_amount, p_reason, p_booked_by, p_request_key, p_at)
    on conflict (booked_by, request_key) do nothing returning * into cost;
  if not found then
    select * into cost from ledger.payout_costs where booked_by = p_booked_by and request_key = p_request_key;
    return row (case when (cost.amount_cents, cost.reason) = (p_amount, p_reason) then 'already' else 'key_reused' end,
      cost.id)::ledger.cost_outcome;
  end if;
  perform ledger.post('payout_cost', cost.id, null, p_booked_by, p_reason,
    array[ledger.platform_account('payout_costs'), ledger.platform_account('payout_cash')], array[-p_amount, p_amount]);
  return row ('done', cost.id)::ledger.cost_outcome;
end $$;
