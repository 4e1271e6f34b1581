import {
  boolean,
  integer,
  integerList,
  nullable,
  oneOf,
  text,
  timestamp,
  uuid,
} from '../../adapters/database/columns.ts';
import { fragment } from '../../adapters/database/fragment.ts';
import { statement } from '../../adapters/database/statement.ts';
import { stayColumns, stayList } from './stay-store.ts';

// The data of an artist's figures for one track, without accounts that may act on someone's behalf.

/** The most listeners of one track to load, newest first. */
const most = fragment`5000`;

const linked = fragment`linked as materialized (
     select found.user_id from track cross join lateral linked_with(track.artist_id) as found (user_id)
   )`;
const track = fragment`track as (select id, artist_id from artist_tracks where id = ${'trackId'})`;

/** Listeners who are left out of a track's figures: test accounts and those linked with the artist. */
const countedListeners = fragment`not exists (select from users where users.id = found.listener_id and is_test)
     and found.listener_id not in (select user_id from linked)`;

/** Why a listener is not counted among those who stayed. */
const leftOut = fragment`case
       when exists (select from users where users.id = stay.listener_id and is_test) then 'test'
       when exists (select from version_comparisons compared
         where compared.track_id = stay.track_id and compared.listener_id = stay.listener_id) then 'returning'
       when stay.listener_id in (select user_id from linked) then 'linked'
       when (select true from lets_it_run where lets_it_run.listener_id = stay.listener_id) then 'always_to_the_end' end`;

export const readTrackStays = statement({
  takes: { trackId: uuid },
  gives: {
    listenerId: uuid,
    wholeMinute: boolean,
    ...stayColumns,
    leftOut: nullable(oneOf('test', 'returning', 'linked', 'always_to_the_end')),
  },
})`with ${track}, ${linked}
   select stay.listener_id as "listenerId", stay.whole_minute as "wholeMinute", ${stayList}, ${leftOut} as "leftOut"
   from stays stay where stay.track_id = ${'trackId'}
   order by stay.minute_at desc, stay.listener_id limit ${most}`;

export const readTrackMoments = statement({
  takes: { trackId: uuid },
  gives: {
    listenerId: uuid,
    kind: oneOf('love', 'lost', 'skip'),
    atSecond: integer,
    markedAt: timestamp,
  },
})`with ${track}, ${linked}
   select found.listener_id as "listenerId", found.kind, found.at_second as "atSecond", found.marked_at as "markedAt"
   from moments found where found.track_id = ${'trackId'} and ${countedListeners}
   order by found.marked_at desc, found.listener_id, found.kind, found.at_second limit ${most}`;

/** The first skip of each listener who had started to hear the track. */
export const readTrackSkips = statement({
  takes: { trackId: uuid },
  gives: { listenerId: uuid, atSecond: integer },
})`with ${track}, ${linked}
   select distinct on (found.listener_id) found.listener_id as "listenerId", found.last_position as "atSecond"
   from play_events found
   where found.track_id = ${'trackId'} and found.skipped and found.play_duration > 0 and ${countedListeners}
   order by found.listener_id, found.started_at limit ${most}`;

export const countTrackListeners = statement({
  takes: { trackId: uuid },
  gives: { listeners: integer },
})`with ${track}, ${linked}
   select count(*)::integer as listeners from (
     select from heard_seconds found where found.track_id = ${'trackId'} and ${countedListeners} limit ${most}) as heard`;

/** The seconds that each listener has heard, as pairs of ends in one list. */
export const readTrackHeard = statement({
  takes: { trackId: uuid },
  gives: { listenerId: uuid, heard: integerList },
})`with ${track}, ${linked}
   select found.listener_id as "listenerId",
     array(select unnest(array[lower(stretch), upper(stretch)]) from unnest(found.heard) as stretch) as heard
   from heard_seconds found where found.track_id = ${'trackId'} and ${countedListeners}
   order by found.listener_id limit ${most}`;

export const ownTrack = statement({
  takes: { trackId: uuid, artistId: uuid },
  gives: { status: oneOf('active', 'deleted', 'taken_down') },
})`select status from artist_tracks where id = ${'trackId'} and artist_id = ${'artistId'}`;

/** Listeners of a track, each once with the latest time, newest first. Those without a review have no name. */
export const trackListeners = statement({
  takes: { trackId: uuid, createdAt: timestamp, id: uuid, most: integer },
  gives: { id: uuid, createdAt: timestamp, listenerName: nullable(text), seconds: integer },
})`select a.id, a.served_at as "createdAt", least(60, a.listened_ms / 1000)::integer as seconds,
     (select p.display_name from reviews r join profiles p on p.user_id = r.listener_id
       where r.track_id = a.track_id and r.listener_id = a.listener_id and r.status in ('pending', 'approved'))
       as "listenerName"
   from leases a
   where a.track_id = ${'trackId'} and a.played and (a.served_at, a.id) < (${'createdAt'}, ${'id'})
     and not exists (select from leases later where later.listener_id = a.listener_id
       and later.track_id = a.track_id and later.played and (later.served_at, later.id) > (a.served_at, a.id))
   order by a.served_at desc, a.id desc limit ${'most'}::integer`;
