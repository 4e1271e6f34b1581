-- The outcome of a decision that is late or repeated.
create or replace function ledger.standing_review(p_review uuid, p_wanted text) returns ledger.review_outcome
language sql set search_path = pg_catalog, pg_temp as $$
  select case when status = p_wanted then 'already' else 'conflict' end, earned_cents, status
    from public.reviews where id = p_review
$$;

-- Why this user may not decide this review: 'not_admin', 'missing' or 'own'; null if they may.
-- A null user means the approval rules.
create or replace function ledger.review_refusal(p_review uuid, p_decided_by uuid) returns text
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  own boolean;
begin
  if p_decided_by is not null and not ledger.is_admin(p_decided_by) then return 'not_admin'; end if;
  select coalesce(p_decided_by in (listener_id, artist_id), false) into own from public.reviews where id = p_review;
  return case when own is null then 'missing' when own then 'own' end;
end $$;

-- Removes a review from its track's count and sum of stars.
create or replace function ledger.uncount_review(p_track uuid, p_rating integer) returns void
language sql set search_path = pg_catalog, pg_temp as $$
  update public.artist_tracks set review_count = review_count - 1, rating_sum = rating_sum - p_rating where id = p_track
$$;

-- The latest entry of a kind about a review; null if there is none.
create or replace function ledger.last_entry(p_kind text, p_source uuid) returns bigint
language sql set search_path = pg_catalog, pg_temp as $$
  select max(id) from ledger.transactions where kind = p_kind and source_id = p_source
$$;

-- Approves a pending review and pays the reward that was fixed when its track was served. An owed amount is settled first. After
-- an undone approval, the entry reverses the reversal.
create or replace function ledger.approve_review(p_review uuid, p_decided_by uuid) returns ledger.review_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  refusal text := ledger.review_refusal(p_review, p_decided_by);
  rate ledger.rates;
  review record;
  reward bigint;
  wallet ledger.wallet;
  settled bigint;
begin
  if refusal is not null then return row (refusal, null, null)::ledger.review_outcome; end if;
  select * into strict rate from ledger.rates;
  update public.reviews
     set status = 'approved', earned_cents = reward_cents, decided_at = now(), decided_by = p_decided_by
   where id = p_review and status = 'pending' returning listener_id, earned_cents into review;
  if not found then return ledger.standing_review(p_review, 'approved'); end if;

  reward := review.earned_cents;
  wallet := ledger.lock_wallet(review.listener_id);
  settled := least(reward, -wallet.owed_cents);
  perform ledger.post('reward', p_review, ledger.last_entry('reward_reversal', p_review), p_decided_by, null,
    array[ledger.platform_account('reward_expense'), wallet.owed_id, wallet.available_id],
    array[-reward, settled, reward - settled]);
  update public.profiles
     set reviews_completed = reviews_completed + 1, total_earnings_cents = total_earnings_cents + reward,
         xp_points = xp_points + rate.reward_xp_points
   where user_id = review.listener_id;
  return row ('done', reward, 'approved')::ledger.review_outcome;
end $$;

-- Rejects a pending review: no money moves, and the track no longer counts it.
create or replace function ledger.reject_review(p_review uuid, p_decided_by uuid, p_reason text, p_note text)
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

-- Takes back the reward of a review that was approved until now: from available, and the listener owes the rest.
create or replace function ledger.reverse_reward(p_review uuid, p_listener uuid, p_decided_by uuid, p_reason text) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  reward record;
  wallet ledger.wallet;
  taken bigint;
begin
  select id, gross_cents into strict reward from ledger.transactions where id = ledger.last_entry('reward', p_review);
  wallet := ledger.lock_wallet(p_listener);
  taken := least(reward.gross_cents, wallet.available_cents);
  perform ledger.post('reward_reversal', p_review, reward.id, p_decided_by, p_reason,
    array[ledger.platform_account('reward_expense'), wallet.available_id, wallet.owed_id],
    array[reward.gross_cents, -taken, taken - reward.gross_cents]);
  -- Points are not money and are also changed elsewhere, so they are reduced to zero at most.
  update public.profiles
     set reviews_completed = reviews_completed - 1, total_earnings_cents = total_earnings_cents - reward.gross_cents,
         xp_points = greatest(xp_points - (select reward_xp_points from ledger.rates), 0)
   where user_id = p_listener;
end $$;

-- Reverses an approved review and its reward. The track no longer counts it.
create or replace function ledger.reverse_review(p_review uuid, p_decided_by uuid, p_reason text, p_note text)
returns ledger.review_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  refusal text := ledger.review_refusal(p_review, p_decided_by);
  review record;
