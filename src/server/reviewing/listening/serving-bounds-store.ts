import { boolean, integer, timestamp, uuid } from '../../adapters/database/columns.ts';
import { statement } from '../../adapters/database/statement.ts';

export const reviewBehind = statement({
  takes: { listenerId: uuid, newer: integer },
  gives: { createdAt: timestamp },
})`select created_at as "createdAt" from reviews where listener_id = ${'listenerId'}
   order by created_at desc, id offset ${'newer'}::integer limit 1`;

/** What decides whether a chosen track may be served: its current state, and the tracks chosen before. */
export const wishFacts = statement({
  takes: { listenerId: uuid, trackId: uuid, dayAgo: timestamp, since: timestamp },
  gives: {
    isReviewed: boolean,
    isOwn: boolean,
    isGone: boolean,
    isBlind: boolean,
    isComplete: boolean,
    holdsPlace: boolean,
    ofArtist: integer,
    ofDay: integer,
  },
})`select exists (select from reviews r where r.track_id = t.id and r.listener_id = ${'listenerId'}) as "isReviewed",
     t.artist_id = ${'listenerId'} as "isOwn", t.status <> 'active' or u.suspended_at is not null as "isGone",
     t.is_blind as "isBlind",
     coalesce((select bool_and(given.reviews - given.taken_back <= (select count(*) from reviews r
         where r.assignment_id = given.id))
       from assignments given where given.track_id = t.id and given.closed_at is null
         and given.reviews > given.taken_back), false) as "isComplete",
     exists (select from leases held where held.listener_id = ${'listenerId'}
       and held.track_id = t.id and held.assignment_id is not null) as "holdsPlace",
     wished.of_artist as "ofArtist", wished.of_day as "ofDay"
   from artist_tracks t join users u on u.id = t.artist_id
   cross join lateral (
     select (count(distinct a.track_id) filter (where other.artist_id = t.artist_id))::integer as of_artist,
       (count(distinct a.track_id) filter (where a.served_at > ${'dayAgo'}))::integer as of_day
     from leases a join artist_tracks other on other.id = a.track_id
     where a.is_wished and a.listener_id = ${'listenerId'} and a.served_at > ${'since'} and a.track_id <> t.id
   ) as wished
   where t.id = ${'trackId'}`;

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
