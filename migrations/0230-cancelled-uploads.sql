-- Uploads that their artist cancelled, remembered for a day: a request that is still being received stores nothing more.
create table cancelled_uploads (
  upload_id uuid not null,
  artist_id uuid not null constraint cancelled_uploads__artist_id references profiles (user_id),
  cancelled_at timestamptz(3) not null,
  primary key (upload_id, artist_id)
);
create index cancelled_uploads__artist on cancelled_uploads (artist_id);
create index cancelled_uploads__old on cancelled_uploads (cancelled_at);

grant select, insert, delete on cancelled_uploads to earshot_app;
