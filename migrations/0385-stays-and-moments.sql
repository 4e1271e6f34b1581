-- What listeners do after the minute they are paid for, and the moments of a track that they mark.

-- The listener has sought within the track: what they heard of it is not how it runs.
alter table assignments add column sought boolean not null default false;

-- One listener's way through one track from the end of the paid minute on. The first stop is final.
create table stays (
  track_id uuid not null constraint stays__track_id references artist_tracks (id),
  listener_id uuid not null constraint stays__listener_id references profiles (user_id),
  -- When the paid minute was over, and whether it was 0:00 to 1:00 without a seek.
  minute_at timestamptz(3) not null,
  whole_minute boolean not null,
  -- When the listener chose to keep listening.
  chosen_at timestamptz(3),
  -- Seconds proven since then that were not heard before.
  unpaid_ms bigint not null default 0,
  -- Since when the music stands still and why, else when it was last reported to play.
  reported_at timestamptz(3) not null,
  rest text constraint stays__rest check (rest in ('paused', 'hidden', 'left', 'lost')),
  stop text constraint stays__stop
    check (stop in ('sent', 'typed', 'paused', 'hidden', 'skipped', 'left', 'end', 'lost')),
  constraint stays__unpaid_ms check (unpaid_ms >= 0 and (unpaid_ms = 0 or chosen_at is not null)),
  constraint stays__track_listener primary key (track_id, listener_id)
);
create index stays__listener on stays (listener_id, minute_at desc);

create table moments (
  track_id uuid not null constraint moments__track_id references artist_tracks (id),
  listener_id uuid not null constraint moments__listener_id references profiles (user_id),
  artist_id uuid not null constraint moments__artist_id references profiles (user_id),
  kind text not null constraint moments__kind check (kind in ('love', 'lost', 'skip')),
  -- The whole second that was playing.
  at_second integer not null constraint moments__at_second check (at_second between 0 and 86400),
  marked_at timestamptz(3) not null,
  constraint moments__track_listener primary key (track_id, listener_id, kind, at_second)
);
create index moments__listener on moments (listener_id);
create trigger moments__news after insert on moments for each row
  execute function tell_news('reviews', 'artist_id');

-- Where listeners skipped.
create index play_events__skipped on play_events (track_id) where skipped;

grant select, insert, update, delete on stays, moments to earshot_app;
