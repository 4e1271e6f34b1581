-- An appeal may carry a new text of the review. The one that was rejected is kept beside it.

alter table reviews
  add first_comment text constraint reviews__first_comment check (char_length(first_comment) between 1 and 5000),
  add constraint reviews__mended check (first_comment is null or (appealed_at is not null and first_comment <> comment));
grant update (comment, first_comment) on reviews to earshot_app;

create or replace view review_entries as
  select r.id, t.title as track_title, r.artist_id, artist.display_name as artist_name, r.listener_id,
         listener.display_name as listener_name, r.rating, r.comment, r.status, r.created_at, r.due_at,
         (select coalesce(jsonb_agg(jsonb_build_object('rule', f.rule, 'version', f.version, 'passed', f.passed,
            'detail', f.detail) order by f.passed, f.rule), '[]') from review_findings f where f.review_id = r.id) as findings,
         r.decided_at, decider.display_name as decided_by_name, r.decision_reason, r.decision_note, r.appeal, r.appealed_at,
         r.appeal_outcome, r.appeal_note, person.is_test, r.first_comment
    from reviews r join artist_tracks t on t.id = r.track_id
    join profiles listener on listener.user_id = r.listener_id
    join users person on person.id = r.listener_id
    join profiles artist on artist.user_id = r.artist_id
    left join profiles decider on decider.user_id = r.decided_by;
