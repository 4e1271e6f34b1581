-- What listeners said. Status and money of a review change only through the ledger's functions.

-- Lets a review name its track and that track's artist in one reference, so that the artist cannot be made up.
alter table artist_tracks add constraint artist_tracks__id_artist unique (id, artist_id);

create table reviews (
  id uuid primary key default gen_random_uuid(),
  track_id uuid not null,
  listener_id uuid not null constraint reviews__listener_id references profiles (user_id),
  artist_id uuid not null,
  rating integer not null constraint reviews__rating check (rating between 1 and 5),
  comment text not null constraint reviews__comment check (char_length(comment) between 1 and 5000),
  status text not null default 'pending'
    constraint reviews__status check (status in ('pending', 'approved', 'rejected', 'reversed')),
  -- Whole seconds the server vouches for.
  listening_time integer not null constraint reviews__listening_time check (listening_time >= 60),
  review_month date not null constraint reviews__review_month check (extract(day from review_month) = 1),
  earned_cents bigint not null default 0,
  created_at timestamptz(3) not null default now(),
  decided_at timestamptz(3),
  -- Null on a decided review: the approval rules decided.
  decided_by uuid constraint reviews__decided_by references users (id),
  decision_reason text,
  decision_note text,
  constraint reviews__track_artist foreign key (track_id, artist_id) references artist_tracks (id, artist_id),
  constraint reviews__track_listener unique (track_id, listener_id),
  constraint reviews__own_track check (listener_id <> artist_id),
  constraint reviews__own_decision check (decided_by is null or decided_by not in (listener_id, artist_id)),
  constraint reviews__earned check (case when status = 'approved' then earned_cents > 0 else earned_cents = 0 end),
  constraint reviews__decided check ((status = 'pending') = (decided_at is null)),
  constraint reviews__reason check (status not in ('rejected', 'reversed') or decision_reason is not null)
);
create index reviews__listener on reviews (listener_id, created_at desc, id);
create index reviews__track on reviews (track_id, created_at desc, id);
create index reviews__artist on reviews (artist_id, created_at desc, id);
create index reviews__pending on reviews (created_at, id) where status = 'pending';

-- Each approval rule leaves one finding for a review.
create table review_findings (
  review_id uuid not null constraint review_findings__review_id references reviews (id),
  rule text not null,
  version integer not null,
  passed boolean not null,
  detail text not null,
  created_at timestamptz(3) not null default now(),
  constraint review_findings__review_rule primary key (review_id, rule)
);

grant select on reviews to earshot_app;
grant insert (id, track_id, listener_id, artist_id, rating, comment, listening_time, review_month, created_at)
  on reviews to earshot_app;
grant select, insert on review_findings to earshot_app;
grant select on reviews to earshot_audit;
