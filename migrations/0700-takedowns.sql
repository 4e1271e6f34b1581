-- Reports of tracks, reviews and questions, and what an admin takes down.

-- A track that is taken down is nowhere shown, heard or served, and its recording is not uploaded again.
drop index artist_tracks__content;
alter table artist_tracks
  drop constraint artist_tracks__status,
  add constraint artist_tracks__status check (status in ('active', 'deleted', 'taken_down'));
create unique index artist_tracks__content on artist_tracks (artist_id, content_sha256) where status <> 'deleted';

-- Who has passed a track finds it again after it was restored.
create trigger artist_tracks__restored before update of status on artist_tracks for each row
  when (old.status = 'taken_down' and new.status = 'active') execute function mark_reopened();
create trigger artist_tracks__restored_news after update of status on artist_tracks for each row
  when (old.status = 'taken_down' and new.status = 'active') execute function tell_news('queue');

-- Its text is shown to its listener and to admins alone; its stars and its reward stay.
alter table reviews add column taken_down_at timestamptz(3);
grant update (taken_down_at) on reviews to earshot_app;
create trigger reviews__taken_down_news after update of taken_down_at on reviews for each row
  when (old.taken_down_at is distinct from new.taken_down_at)
  execute function tell_news('reviews', 'listener_id', 'artist_id');

-- It is asked no more, and stays where it is.
alter table track_questions add column taken_down_at timestamptz(3);
grant update (taken_down_at) on track_questions to earshot_app;

create table takedowns (
  id uuid primary key default gen_random_uuid(),
  kind text not null constraint takedowns__kind check (kind in ('track', 'review', 'question')),
  -- The id of the track, the review or the question.
  thing_id uuid not null,
  track_id uuid not null constraint takedowns__track_id references artist_tracks (id),
  review_id uuid generated always as (case when kind = 'review' then thing_id end) stored
    constraint takedowns__review_id references reviews (id),
  -- Whose thing it is: they are told, and may answer once.
  owner_id uuid not null constraint takedowns__owner_id references users (id),
  -- The thing as it was: its title or its text.
  shown text not null constraint takedowns__shown check (char_length(shown) between 1 and 20000),
  reason text not null constraint takedowns__reason
    check (reason in ('copyright', 'hateful', 'sexual', 'personal', 'spam', 'other')),
  sentence text not null constraint takedowns__sentence check (char_length(btrim(sentence)) between 3 and 500),
  taken_by uuid not null constraint takedowns__taken_by references users (id),
  taken_at timestamptz(3) not null,
  answer text constraint takedowns__answer check (char_length(btrim(answer)) between 1 and 1000),
  answered_at timestamptz(3),
  -- The answer was read, and the thing stays down.
  upheld_by uuid constraint takedowns__upheld_by references users (id),
  upheld_at timestamptz(3),
  upheld_sentence text constraint takedowns__upheld_sentence check (char_length(btrim(upheld_sentence)) between 3 and 500),
  restored_by uuid constraint takedowns__restored_by references users (id),
  restored_at timestamptz(3),
  -- 'mistake': it was wrong, and gives back; 'cleared': what stood against it is settled.
  restored_as text constraint takedowns__restored_as check (restored_as in ('mistake', 'cleared')),
  restored_sentence text
    constraint takedowns__restored_sentence check (char_length(btrim(restored_sentence)) between 3 and 500),
  constraint takedowns__track check (kind <> 'track' or thing_id = track_id),
  constraint takedowns__answered check ((answer is null) = (answered_at is null)),
  constraint takedowns__upheld check (num_nulls(upheld_by, upheld_at, upheld_sentence) in (0, 3)
    and (upheld_at is null or answered_at is not null)),
  constraint takedowns__restored check (num_nulls(restored_by, restored_at, restored_as, restored_sentence) in (0, 4))
);
-- A thing is taken down once at a time.
create unique index takedowns__standing on takedowns (thing_id) where restored_at is null;
create index takedowns__newest on takedowns (taken_at desc, id desc) where restored_at is null;
create index takedowns__answered on takedowns (answered_at, id)
  where answered_at is not null and upheld_at is null and restored_at is null;
create index takedowns__over on takedowns (restored_at desc, id desc) where restored_at is not null;
create index takedowns__thing on takedowns (thing_id, taken_at desc);
create index takedowns__track on takedowns (track_id);
create index takedowns__review on takedowns (review_id) where review_id is not null;
create index takedowns__owner on takedowns (owner_id, id);
grant select, insert on takedowns to earshot_app;
grant update (shown, answer, answered_at, upheld_by, upheld_at, upheld_sentence, restored_by, restored_at, restored_as,
  restored_sentence) on takedowns to earshot_app;
