import { timestamp, uuid } from '../../adapters/database/columns.ts';
import { statement } from '../../adapters/database/statement.ts';

/**
 * Tracks that the listener has opened since then and could still review, earliest first, with the ids they know them
 * by.
 */
export const openedTracks = statement({
  takes: { listenerId: uuid, since: timestamp },
  gives: { trackId: uuid, servedId: uuid, openedAt: timestamp },
})`select d.track_id as "trackId", coalesce((
       select case when a.is_blind then a.id end from leases a
        where a.listener_id = d.listener_id and a.track_id = d.track_id
        order by a.closed_at desc nulls first limit 1), d.track_id) as "servedId", d.opened_at as "openedAt"
   from delivered_audio d join artist_tracks t on t.id = d.track_id and t.status = 'active'
   where d.listener_id = ${'listenerId'} and d.opened_at > ${'since'}
     and not coalesce((select a.is_unpaid from leases a
       where a.listener_id = d.listener_id and a.track_id = d.track_id order by a.closed_at desc nulls first limit 1), false)
     and not exists (select from reviews r where r.track_id = d.track_id and r.listener_id = d.listener_id)
   order by d.opened_at limit 1000`;
