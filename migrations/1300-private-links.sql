-- Private links to a track, the devices that opened them, and what their guests left. None of it counts in any figure of
-- reviews, listening or money.

create table private_links (
  id uuid primary key default gen_random_uuid(),
  track_id uuid not null,
  artist_id uuid not null,
  -- Of its page. Nobody can guess it.
  address uuid not null default gen_random_uuid() constraint private_links__address unique,
  name text not null constraint private_links__name check (char_length(name) between 1 and 80),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  device_limit integer not null constraint private_links__device_limit check (device_limit between 1 and 100),
  -- How often a device was refused because of the limit.
  refused_devices integer not null default 0,
  shows_title boolean not null,
  revoked_at timestamptz(3),
  constraint private_links__track foreign key (track_id, artist_id) references artist_tracks (id, artist_id)
);
create index private_links__track_newest on private_links (track_id, created_at desc, id desc);
create index private_links__artist on private_links (artist_id);
grant delete, insert, select, update on private_links to earshot_app;
grant select on private_links to earshot_audit;

create table guests (
  id uuid primary key default gen_random_uuid(),
  link_id uuid not null constraint guests__link_id references private_links (id) on delete cascade,
  -- A keyed hash of the browser's mark.
  device_mark text not null,
  -- The account that was signed in there, if any.
  account_id uuid constraint guests__account_id references users (id),
  first_opened_at timestamptz(3) not null,
  last_opened_at timestamptz(3) not null,
  opens integer not null default 1 constraint guests__opens check (opens >= 1),
  name text constraint guests__name check (char_length(name) between 1 and 60),
  stars integer constraint guests__stars check (stars between 1 and 5),
  line text constraint guests__line check (char_length(line) between 1 and 500),
  -- Whole seconds of the track that it played, by the server's clock.
  heard int4multirange not null default '{}',
  -- Bytes that were sent to it.
  delivered int4multirange not null default '{}',
  -- Its player, as of the last report.
  is_playing boolean not null default false,
  position_ms bigint not null default 0 constraint guests__position_ms check (position_ms >= 0),
  played_ms bigint not null default 0 constraint guests__played_ms check (played_ms >= 0),
  beat_at timestamptz(3),
  constraint guests__link_device unique (link_id, device_mark)
);
create index guests__account on guests (account_id) where account_id is not null;
grant delete, insert, select, update on guests to earshot_app;
grant select on guests to earshot_audit;

create table guest_moments (
  guest_id uuid not null constraint guest_moments__guest_id references guests (id) on delete cascade,
  kind text not null constraint guest_moments__kind check (kind in ('love', 'lost', 'skip')),
  at_second integer not null constraint guest_moments__at_second check (at_second >= 0),
  constraint guest_moments__once primary key (guest_id, kind, at_second)
);
grant delete, insert, select on guest_moments to earshot_app;
grant select on guest_moments to earshot_audit;

-- Listeners who are never served a track, because they, an account of theirs or one of their browsers opened a private link
-- to a version of it. Found when the track would be served to them.
create table circle_listeners (
  listener_id uuid not null constraint circle_listeners__listener_id references profiles (user_id),
  track_id uuid not null constraint circle_listeners__track_id references artist_tracks (id),
  constraint circle_listeners__listener_track primary key (listener_id, track_id)
);
create index circle_listeners__track on circle_listeners (track_id);
grant delete, insert, select on circle_listeners to earshot_app;
grant select on circle_listeners to earshot_audit;
