-- A person reads before money leaves. What says nothing is withheld: its money is under review, with one appeal.

-- The reviews whose rewards a payout pays: those since the listener's previous request, and those of earlier requests whose money had come back
-- since then. A request always takes all of available.
create or replace function ledger.rewarded_in(p_payout uuid) returns setof uuid
language sql set search_path = pg_catalog, pg_temp as $$
  with recursive requests as (
    select asked.source_id as payout_id, asked.id as entry_id, coalesce(lag(asked.id) over (order by asked.id), 0) as since_id
      from public.payout_requests payout
      join public.payout_requests each_one on each_one.listener_id = payout.listener_id
      join ledger.transactions asked on asked.kind = 'payout_request' and asked.source_id = each_one.id
     where payout.id = p_payout
  ), paid as (
    select payout_id, entry_id, since_id from requests where payout_id = p_payout
    union
    select earlier.payout_id, earlier.entry_id, earlier.since_id
      from paid join requests earlier on earlier.entry_id < paid.entry_id
      join ledger.transactions back on back.source_id = earlier.payout_id
       and back.kind in ('payout_rejection', 'payout_cancellation', 'payout_return', 'withheld_return')
     where back.id > paid.since_id and back.id < paid.entry_id
  )
  select distinct entry.source_id
    from public.payout_requests payout
    join ledger.accounts account on account.listener_id = payout.listener_id
    cross join paid
    join ledger.postings posting on posting.account_id = account.id
     and posting.transaction_id > paid.since_id and posting.transaction_id < paid.entry_id
    join ledger.transactions entry on entry.id = posting.transaction_id and entry.kind = 'reward'
   where payout.id = p_payout
$$;

-- Whether this admin has yet to read reviews of a first payout. One without rewards has none to read.
create or replace function ledger.is_unread(p_payout uuid, p_admin uuid) returns boolean
language sql set search_path = pg_catalog, pg_temp as $$
  select p_admin is not null
    and not exists (select from public.readings where payout_id = p_payout and read_by = p_admin and kind = 'payout')
    and exists (select from public.payout_requests request
      join public.users person on person.id = request.listener_id and not person.is_test
     where request.id = p_payout and not exists (select from public.payout_requests paid
       where paid.listener_id = request.listener_id and paid.status = 'completed'))
    and exists (select from ledger.rewarded_in(p_payout))
$$;

-- Whether a person found that a review of this listener says nothing, in the last 90 days.
create or replace function ledger.has_found_nothing(p_listener uuid, p_at timestamptz) returns boolean
language sql set search_path = pg_catalog, pg_temp as $$
  select exists (select from public.readings
    where listener_id = p_listener and says_nothing and read_at > p_at - interval '90 days')
$$;

-- Whether people have read three reviews of this listener, and none that says nothing. Those of a pending payout do not count: who opened
-- it may still find that they say nothing.
create or replace function ledger.is_read(p_listener uuid, p_at timestamptz) returns boolean
language sql set search_path = pg_catalog, pg_temp as $$
  select not ledger.has_found_nothing(p_listener, p_at) and (select count(*) = 3 from (
    (select review_id from public.readings
      where listener_id = p_listener and read_at is not null and not says_nothing
        and not exists (select from public.payout_requests where id = payout_id and status = 'pending')
     union
     select id from public.reviews where listener_id = p_listener and decided_by is not null and status = 'approved')
    limit 3) as read_by_people)
$$;

create or replace function ledger.is_under_review(p_listener uuid) returns boolean
language sql set search_path = pg_catalog, pg_temp as $$
  select exists (select from ledger.withheld where listener_id = p_listener and outcome is null)
$$;

-- Ends a pending payout: these are not reviews. Its money is under review. The admin has read some of them; those are found to say nothing.
create or replace function ledger.withhold_payout(p_payout uuid, p_withheld_by uuid, p_sentence text, p_at timestamptz)
returns ledger.payout_decision_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  request public.payout_requests;
  wallet ledger.wallet;
  refusal text;
