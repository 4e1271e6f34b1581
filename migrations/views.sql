-- What several statements read as if it were a table. This file runs again whenever it changes, before functions and triggers.

drop view if exists public_tracks, shown_tracks, listener_balances, user_entries, review_entries, subscription_entries, lets_it_run,
  reported_things;

create view listener_balances as
  select available.listener_id, available.balance_cents as available_cents, pending.balance_cents as pending_cents
    from ledger.accounts available
    join ledger.accounts pending on pending.listener_id = available.listener_id and pending.kind = 'pending'
   where available.kind = 'available';
grant select on listener_balances to earshot_app, earshot_audit;

create view shown_tracks as
  select track.id, track.title, track.genre, track.review_count, track.rating_sum, track.play_count, file.duration_ms,
         file.peaks, track.created_at, track.artist_id, artist.display_name as artist_name, artist.is_private,
         track.is_blind, track.cover_key
    from artist_tracks track
    join audio_files file on file.id = track.audio_file_id
    join profiles artist on artist.user_id = track.artist_id
    join users on users.id = track.artist_id and users.suspended_at is null
   where track.status = 'active';
grant select on shown_tracks to earshot_app;

create view public_tracks as select * from shown_tracks where not is_private;
grant select on public_tracks to earshot_app;

-- What the lists of the admin area show says which accounts are tests.
create view user_entries as
  select p.user_id as id, p.display_name, p.username, u.email, p.user_type,
         coalesce((select r.role = 'admin' from user_roles r where r.user_id = u.id order by r.id desc limit 1), false) as is_admin,
         p.created_at, u.suspended_at, u.is_test
    from profiles p join users u on u.id = p.user_id;
grant select on user_entries to earshot_app;

create view review_entries as
  select r.id, t.title as track_title, r.artist_id, artist.display_name as artist_name, r.listener_id,
         listener.display_name as listener_name, r.rating, r.comment, r.status, r.created_at, r.due_at,
         (select coalesce(jsonb_agg(jsonb_build_object('rule', f.rule, 'version', f.version, 'passed', f.passed,
            'detail', f.detail) order by f.passed, f.rule), '[]') from review_findings f where f.review_id = r.id) as findings,
         r.decided_at, decider.display_name as decided_by_name, r.decision_reason, r.decision_note, r.appeal, r.appealed_at,
         r.appeal_outcome, r.appeal_note, person.is_test, r.first_comment, r.decided_by
    from reviews r join artist_tracks t on t.id = r.track_id
    join profiles listener on listener.user_id = r.listener_id
    join users person on person.id = r.listener_id
    join profiles artist on artist.user_id = r.artist_id
    left join profiles decider on decider.user_id = r.decided_by;
grant select on review_entries to earshot_app;

-- What the admin's list of subscriptions shows. It is read in three ways: all, those to look at, and by name.
create view subscription_entries as
  select subscription.user_id as id, profile.display_name, subscription.plan, subscription.active, subscription.expires_at,
         subscription.uploads_limit, subscription.uploads_used_this_month as uploads_used,
         subscription.current_period_start as period_start, subscription.current_period_end as period_end,
         subscription.paused_for, subscription.ended_for, subscription.problem, subscription.past_due_since,
         subscription.next_plan, subscription.billing_subscription_id as subscription_id,
         subscription.billing_customer_id as customer_id, subscription.billing_price_id as price_id,
         subscription.started_at as created_at, subscription.last_notice, subscription.last_notice_at,
         (select coalesce(sum(amount_cents), 0)::bigint from billing_payments
           where subscription_id = subscription.billing_subscription_id) as paid_cents,
         (select coalesce(sum(back.amount_cents), 0)::bigint
            from billing_payments paid join billing_reversals back on back.payment_id = paid.id
           where paid.subscription_id = subscription.billing_subscription_id
             and back.kind = 'refund' and back.status = 'succeeded') as refunded_cents
    from artist_subscriptions subscription join profiles profile on profile.user_id = subscription.user_id
   where subscription.billing_subscription_id is not null;
grant select on subscription_entries to earshot_app;

-- Listeners who, of their newest hundred tracks (at least 20), stayed to the end of more than nine in ten: they let it run.
create view lets_it_run as
select listener_id
  from (
    select listener_id, stop, row_number() over (partition by listener_id order by minute_at desc) as newest from stays
  ) as latest
 where newest <= 100
 group by listener_id
having count(*) >= 20 and count(*) filter (where stop = 'end') > 0.9 * count(*);
grant select on lets_it_run to earshot_app;

-- All that a listener wrote in a review.
create or replace function review_words(p_review_id uuid) returns text
language sql stable set search_path = public, pg_temp as $$
  select left(concat_ws(E'\n', comment, worked, did_not_work, to_change,
      (select string_agg(note, E'\n' order by at_second, place) from review_notes where review_id = p_review_id),
      (select string_agg(given.line, E'\n' order by asked.place) from question_answers given
         join track_questions asked on asked.id = given.question_id where given.review_id = p_review_id)), 20000)
    from reviews where id = p_review_id
$$;

-- What stands against a track, a review or a question: the same columns for each.
create view reported_things as
  select 'track' as kind, track.id as thing_id, track.id as track_id, track.artist_id, track.artist_id as owner_id,
         track.title as shown, track.status as state
    from artist_tracks track
  union all
  select 'review', review.id, review.track_id, review.artist_id, review.listener_id, review_words(review.id),
         case when review.taken_down_at is not null then 'taken_down'
           when review.status in ('pending', 'approved') then 'active' else 'deleted' end
    from reviews review
  union all
  select 'question', asked.id, asked.track_id, track.artist_id, track.artist_id,
         concat_ws(E'\n', asked.question, nullif(array_to_string(asked.choices, E'\n'), '')),
         case when asked.taken_down_at is not null then 'taken_down' else track.status end
    from track_questions asked join artist_tracks track on track.id = asked.track_id;
grant select on reported_things to earshot_app;
