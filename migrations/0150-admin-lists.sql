-- What the lists of the admin area show, said once: each of them is read in two ways, by time and by whom it concerns.

create view user_entries as
  select p.user_id as id, p.display_name, p.username, u.email, p.user_type,
         coalesce((select r.role = 'admin' from user_roles r where r.user_id = u.id order by r.id desc limit 1), false) as is_admin,
         p.created_at, u.suspended_at
    from profiles p join users u on u.id = p.user_id;

create view review_entries as
  select r.id, t.title as track_title, r.artist_id, artist.display_name as artist_name, r.listener_id,
         listener.display_name as listener_name, r.rating, r.comment, r.status, r.created_at, r.due_at,
         (select coalesce(jsonb_agg(jsonb_build_object('rule', f.rule, 'version', f.version, 'passed', f.passed,
            'detail', f.detail) order by f.passed, f.rule), '[]') from review_findings f where f.review_id = r.id) as findings,
         r.decided_at, decider.display_name as decided_by_name, r.decision_reason, r.decision_note, r.appeal, r.appealed_at,
         r.appeal_outcome, r.appeal_note
    from reviews r join artist_tracks t on t.id = r.track_id
    join profiles listener on listener.user_id = r.listener_id
    join profiles artist on artist.user_id = r.artist_id
    left join profiles decider on decider.user_id = r.decided_by;

grant select on user_entries, review_entries to earshot_app;

-- A name is few people's. Guessed at a thousand, they are looked for by reading everybody.
alter function people_named(text) rows 20;
