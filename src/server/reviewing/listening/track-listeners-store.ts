import { integer, nullable, oneOf, text, timestamp, uuid } from '../../adapters/database/columns.ts';
import { statement } from '../../adapters/database/statement.ts';

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
