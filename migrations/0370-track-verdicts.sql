-- What is computed of a track's marks, reviews and stays, kept because it takes a thread of its own.

create table track_verdicts (
  track_id uuid primary key constraint track_verdicts__track_id references artist_tracks (id),
  artist_id uuid not null constraint track_verdicts__artist_id references profiles (user_id),
  -- Names what it was computed from: another basis, and it is computed again.
  basis text not null,
  computed_at timestamptz(3) not null,
  -- Clusters, mentions and comparisons; written and read by the server alone.
  verdict jsonb not null
);
create index track_verdicts__artist on track_verdicts (artist_id);
-- The artist's open page reads it.
create trigger track_verdicts__news after insert or update on track_verdicts for each row
  execute function tell_news('reviews', 'artist_id');

-- Tracks of the last 180 days with enough reviews to compare others with; a job writes it anew.
create table compared_tracks (
  track_id uuid primary key constraint compared_tracks__track_id references artist_tracks (id),
  artist_id uuid not null constraint compared_tracks__artist_id references profiles (user_id),
  genre text not null,
  uploaded_at timestamptz(3) not null,
  reviews integer not null constraint compared_tracks__reviews check (reviews >= 5),
  rating_mean double precision not null,
  rating_variance double precision not null,
  listeners integer not null,
  stayed integer not null,
  constraint compared_tracks__stayed check (stayed between 0 and listeners)
);
create index compared_tracks__genre on compared_tracks (genre, uploaded_at desc);
create index compared_tracks__uploaded on compared_tracks (uploaded_at desc);

grant select, insert, update, delete on track_verdicts, compared_tracks to earshot_app;
