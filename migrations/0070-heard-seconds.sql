-- Which seconds of a track each listener has heard, and for artists how many listeners heard each part of it.

-- Whole seconds, so a row is bounded by the length of the track, however often somebody jumps.
create table heard_seconds (
  track_id uuid not null constraint heard_seconds__track_id references artist_tracks (id),
  listener_id uuid not null constraint heard_seconds__listener_id references profiles (user_id),
  heard int4multirange not null
    constraint heard_seconds__heard check (not isempty(heard) and heard <@ '{[0,86401)}'::int4multirange),
  constraint heard_seconds__track_listener primary key (track_id, listener_id)
);
create index heard_seconds__listener on heard_seconds (listener_id);

-- A track in a hundred parts of equal length. A listener has heard a part once they have heard the second that its
-- middle lies in.
create table track_retention (
  track_id uuid primary key constraint track_retention__track_id references artist_tracks (id),
  listeners integer not null constraint track_retention__listeners check (listeners >= 0),
  parts integer[] not null default array_fill(0, array[100])
    constraint track_retention__parts check (cardinality(parts) = 100)
);

create function count_heard_parts() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  before int4multirange := case when tg_op = 'UPDATE' then old.heard else '{}' end;
  length_ms bigint := (select duration_ms from audio_files file join artist_tracks track on track.audio_file_id = file.id
    where track.id = new.track_id);
  heard_parts integer[] := (select array_agg((new.heard @> middle and not before @> middle)::integer order by part)
    from (select part, ((part * 2 + 1) * length_ms / 200000)::integer as middle from generate_series(0, 99) as part) as of);
begin
  insert into track_retention (track_id, listeners) values (new.track_id, 0) on conflict do nothing;
  update track_retention
     set listeners = listeners + (tg_op = 'INSERT')::integer,
         parts = (select array_agg(counted + added order by place)
           from unnest(parts, heard_parts) with ordinality as each(counted, added, place))
   where track_id = new.track_id and (tg_op = 'INSERT' or 1 = any(heard_parts));
  return null;
end $$;
revoke all on function count_heard_parts() from public;
create trigger heard_seconds__heard_first after insert on heard_seconds
  for each row execute function count_heard_parts();
create trigger heard_seconds__heard_more after update of heard on heard_seconds
  for each row when (old.heard is distinct from new.heard) execute function count_heard_parts();

-- What somebody has begun to hear goes on counting. Which seconds those were is not known: the first ones, as far as
-- anybody can tell.
insert into heard_seconds (track_id, listener_id, heard)
select track_id, listener_id,
       int4multirange(int4range(0, least(ceil(max(listened_ms) / 1000.0), 86400)::integer))
  from assignments where listened_ms > 0 and outcome is distinct from 'reviewed'
 group by track_id, listener_id;

grant select, insert, update on heard_seconds to earshot_app;
grant select on track_retention to earshot_app;
