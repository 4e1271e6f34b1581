-- Insight: what is kept to show artists how their tracks do.

create table track_months (
  track_id uuid not null constraint track_months__track_id references artist_tracks (id),
  -- The first day of a month in UTC.
  month date not null constraint track_months__month check (extract(day from month) = 1),
  -- Plays of this month, and of them those of each hour of the day.
  plays integer not null default 0 constraint track_months__plays check (plays >= 0),
  hours integer[] not null default array_fill(0, array[24]),
  -- Pending and approved reviews of this month, by their stars from one to five.
  stars integer[] not null default array_fill(0, array[5]),
  constraint track_months__track_month primary key (track_id, month),
  constraint track_months__hours check (cardinality(hours) = 24),
  constraint track_months__stars check (cardinality(stars) = 5)
);
grant select on track_months to earshot_app;

-- Listeners of an artist on a day: those who heard the artist for the first time, and those who came back.
create table artist_days (
  artist_id uuid not null,
  day date not null,
  new_listeners integer not null default 0,
  returning_listeners integer not null default 0,
  constraint artist_days__artist_day primary key (artist_id, day)
);
grant select on artist_days to earshot_app;

-- When a listener first and last heard an artist.
create table artist_listeners (
  artist_id uuid not null,
  listener_id uuid not null,
  first_day date not null,
  last_day date not null,
  constraint artist_listeners__artist_listener primary key (artist_id, listener_id)
);
-- The listeners of an artist, the latest first.
create index artist_listeners__latest on artist_listeners (artist_id, last_day desc, listener_id);
grant select on artist_listeners to earshot_app;

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
grant delete, insert, select, update on track_verdicts to earshot_app;

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
grant delete, insert, select, update on compared_tracks to earshot_app;

-- A sum is spread over rows, so that those who change it at once seldom wait for each other.
create table platform_counts (
  counted text not null,
  part integer not null constraint platform_counts__part check (part between 0 and 15),
  number bigint not null,
  constraint platform_counts__counted_part primary key (counted, part)
);
grant select on platform_counts to earshot_app;
