-- Help that a listener may take or leave: three prompts, and notes tied to moments of the track.

alter table reviews
  add column worked text constraint reviews__worked check (char_length(worked) between 1 and 500),
  add column did_not_work text constraint reviews__did_not_work check (char_length(did_not_work) between 1 and 500),
  add column to_change text constraint reviews__to_change check (char_length(to_change) between 1 and 500);

create table review_notes (
  review_id uuid not null constraint review_notes__review_id references reviews (id),
  place integer not null constraint review_notes__place check (place between 0 and 19),
  -- Whole seconds into the track.
  at_second integer not null constraint review_notes__at_second check (at_second between 0 and 86400),
  note text not null constraint review_notes__note check (char_length(note) between 1 and 280),
  constraint review_notes__review_place primary key (review_id, place)
);

grant insert (worked, did_not_work, to_change) on reviews to earshot_app;
grant select, insert on review_notes to earshot_app;
