-- Who is being served which track, and the seconds the server can vouch for.

-- The server serves a track to a listener: a lease that ends by itself, and the proof of listening gathered under it.
create table assignments (
  id uuid primary key default gen_random_uuid(),
  listener_id uuid not null constraint assignments__listener_id references profiles (user_id),
  track_id uuid not null constraint assignments__track_id references artist_tracks (id),
  served_at timestamptz(3) not null default now(),
  leased_until timestamptz(3) not null,
  listened_ms bigint not null default 0 constraint assignments__listened_ms check (listened_ms >= 0),
  -- Bytes of audio delivered to this listener for this track.
  bytes_sent bigint not null default 0 constraint assignments__bytes_sent check (bytes_sent >= 0),
  unlocked_at timestamptz(3),
  -- Counted among the track's plays.
  played boolean not null default false,
  closed_at timestamptz(3),
  outcome text constraint assignments__outcome check (outcome in ('reviewed', 'skipped', 'set_aside', 'withdrawn')),
  constraint assignments__closed check ((closed_at is null) = (outcome is null))
);
create unique index assignments__open_listener on assignments (listener_id) where closed_at is null;
create index assignments__open_track on assignments (track_id, leased_until) where closed_at is null;
create index assignments__listener_track on assignments (listener_id, track_id, closed_at desc);

-- One listening clock per listener: only the session that holds it earns seconds.
create table listening_clocks (
  listener_id uuid primary key constraint listening_clocks__listener_id references profiles (user_id),
  session_id uuid not null,
  assignment_id uuid not null constraint listening_clocks__assignment_id references assignments (id),
  started_at timestamptz(3) not null,
  playing boolean not null,
  position_ms bigint not null constraint listening_clocks__position_ms check (position_ms >= 0),
  beat_at timestamptz(3) not null,
  -- When the play event of this session was last written.
  written_at timestamptz(3) not null,
  -- Seconds credited to this session; the assignment adds up all sessions.
  credited_ms bigint not null default 0 constraint listening_clocks__credited_ms check (credited_ms >= 0)
);

create table play_events (
  id uuid not null default gen_random_uuid(),
  track_id uuid not null constraint play_events__track_id references artist_tracks (id),
  listener_id uuid not null constraint play_events__listener_id references profiles (user_id),
  session_id uuid not null,
  started_at timestamptz(3) not null,
  -- Whole seconds into the track.
  last_position integer not null constraint play_events__last_position check (last_position >= 0),
  seconds_played integer not null default 0 constraint play_events__seconds_played check (seconds_played >= 0),
  play_duration integer not null default 0 constraint play_events__play_duration check (play_duration >= 0),
  completed_60s boolean not null default false,
  skipped boolean not null default false,
  created_at timestamptz(3) not null default now(),
  constraint play_events__session primary key (track_id, listener_id, session_id, started_at)
) partition by range (started_at);
create table play_events_default partition of play_events default;
create index play_events__listener on play_events (listener_id, started_at desc);

-- Makes the partitions of this month and the next two, so that the default one stays empty.
create function prepare_play_event_partitions() returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  month date;
begin
  for month in select generate_series(date_trunc('month', now()), now() + interval '2 months', interval '1 month')::date loop
    if to_regclass(format('play_events_%s', to_char(month, 'YYYY_MM'))) is null then
      execute format('create table play_events_%s partition of play_events for values from (%L) to (%L)',
        to_char(month, 'YYYY_MM'), month::timestamp at time zone 'UTC', (month + interval '1 month')::timestamp at time zone 'UTC');
    end if;
  end loop;
end $$;
revoke all on function prepare_play_event_partitions() from public;
grant execute on function prepare_play_event_partitions() to earshot_app;
select prepare_play_event_partitions();

grant select, insert, update on assignments, listening_clocks, play_events to earshot_app;
