-- Reviews that are being written. At most one for each track that a listener has been served, gone with the submission.
create table review_drafts (
  listener_id uuid not null constraint review_drafts__listener_id references profiles (user_id),
  track_id uuid not null constraint review_drafts__track_id references artist_tracks (id),
  -- Grows with every change: a browser that knows an older one has not seen what another has written.
  revision integer not null constraint review_drafts__revision check (revision > 0),
  draft jsonb not null constraint review_drafts__draft check (pg_column_size(draft) <= 131072),
  edited_at timestamptz(3) not null,
  constraint review_drafts__listener_track primary key (listener_id, track_id)
);

grant select, insert, update, delete on review_drafts to earshot_app;