begin
  -- Only an admin reverses a reward, never the rules.
  if p_decided_by is null then refusal := 'not_admin'; end if;
  if refusal is not null then return row (refusal, null, null)::ledger.review_outcome; end if;
  update public.reviews
     set status = 'reversed', earned_cents = 0, decided_at = now(), decided_by = p_decided_by,
         decision_reason = p_reason, decision_note = p_note
   where id = p_review and status = 'approved' returning listener_id, track_id, rating into review;
  if not found then return ledger.standing_review(p_review, 'reversed'); end if;

  perform ledger.uncount_review(review.track_id, review.rating);
  perform ledger.reverse_reward(p_review, review.listener_id, p_decided_by, p_reason);
  return row ('done', 0, 'reversed')::ledger.review_outcome;
end $$;

-- Adds a review back to its track's count and sum of stars.
create or replace function ledger.count_review(p_track uuid, p_rating integer) returns void
language sql set search_path = pg_catalog, pg_temp as $$
  update public.artist_tracks set review_count = review_count + 1, rating_sum = rating_sum + p_rating where id = p_track
$$;

-- Undoes the admin's own rejection, as long as the listener has not appealed. The review is pending again.
create or replace function ledger.reopen_review(p_review uuid, p_decided_by uuid) returns ledger.review_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  refusal text := ledger.review_refusal(p_review, p_decided_by);
  review record;
begin
  if p_decided_by is null then refusal := 'not_admin'; end if;
  if refusal is not null then return row (refusal, null, null)::ledger.review_outcome; end if;
  update public.reviews
     set status = 'pending', decided_at = null, decided_by = null, decision_reason = null, decision_note = null
   where id = p_review and status = 'rejected' and decided_by = p_decided_by and appealed_at is null
   returning track_id, rating into review;
  if not found then return ledger.standing_review(p_review, 'pending'); end if;

  perform ledger.count_review(review.track_id, review.rating);
  return row ('done', 0, 'pending')::ledger.review_outcome;
end $$;

-- Undoes the admin's own approval while the whole reward is still available. The review is pending again. An approval that
-- granted an appeal cannot be undone.
create or replace function ledger.take_approval_back(p_review uuid, p_decided_by uuid) returns ledger.review_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  refusal text := ledger.review_refusal(p_review, p_decided_by);
  review record;
begin
  if p_decided_by is null then refusal := 'not_admin'; end if;
  if refusal is not null then return row (refusal, null, null)::ledger.review_outcome; end if;
  select status, decided_by, listener_id, earned_cents, appealed_at into review
    from public.reviews where id = p_review for no key update;
  if review.status <> 'approved' or review.decided_by is distinct from p_decided_by or review.appealed_at is not null then
    return ledger.standing_review(p_review, 'pending');
  end if;
  if (ledger.lock_wallet(review.listener_id)).available_cents < review.earned_cents then
    return row ('spent', review.earned_cents, review.status)::ledger.review_outcome;
  end if;
  update public.reviews set status = 'pending', earned_cents = 0, decided_at = null, decided_by = null where id = p_review;
  perform ledger.reverse_reward(p_review, review.listener_id, p_decided_by, 'taken_back');
  return row ('done', 0, 'pending')::ledger.review_outcome;
end $$;

-- Decides the appeal against a rejection, once. The admin who rejected it cannot decide if there is another admin.
-- Granted: the review is approved and paid. Dismissed: the rejection is final.
create or replace function ledger.decide_appeal(p_review uuid, p_decided_by uuid, p_outcome text, p_note text)
returns ledger.review_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  refusal text := ledger.review_refusal(p_review, p_decided_by);
  review public.reviews;
  approval ledger.review_outcome;
begin
  if p_decided_by is null then refusal := 'not_admin'; end if;
  if refusal is not null then return row (refusal, null, null)::ledger.review_outcome; end if;
  select * into review from public.reviews where id = p_review for no key update;
  refusal := case
    when review.appealed_at is null then 'not_appealed'
    when review.appeal_outcome = p_outcome then 'already'
    when review.appeal_outcome is not null then 'conflict'
    when review.decided_by = p_decided_by and exists (
      select from public.user_roles given
       where given.role = 'admin' and ledger.is_admin(given.user_id)
         and given.user_id not in (p_decided_by, review.listener_id, review.artist_id)) then 'same_admin' end;
  if refusal is not null then
    return row (refusal, review.earned_cents, coalesce(review.appeal_outcome, review.status))::ledger.review_outcome;
  end if;

  if p_outcome = 'dismissed' then
    update public.reviews
       set appeal_outcome = p_outcome, appeal_decided_at = now(), appeal_decided_by = p_decided_by, appeal_note = p_note
     where id = p_review;
    return row ('done', 0, review.status)::ledger.review_outcome;
  end if;
  update public.reviews
     set appeal_outcome = p_outcome, appeal_decided_at = now(), appeal_decided_by = p_decided_by, appeal_note = p_note,
         status = 'pending', decided_at = null, decided_by = null, decision_reason = null, decision_note = null
   where id = p_review;
  perform ledger.count_review(review.track_id, review.rating);
  approval := ledger.approve_review(p_review, p_decided_by);
  if approval.outcome <> 'done' then
    raise exception 'A granted appeal was not approved: %', approval.outcome;
  end if;
  return approval;
end $$;
