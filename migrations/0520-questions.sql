-- What an artist asks about a track, and what listeners answer with their reviews.

create table track_questions (
  id uuid primary key default gen_random_uuid(),
  track_id uuid not null constraint track_questions__track_id references artist_tracks (id),
  place integer not null constraint track_questions__place check (place between 0 and 2),
  kind text not null constraint track_questions__kind check (kind in ('choice', 'scale', 'line')),
  question text not null constraint track_questions__question check (char_length(question) between 1 and 140),
  choices text[] not null constraint track_questions__choices check (array_position(choices, null) is null
    and case when kind = 'choice' then cardinality(choices) between 2 and 4 else cardinality(choices) = 0 end),
  -- Whole seconds into the track; null for the whole of it.
  at_second integer constraint track_questions__at_second check (at_second between 0 and 86400),
  -- Who is served the track from then on is asked. A changed question is a new row.
  saved_at timestamptz(3) not null,
  constraint track_questions__track_place unique (track_id, place) deferrable initially deferred,
  -- What an answer refers to, so that its form is that of its question.
  constraint track_questions__id_kind unique (id, kind)
);

create table question_answers (
  question_id uuid not null,
  kind text not null,
  review_id uuid not null constraint question_answers__review_id references reviews (id),
  -- The choice from 1 on, or the step of the scale.
  number integer,
  line text constraint question_answers__line check (char_length(line) between 1 and 140),
  constraint question_answers__question foreign key (question_id, kind) references track_questions (id, kind),
  constraint question_answers__form check (case kind when 'line' then line is not null and number is null
    else line is null and number is not null and number between 1 and case kind when 'choice' then 4 else 5 end end),
  constraint question_answers__question_review primary key (question_id, review_id)
);
create index question_answers__review on question_answers (review_id);

grant select, insert, delete on track_questions, question_answers to earshot_app;
grant update (place) on track_questions to earshot_app;