create trigger takedowns__news after insert or update on takedowns for each row execute function tell_news('admin');
create trigger takedowns__owner_news after insert or update on takedowns for each row
  execute function tell_news('tracks', 'owner_id');

-- What somebody says against a thing. It alone changes nothing.
create table reports (
  id uuid primary key default gen_random_uuid(),
  kind text not null constraint reports__kind check (kind in ('track', 'review', 'question')),
  thing_id uuid not null,
  track_id uuid not null constraint reports__track_id references artist_tracks (id),
  review_id uuid generated always as (case when kind = 'review' then thing_id end) stored
    constraint reports__review_id references reviews (id),
  owner_id uuid not null constraint reports__owner_id references users (id),
  -- The thing as it was when it was reported.
  shown text not null constraint reports__shown check (char_length(shown) between 1 and 20000),
  -- Null for somebody without an account, who gives a name and an address.
  reporter_id uuid constraint reports__reporter_id references users (id),
  reason text not null constraint reports__reason
    check (reason in ('copyright', 'hateful', 'sexual', 'personal', 'spam', 'other')),
  statement text constraint reports__statement check (char_length(btrim(statement)) between 1 and 2000),
  name text constraint reports__name check (char_length(btrim(name)) between 1 and 120),
  email text constraint reports__email check (char_length(email) between 3 and 254),
  reported_at timestamptz(3) not null,
  outcome text constraint reports__outcome check (outcome in ('dismissed', 'taken_down')),
  decided_at timestamptz(3),
  decided_by uuid constraint reports__decided_by references users (id),
  constraint reports__track check (kind <> 'track' or thing_id = track_id),
  constraint reports__not_own check (reporter_id <> owner_id),
  constraint reports__copyright check (reason <> 'copyright' or kind = 'track' and statement is not null),
  constraint reports__other check (reason <> 'other' or statement is not null),
  constraint reports__signed_out check (case when reporter_id is null
    then reason = 'copyright' and name is not null and email is not null else name is null and email is null end),
  constraint reports__decided check (num_nulls(outcome, decided_at, decided_by) in (0, 3)),
  -- One for each account and thing.
  constraint reports__reporter_thing unique (reporter_id, thing_id)
);
create unique index reports__email_thing on reports (lower(email), thing_id) where reporter_id is null;
create index reports__open on reports (thing_id, reported_at, id) where decided_at is null;
create index reports__open_oldest on reports (reported_at, id) where decided_at is null;
create index reports__decided_newest on reports (decided_at desc, id desc) where decided_at is not null;
create index reports__thing on reports (thing_id, decided_at);
create index reports__track on reports (track_id);
create index reports__review on reports (review_id) where review_id is not null;
create index reports__owner on reports (owner_id);
create index reports__dismissed on reports (reporter_id, decided_at) where outcome = 'dismissed';
grant select, insert, delete on reports to earshot_app;
grant update (shown, outcome, decided_at, decided_by) on reports to earshot_app;
create trigger reports__news after insert or update on reports for each row execute function tell_news('admin');

-- Whose track ends while it is served is told at once.
create trigger assignments__ended_news after update of ended_for on assignments for each row
  when (old.ended_for is null and new.ended_for is not null) execute function tell_news('served', 'listener_id');

-- What the owner of a thing is told while it is taken down; null where it is not.
create function standing_takedown(p_thing_id uuid) returns jsonb
language sql stable set search_path = public, pg_temp as $$
  select jsonb_build_object('id', id, 'reason', reason, 'sentence', sentence,
      'takenAt', to_char(taken_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'answer', answer, 'upheldSentence', upheld_sentence)
    from takedowns where thing_id = p_thing_id and restored_at is null
$$;
revoke all on function standing_takedown(uuid) from public;
grant execute on function standing_takedown(uuid) to earshot_app;

-- All words of a review, as its artist reads them.
create function review_words(p_review_id uuid) returns text
language sql stable set search_path = public, pg_temp as $$
  select left(concat_ws(E'\n', comment, worked, did_not_work, to_change,
      (select string_agg(note, E'\n' order by at_second, place) from review_notes where review_id = p_review_id)), 20000)
    from reviews where id = p_review_id
$$;
revoke all on function review_words(uuid) from public;
grant execute on function review_words(uuid) to earshot_app;

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
