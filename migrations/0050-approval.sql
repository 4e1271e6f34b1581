-- Doubtful reviews wait for people with a deadline, a decision made by mistake can be taken back, and the appeal against
-- a rejection is decided once.

alter table reviews
  -- When a pending review is approved by itself; null until the approval rules have judged it.
  add column due_at timestamptz(3),
  add column appeal_outcome text constraint reviews__appeal_outcome check (appeal_outcome in ('granted', 'dismissed')),
  add column appeal_decided_at timestamptz(3),
  add column appeal_decided_by uuid constraint reviews__appeal_decided_by references users (id),
  add column appeal_note text constraint reviews__appeal_note check (char_length(btrim(appeal_note)) between 1 and 500),
  add constraint reviews__appeal_decided check (
    (appeal_outcome is null) = (appeal_decided_at is null) and (appeal_outcome is null) = (appeal_decided_by is null)
    and (appeal_outcome is null) = (appeal_note is null) and (appeal_outcome is null or appealed_at is not null)),
  add constraint reviews__own_appeal
    check (appeal_decided_by is null or appeal_decided_by not in (listener_id, artist_id)),
  -- A granted appeal makes the review pending for the moment until the ledger approves it.
  drop constraint reviews__appealed_after_decision,
  add constraint reviews__appealed_after_decision
    check (appealed_at is null or status <> 'pending' or appeal_outcome = 'granted');
update reviews set due_at = created_at + interval '7 days'
 where status = 'pending' and exists (select from review_findings where review_id = reviews.id);
create index reviews__due on reviews (due_at) where status = 'pending';
create index reviews__waiting on reviews (created_at, id)
  where status = 'pending' or (appealed_at is not null and appeal_outcome is null);
create index reviews__decided on reviews (decided_at desc, id desc) where decided_at is not null;
grant update (due_at) on reviews to earshot_app;

-- A review is worth an admin's look once it is judged, and again when its listener appeals.
create trigger reviews__judged_news after update of due_at, appealed_at, appeal_outcome on reviews for each row
  when (old.due_at is distinct from new.due_at or old.appealed_at is distinct from new.appealed_at
    or old.appeal_outcome is distinct from new.appeal_outcome)
  execute function tell_news('admin');
create trigger reviews__appeal_news after update of appeal_outcome on reviews for each row
  when (old.appeal_outcome is distinct from new.appeal_outcome) execute function tell_news('reviews', 'listener_id');

-- Puts a review back into its track's count and sum of stars.
create function ledger.count_review(p_track uuid, p_rating integer) returns void
language sql set search_path = pg_catalog, pg_temp as $$
  update public.artist_tracks set review_count = review_count + 1, rating_sum = rating_sum + p_rating where id = p_track
$$;

-- Takes one's own rejection back, as long as the listener has not appealed: the review is pending again.
create function ledger.reopen_review(p_review uuid, p_decided_by uuid) returns ledger.review_outcome
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

-- Takes one's own approval back while the whole reward is still available; the review stands as reversed.
create function ledger.take_approval_back(p_review uuid, p_decided_by uuid) returns ledger.review_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  refusal text := ledger.review_refusal(p_review, p_decided_by);
  review record;
begin
  if p_decided_by is null then refusal := 'not_admin'; end if;
  if refusal is not null then return row (refusal, null, null)::ledger.review_outcome; end if;
  select status, decided_by, listener_id, earned_cents into review
    from public.reviews where id = p_review for no key update;
  if review.status <> 'approved' or review.decided_by is distinct from p_decided_by then
    return ledger.standing_review(p_review, 'reversed');
  end if;
  if (ledger.lock_wallet(review.listener_id)).available_cents < review.earned_cents then
    return row ('spent', review.earned_cents, review.status)::ledger.review_outcome;
  end if;
  return ledger.reverse_review(p_review, p_decided_by, 'taken_back', null);
end $$;

-- Decides the appeal against a rejection, once: by somebody other than who rejected, where there is another admin.
-- Granted: the review is approved and paid. Dismissed: it stays rejected, for good.
create function ledger.decide_appeal(p_review uuid, p_decided_by uuid, p_outcome text, p_note text)
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
      select from public.user_roles given join public.users person on person.id = given.user_id
       where given.role = 'admin' and person.suspended_at is null and ledger.is_admin(given.user_id)
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

revoke execute on function ledger.count_review(uuid, integer) from public;
revoke execute on function ledger.reopen_review(uuid, uuid) from public;
revoke execute on function ledger.take_approval_back(uuid, uuid) from public;
revoke execute on function ledger.decide_appeal(uuid, uuid, text, text) from public;
grant execute on function ledger.reopen_review(uuid, uuid) to earshot_app;
grant execute on function ledger.take_approval_back(uuid, uuid) to earshot_app;
grant execute on function ledger.decide_appeal(uuid, uuid, text, text) to earshot_app;
