-- What artists say privately of reviews of their tracks, and what of it counts for a listener's standing.

create table review_marks (
  review_id uuid constraint review_marks__review primary key constraint review_marks__review_id references reviews (id),
  -- Of the review, which never changes them.
  artist_id uuid not null constraint review_marks__artist_id references profiles (user_id),
  listener_id uuid not null constraint review_marks__listener_id references profiles (user_id),
  stars integer not null constraint review_marks__stars check (stars between 1 and 5),
  -- Null: taken back, and it leaves the figures with the next lot.
  mark text constraint review_marks__mark check (mark in ('useful', 'not_useful', 'answered')),
  reason text constraint review_marks__reason
    check (reason in ('too_general', 'other_track', 'no_reasons', 'only_taste', 'hard_to_read', 'rude')),
  is_useful boolean generated always as (mark <> 'not_useful') stored,
  marked_at timestamptz(3) not null,
  -- What counts in the listener's figures since a night; null before its first lot.
  counted_useful boolean,
  counted_at timestamptz(3),
  constraint review_marks__why check ((reason is not null) = (mark is not distinct from 'not_useful')),
  constraint review_marks__counted check ((counted_useful is null) = (counted_at is null)),
  constraint review_marks__taken_back check (mark is not null or counted_at is not null)
);
create index review_marks__artist on review_marks (artist_id, stars) include (is_useful, marked_at);
create index review_marks__listener on review_marks (listener_id);
create index review_marks__marked on review_marks (marked_at);
grant select, delete on review_marks to earshot_app;
grant insert (review_id, artist_id, listener_id, stars, mark, reason, marked_at) on review_marks to earshot_app;
grant update (mark, reason, marked_at, counted_useful, counted_at) on review_marks to earshot_app;

-- Artists whose marks count: they paid for a period of the days before, which nobody took back, and are nobody's test.
create function marks_count(p_artist uuid, p_since timestamptz) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select exists (select from users person
      where person.id = p_artist and has_bounds(person) and person.suspended_at is null)
    and exists (select from billing_payments paid
      where paid.user_id = p_artist and paid.period_end >= p_since
        and not exists (select from billing_reversals back where back.payment_id = paid.id
          and back.status in ('pending', 'succeeded', 'open', 'lost')))
$$;
revoke all on function marks_count(uuid, timestamptz) from public;
grant execute on function marks_count(uuid, timestamptz) to earshot_app;