begin
  if not ledger.is_admin(p_withheld_by) then
    return row ('not_admin', null, null, null, null)::ledger.payout_decision_outcome;
  end if;
  select * into request from public.payout_requests where id = p_payout for no key update;
  refusal := case
    when not found then 'missing'
    when request.listener_id = p_withheld_by then 'own'
    when exists (select from ledger.withheld where payout_id = p_payout) then 'already'
    when request.status <> 'pending' or exists (select from public.payout_approvals where payout_id = p_payout)
      then 'conflict'
    when not exists (select from public.readings
      where payout_id = p_payout and read_by = p_withheld_by and kind = 'payout') then 'unread' end;
  if refusal is null then
    insert into ledger.accounts (listener_id, kind, balance_cents, posting_count)
      values (request.listener_id, 'under_review', 0, 0) on conflict do nothing;
    wallet := ledger.lock_wallet(request.listener_id);
    refusal := case when ledger.is_under_review(request.listener_id) then 'under_review' else 'done' end;
  end if;
  if refusal = 'done' then
    insert into ledger.withheld (payout_id, listener_id, amount_cents, sentence, withheld_by, withheld_at)
      values (p_payout, request.listener_id, request.amount_cents, p_sentence, p_withheld_by, p_at);
    update public.payout_requests
       set status = 'rejected', processed_at = now(), decided_by = p_withheld_by, decision_reason = p_sentence
     where id = p_payout returning * into strict request;
    perform ledger.post('payout_withheld', p_payout, null, p_withheld_by, p_sentence,
      array[wallet.pending_id, ledger.review_account(request.listener_id)],
      array[-request.amount_cents, request.amount_cents]);
    update public.readings set says_nothing = true where payout_id = p_payout and read_by = p_withheld_by and kind = 'payout';
  end if;
  return row (refusal, request.listener_id, request.amount_cents, request.status, request.processed_at)
    ::ledger.payout_decision_outcome;
end $$;

create or replace function ledger.review_account(p_listener uuid) returns bigint
language sql set search_path = pg_catalog, pg_temp as $$
  select id from ledger.accounts where listener_id = p_listener and kind = 'under_review'
$$;

-- Stores the listener's one appeal, within 14 days.
create or replace function ledger.appeal_withheld(p_payout uuid, p_listener uuid, p_appeal text, p_at timestamptz) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update ledger.withheld set appeal = p_appeal, appealed_at = p_at
   where payout_id = p_payout and listener_id = p_listener and outcome is null and appealed_at is null
     and withheld_at > p_at - interval '14 days';
  return case when found then 'done'
    when exists (select from ledger.withheld where payout_id = p_payout and listener_id = p_listener) then 'conflict'
    else 'missing' end;
end $$;

-- Decides finally, once. Returned: the money is available again. Taken: so it is, and every reward of the payout is reversed in the
-- same transaction. It is taken only after the appeal, by another admin if there is one, or 14 days without one.
create or replace function ledger.decide_withheld(p_payout uuid, p_decided_by uuid, p_outcome text, p_note text, p_at timestamptz)
returns ledger.payout_decision_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  kept ledger.withheld;
  review record;
  refusal text;
begin
  if not ledger.is_admin(p_decided_by) then
    return row ('not_admin', null, null, null, null)::ledger.payout_decision_outcome;
  end if;
  select * into kept from ledger.withheld where payout_id = p_payout for no key update;
  refusal := case
    when not found then 'missing'
    when kept.listener_id = p_decided_by then 'own'
    -- They cannot reverse a review of their own track.
    when p_outcome = 'taken' and exists (select from public.reviews
      where id in (select ledger.rewarded_in(p_payout)) and artist_id = p_decided_by) then 'own'
    when kept.outcome = p_outcome then 'already'
    when kept.outcome is not null then 'conflict'
    when p_outcome = 'taken' and kept.appealed_at is null and kept.withheld_at > p_at - interval '14 days' then 'appeal_open'
    when p_outcome = 'taken' and kept.appealed_at is not null and kept.withheld_by = p_decided_by and exists (
      select from public.user_roles given
       where given.role = 'admin' and ledger.is_admin(given.user_id)
         and given.user_id not in (p_decided_by, kept.listener_id)) then 'same_admin' end;
  if refusal is not null then
    return row (refusal, kept.listener_id, kept.amount_cents, kept.outcome, kept.decided_at)::ledger.payout_decision_outcome;
  end if;
  -- Reviews before the wallet, and both in one order, as everywhere.
  if p_outcome = 'taken' then
    perform from public.reviews where id in (select ledger.rewarded_in(p_payout)) order by track_id, id for no key update;
  end if;
  update ledger.withheld set outcome = p_outcome, decided_by = p_decided_by, decided_at = p_at, decision_note = p_note
   where payout_id = p_payout returning * into strict kept;
  perform ledger.post_credit('withheld_return', p_payout, null, p_decided_by, p_note, ledger.review_account(kept.listener_id),
    ledger.lock_wallet(kept.listener_id), kept.amount_cents);
  if p_outcome = 'taken' then
    for review in select id from public.reviews
                   where id in (select ledger.rewarded_in(p_payout)) and status = 'approved' order by track_id, id loop
      perform ledger.reverse_review(review.id, p_decided_by, 'reversed', p_note);
    end loop;
  else
    update public.readings set says_nothing = false where payout_id = p_payout and kind = 'payout';
  end if;
  return row ('done', kept.listener_id, kept.amount_cents, kept.outcome, kept.decided_at)::ledger.payout_decision_outcome;
end $$;
