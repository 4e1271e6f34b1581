-- Which bytes of each track's audio were sent to each listener, so that sound is paced and no listener opens the whole
-- catalog. Ranges are joined, and rounded to blocks before they become many: a row stays small.
create table delivered_audio (
  listener_id uuid not null constraint delivered_audio__listener_id references profiles (user_id),
  track_id uuid not null constraint delivered_audio__track_id references artist_tracks (id),
  delivered int4multirange not null constraint delivered_audio__delivered check (not isempty(delivered)),
  -- When bytes that were new to the listener were sent last, once that was enough to count as opened.
  opened_at timestamptz(3),
  constraint delivered_audio__listener_track primary key (listener_id, track_id)
);
create index delivered_audio__opened on delivered_audio (listener_id, opened_at) where opened_at is not null;
create index delivered_audio__track on delivered_audio (track_id);
grant select, insert, update, delete on delivered_audio to earshot_app;
grant select on delivered_audio to earshot_audit;

-- Time that the player's reports cover, whether it counts as listening or not: sound is sent as it passes.
alter table assignments
  add column reported_ms bigint not null default 0 constraint assignments__reported_ms check (reported_ms >= 0);

-- What was sent before was counted, not which bytes it was: the first ones, as far as anybody can tell.
insert into delivered_audio (listener_id, track_id, delivered)
select a.listener_id, a.track_id,
       int4multirange(int4range(0, least(max(a.bytes_sent), max(f.byte_length))::integer))
  from assignments a join artist_tracks t on t.id = a.track_id join audio_files f on f.id = t.audio_file_id
 where a.bytes_sent > 0 and a.closed_at is null
 group by a.listener_id, a.track_id;
update assignments set reported_ms = listened_ms where listened_ms > 0 and closed_at is null;
