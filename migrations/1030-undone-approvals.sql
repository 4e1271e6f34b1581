-- An undone approval leaves its review pending. A later approval pays the reward again, by an entry that reverses the reversal,
-- so that at most one reward of a review is in force.
alter table ledger.transactions
  drop constraint transactions__kind_source,
  add constraint transactions__kind_source unique nulls not distinct (kind, source_id, reverses),
  drop constraint transactions__reversal,
  add constraint transactions__reversal
    check (kind = 'reward' or (kind in ('reward_reversal', 'payout_return')) = (reverses is not null));

-- Who decided a review can undo it.
create or replace view review_entries as
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
