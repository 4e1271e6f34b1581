import { boolean, integer, nullable, timestamp, uuid, uuidList } from '../../adapters/database/columns.ts';
import { fragment } from '../../adapters/database/fragment.ts';
import { statement } from '../../adapters/database/statement.ts';
import { servable } from './queue-store.ts';

/** How many tracks got reviews lately, whether the listener asked to be notified, and whether push is on. */
export const readComing = statement({
  takes: { listenerId: uuid },
  gives: { begun: integer, isAsked: boolean, hasPush: boolean },
})`select begun, exists (select from push_subscriptions where user_id = ${'listenerId'}) as "hasPush",
     exists (select from queue_asks where listener_id = ${'listenerId'} and told_at is null and by_email) as "isAsked"
   from queue_supply`;

/**
 * Stores that a listener wants to be notified, by email too if they asked for that. Repeating it changes nothing; a
 * notified listener waits again.
 */
export const askTold = statement({
  takes: { listenerId: uuid, byEmail: boolean, now: timestamp },
  gives: {},
})`
   insert into queue_asks as ask (listener_id, asked_at, by_email) values (${'listenerId'}, ${'now'}, ${'byEmail'})
   on conflict (listener_id) do update set told_at = null, told_track_id = null, by_email = excluded.by_email,
       asked_at = case when ask.told_at is null then ask.asked_at else excluded.asked_at end
     where ask.told_at is not null or (excluded.by_email and not ask.by_email)`;

export const dropAsk = statement({ takes: { listenerId: uuid }, gives: {} })`
   delete from queue_asks where listener_id = ${'listenerId'}`;

/** Listeners who were notified this long ago did not come. */
export const forgetTold = statement({ takes: { before: timestamp }, gives: {} })`
   delete from queue_asks where told_at <= ${'before'}`;

/** Listeners to notify after a position, longest waiting first. Test and sample accounts take no places. */
export const readAskers = statement({
  takes: { after: timestamp, afterId: uuid, most: integer },
  gives: { listenerId: uuid, askedAt: timestamp, byEmail: boolean },
})`select ask.listener_id as "listenerId", ask.asked_at as "askedAt", ask.by_email as "byEmail" from queue_asks ask
     join users u on u.id = ask.listener_id and u.suspended_at is null and u.deleted_at is null and has_bounds(u)
   where ask.told_at is null and (ask.asked_at, ask.listener_id) > (${'after'}, ${'afterId'})
   order by ask.asked_at, ask.listener_id limit ${'most'}::integer`;

/** Free places of track `t`, minus those that notified listeners have not taken yet. */
const freeOf = fragment`(t.open_places
     - (select count(*) from queue_asks told where told.told_at is not null and told.told_track_id = t.id))::integer`;

/** The first tracks of the queue with places that no listener was notified of. */
export const freePlaces = statement({
  takes: { most: integer },
  gives: { trackId: uuid, free: integer },
})`select "trackId", free from (
     select t.id as "trackId", ${freeOf} as free, t.queue_rank, t.queue_at from artist_tracks t where t.has_places
      order by t.queue_rank desc, t.queue_at, t.id limit ${'most'}::integer) as first
   where free > 0 order by queue_rank desc, queue_at, "trackId"`;

/** Locks the track if it still has such a place, so that two listeners are not notified of the same one. */
export const lockFree = statement({
  takes: { trackId: uuid },
  gives: { id: uuid },
})`select t.id from artist_tracks t where t.id = ${'trackId'} and t.has_places for no key update`;

export const stillFree = statement({
  takes: { trackId: uuid },
  gives: { free: integer },
})`select ${freeOf} as free from artist_tracks t where t.id = ${'trackId'} and t.has_places`;

/** Those of the tracks that may be served to this listener. */
export const servableOf = statement({
  takes: { listenerId: uuid, trackIds: uuidList, butNot: nullable(uuid) },
  gives: { trackId: uuid },
})`select t.id as "trackId" from unnest(${'trackIds'}::uuid[]) with ordinality as given (id, place)
   join artist_tracks t on t.id = given.id where ${servable} order by given.place`;

/** Marks a listener as notified. No row if another server did, or the request was withdrawn. */
export const markTold = statement({ takes: { listenerId: uuid, trackId: uuid, now: timestamp }, gives: {} })`
   update queue_asks set told_at = ${'now'}, told_track_id = ${'trackId'}
    where listener_id = ${'listenerId'} and told_at is null`;

/** Whether a notified listener has not come yet: what they were told then is still true. */
export const isStillTold = statement({
  takes: { listenerId: uuid, toldAt: timestamp },
  gives: { isTold: boolean },
})`select exists (select from queue_asks where listener_id = ${'listenerId'} and told_at = ${'toldAt'}) as "isTold"`;
