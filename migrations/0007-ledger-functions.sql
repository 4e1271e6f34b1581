-- The only doors to money. Each function locks in one order: the review or payout request, its track, the listener's
-- accounts by ascending id, then it writes, the profile last. All are volatile, so that every statement sees what
-- others committed while it waited. Amounts are whole US cents.

create type ledger.wallet as (
  available_id bigint, available_cents bigint,
  pending_id bigint, pending_cents bigint,
  owed_id bigint, owed_cents bigint
);
create type ledger.review_outcome as (outcome text, earned_cents bigint, status text);
create type ledger.payout_request_outcome as
  (outcome text, payout_id uuid, amount_cents bigint, status text, created_at timestamptz(3));
create type ledger.payout_decision_outcome as
  (outcome text, listener_id uuid, amount_cents bigint, status text, processed_at timestamptz(3));

-- Inside: called by the doors below, granted to nobody. In PL/pgSQL, which keeps the plans of its statements.

-- The latest role decides.
create function ledger.is_admin(p_user uuid) returns boolean
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  return coalesce((select given.role = 'admin' from public.user_roles given
                    where given.user_id = p_user order by given.id desc limit 1), false);
end $$;

create function ledger.platform_account(p_kind text) returns bigint
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  return (select id from ledger.accounts where listener_id is null and kind = p_kind);
end $$;

-- Locks the accounts of a listener and gives the balances that hold from then on. The accounts are made on first
-- need; all is null for somebody without a profile.
create function ledger.lock_wallet(p_listener uuid) returns ledger.wallet
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  account record;
  wallet ledger.wallet;
begin
  for attempt in 1..2 loop
    for account in
      select id, kind, balance_cents from ledger.accounts where listener_id = p_listener order by id for no key update
    loop
      case account.kind
        when 'available' then wallet.available_id := account.id; wallet.available_cents := account.balance_cents;
        when 'pending' then wallet.pending_id := account.id; wallet.pending_cents := account.balance_cents;
        when 'owed' then wallet.owed_id := account.id; wallet.owed_cents := account.balance_cents;
      end case;
    end loop;
    exit when wallet.owed_id is not null;
    -- Somebody else making them at the same moment is waited for, and the second round finds them.
    insert into ledger.accounts (listener_id, kind, balance_cents, posting_count)
      select profile.user_id, made.kind, 0, 0
        from public.profiles profile cross join (values (1, 'available'), (2, 'pending'), (3, 'owed')) made (place, kind)
       where profile.user_id = p_listener order by made.place
      on conflict do nothing;
  end loop;
  return wallet;
end $$;

-- Writes one entry. The lists go together: amount n is posted to account n; amounts of zero are left out.
create function ledger.post(p_kind text, p_source uuid, p_reverses bigint, p_actor uuid, p_reason text,
  p_accounts bigint[], p_amounts bigint[]) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  entry bigint;
begin
  insert into ledger.transactions (kind, source_id, reverses, actor, reason, posting_count, gross_cents)
    select p_kind, p_source, p_reverses, p_actor, p_reason, count(*), sum(amount) filter (where amount > 0)
      from unnest(p_amounts) amount where amount <> 0
    returning id into entry;
  insert into ledger.postings (transaction_id, account_id, amount_cents)
    select entry, leg.account, leg.amount from unnest(p_accounts, p_amounts) leg (account, amount)
     where leg.amount <> 0 order by leg.account;
end $$;

-- What a decision that came too late or twice finds.
create function ledger.standing_review(p_review uuid, p_wanted text) returns ledger.review_outcome
language sql set search_path = pg_catalog, pg_temp as $$
  select case when status = p_wanted then 'already' else 'conflict' end, earned_cents, status
    from public.reviews where id = p_review
$$;

-- Why this person may not decide this review: 'not_admin', 'missing' or 'own'; null when nothing stands against it.
-- A null person stands for the approval rules.
create function ledger.review_refusal(p_review uuid, p_decided_by uuid) returns text
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  own boolean;
begin
  if p_decided_by is not null and not ledger.is_admin(p_decided_by) then return 'not_admin'; end if;
  select coalesce(p_decided_by in (listener_id, artist_id), false) into own from public.reviews where id = p_review;
  return case when own is null then 'missing' when own then 'own' end;
end $$;

-- Takes a review out of its track's count and sum of stars.
create function ledger.uncount_review(p_track uuid, p_rating integer) returns void
language sql set search_path = pg_catalog, pg_temp as $$
  update public.artist_tracks set review_count = review_count - 1, rating_sum = rating_sum - p_rating where id = p_track
$$;

-- The doors.

-- Approves a pending review and pays the reward, what is owed first.
create function ledger.approve_review(p_review uuid, p_decided_by uuid) returns ledger.review_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  refusal text := ledger.review_refusal(p_review, p_decided_by);
  rate ledger.rates;
  listener uuid;
  wallet ledger.wallet;
  settled bigint;
begin
  if refusal is not null then return row (refusal, null, null)::ledger.review_outcome; end if;
  select * into strict rate from ledger.rates;
  update public.reviews
     set status = 'approved', earned_cents = rate.reward_cents, decided_at = now(), decided_by = p_decided_by
   where id = p_review and status = 'pending' returning listener_id into listener;
  if not found then return ledger.standing_review(p_review, 'approved'); end if;

  wallet := ledger.lock_wallet(listener);
  settled := least(rate.reward_cents, -wallet.owed_cents);
  perform ledger.post('reward', p_review, null, p_decided_by, null,
    array[ledger.platform_account('reward_expense'), wallet.owed_id, wallet.available_id],
    array[-rate.reward_cents, settled, rate.reward_cents - settled]);
  update public.profiles
     set reviews_completed = reviews_completed + 1, total_earnings_cents = total_earnings_cents + rate.reward_cents,
         xp_points = xp_points + rate.reward_xp_points
   where user_id = listener;
  return row ('done', rate.reward_cents, 'approved')::ledger.review_outcome;
