-- What a listener answers in words to a question is among the words of their review, which are reported and taken down.

create or replace function review_words(p_review_id uuid) returns text
language sql stable set search_path = public, pg_temp as $$
  select left(concat_ws(E'\n', comment, worked, did_not_work, to_change,
      (select string_agg(note, E'\n' order by at_second, place) from review_notes where review_id = p_review_id),
      (select string_agg(given.line, E'\n' order by asked.place) from question_answers given
         join track_questions asked on asked.id = given.question_id where given.review_id = p_review_id)), 20000)
    from reviews where id = p_review_id
$$;