end $$;

-- Rejects a pending review: no money moves, and the track no longer counts it.
create function ledger.reject_review(p_review uuid, p_decided_by uuid, p_reason text, p_note text)
returns ledger.review_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  refusal text := ledger.review_refusal(p_review, p_decided_by);
  review record;
begin
  if refusal is not null then return row (refusal, null, null)::ledger.review_outcome; end if;
  update public.reviews
     set status = 'rejected', decided_at = now(), decided_by = p_decided_by, decision_reason = p_reason,
         decision_note = p_note
   where id = p_review and status = 'pending' returning track_id, rating into review;
  if not found then return ledger.standing_review(p_review, 'rejected'); end if;

  perform ledger.uncount_review(review.track_id, review.rating);
  return row ('done', 0, 'rejected')::ledger.review_outcome;
end $$;

-- Takes the reward of an approved review back: from available as far as that goes, the rest is owed.
create function ledger.reverse_review(p_review uuid, p_decided_by uuid, p_reason text, p_note text)
returns ledger.review_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  refusal text := ledger.review_refusal(p_review, p_decided_by);
  review record;
  reward record;
  wallet ledger.wallet;
  taken bigint;
begin
  -- Only a person takes money back, never the rules.
  if p_decided_by is null then refusal := 'not_admin'; end if;
  if refusal is not null then return row (refusal, null, null)::ledger.review_outcome; end if;
  update public.reviews
     set status = 'reversed', earned_cents = 0, decided_at = now(), decided_by = p_decided_by,
         decision_reason = p_reason, decision_note = p_note
   where id = p_review and status = 'approved' returning listener_id, track_id, rating into review;
  if not found then return ledger.standing_review(p_review, 'reversed'); end if;

  perform ledger.uncount_review(review.track_id, review.rating);
  select id, gross_cents into strict reward from ledger.transactions where kind = 'reward' and source_id = p_review;
  wallet := ledger.lock_wallet(review.listener_id);
  taken := least(reward.gross_cents, wallet.available_cents);
  perform ledger.post('reward_reversal', p_review, reward.id, p_decided_by, p_reason,
    array[ledger.platform_account('reward_expense'), wallet.available_id, wallet.owed_id],
    array[reward.gross_cents, -taken, taken - reward.gross_cents]);
  -- Points are no money and have other writers, so they only go down as far as there are any.
  update public.profiles
     set reviews_completed = reviews_completed - 1, total_earnings_cents = total_earnings_cents - reward.gross_cents,
         xp_points = greatest(xp_points - (select reward_xp_points from ledger.rates), 0)
   where user_id = review.listener_id;
  return row ('done', 0, 'reversed')::ledger.review_outcome;
end $$;

-- Moves all of available to pending, under one request. The same key finds the first request again.
create function ledger.request_payout(p_listener uuid, p_request_key uuid) returns ledger.payout_request_outcome
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
-- is settled from it first.
create function ledger.decide_payout(p_payout uuid, p_decided_by uuid, p_decision text, p_reason text)
returns ledger.payout_decision_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  request public.payout_requests;
  wallet ledger.wallet;
  settled bigint;
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
    when p_decision = 'completed' and exists (select from ledger.halts where lifted_at is null) then 'halted' end;
  if refusal is null then
    wallet := ledger.lock_wallet(request.listener_id);
    if p_decision = 'completed' and wallet.owed_cents < 0 then refusal := 'owed'; end if;
  end if;
  if refusal is not null then
    return row (refusal, request.listener_id, request.amount_cents, request.status, request.processed_at)
      ::ledger.payout_decision_outcome;
  end if;

  update public.payout_requests
     set status = p_decision, processed_at = now(), decided_by = p_decided_by, decision_reason = p_reason
   where id = p_payout and status = 'pending' returning * into strict request;
  if p_decision = 'completed' then
    perform ledger.post('payout_completion', p_payout, null, p_decided_by, p_reason,
      array[wallet.pending_id, ledger.platform_account('payout_cash')],
      array[-request.amount_cents, request.amount_cents]);
  else
    settled := least(request.amount_cents, -wallet.owed_cents);
    perform ledger.post('payout_rejection', p_payout, null, p_decided_by, p_reason,
      array[wallet.pending_id, wallet.owed_id, wallet.available_id],
      array[-request.amount_cents, settled, request.amount_cents - settled]);
  end if;
  return row ('done', request.listener_id, request.amount_cents, request.status, request.processed_at)
    ::ledger.payout_decision_outcome;
end $$;

-- Stops the completion of payouts until the owner of the database lifts the halt.
create function ledger.halt_payouts(p_reason text) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  insert into ledger.halts (reason) values (p_reason) on conflict do nothing
$$;

revoke execute on all functions in schema ledger from public;
revoke usage on type ledger.wallet from public;
grant execute on function ledger.approve_review(uuid, uuid) to earshot_app;
grant execute on function ledger.reject_review(uuid, uuid, text, text) to earshot_app;
grant execute on function ledger.reverse_review(uuid, uuid, text, text) to earshot_app;
grant execute on function ledger.request_payout(uuid, uuid) to earshot_app;
grant execute on function ledger.decide_payout(uuid, uuid, text, text) to earshot_app;
grant execute on function ledger.halt_payouts(text) to earshot_app;
