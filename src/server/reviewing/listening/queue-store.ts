import { bigint, boolean, integer, nullable, timestamp, uuid } from '../../adapters/database/columns.ts';
import { fragment } from '../../adapters/database/fragment.ts';
import { statement } from '../../adapters/database/statement.ts';

/**
 * Locks a listener's queue cursors, one for each rank, so that concurrent requests of one listener are served one after the
 * other.
 */
export const lockCursors = statement({
  takes: { listenerId: uuid },
  gives: { queueRank: integer },
})`select queue_rank as "queueRank" from queue_cursors
   where listener_id = ${'listenerId'} order by queue_rank for update`;

export const startCursors = statement({
  takes: { listenerId: uuid },
  gives: {},
})`insert into queue_cursors (listener_id, queue_rank, reopened_seen)
   select ${'listenerId'}, rank, last_value from generate_series(0, 4) as rank, reopened_tracks
   on conflict do nothing`;

/**
 * Whether track `t` may be served to this listener: not their own, not reviewed, not skipped, not opened by
 * a private link, its artist not suspended.
 * A subselect inside coalesce stays one index probe per track. With joins or plain null tests, the planner would read
 * the listener's whole history or sort the whole queue.
 */
export const servable = fragment`t.artist_id <> ${'listenerId'} and t.id is distinct from ${'butNot'}
       and coalesce((select false from reviews r where r.track_id = t.id and r.listener_id = ${'listenerId'}), true)
       and coalesce((select false from skipped_tracks s
         where s.track_id = t.id and s.listener_id = ${'listenerId'}), true)
       and coalesce((select false from circle_listeners c
         where c.track_id = t.id and c.listener_id = ${'listenerId'}), true)
       and coalesce((select u.suspended_at is null from users u where u.id = t.artist_id), false)`;

/**
 * How recently the listener met the artist of track `t`: 2 with the last track, 1 twice in thirty days, else 0. Applied
 * to the tracks found, not as part of the search.
 */
const metLately = fragment`coalesce((select case
       when met.artist_id = (select last.artist_id from met_artists last
         where last.listener_id = ${'listenerId'} order by last.met_at desc limit 1) then 2
       when met.met_before > ${'metSince'} then 1 else 0 end
     from met_artists met where met.listener_id = ${'listenerId'} and met.artist_id = t.artist_id), 0)`;

/**
 * For each rank the first servable track with a free place from the listener's cursor on.
 * @param butNot a track to leave out; null for none
 */
export const nextWithPlaces = statement({
  takes: { listenerId: uuid, butNot: nullable(uuid), metSince: timestamp },
  gives: {
    queueRank: integer,
    cursorAt: timestamp,
    cursorId: uuid,
    reopenedSeen: bigint,
    nextAt: nullable(timestamp),
    nextId: nullable(uuid),
    metLately: nullable(integer),
  },
})`select c.queue_rank as "queueRank", c.places_at as "cursorAt", c.places_id as "cursorId",
     c.reopened_seen as "reopenedSeen", n.queue_at as "nextAt", n.id as "nextId", n.met as "metLately"
   from queue_cursors c
   left join lateral (
     select t.queue_at, t.id, ${metLately} as met from artist_tracks t
     where t.has_places and t.queue_rank = c.queue_rank
       and (t.queue_at, t.id) >= (c.places_at, c.places_id)
       and ${servable}
     order by t.queue_at, t.id limit 1
   ) as n on true
   where c.listener_id = ${'listenerId'}
   order by c.queue_rank desc`;

/**
 * Within a window of tracks with a free place, the oldest servable one among those whose artist was met least recently.
 * @param below excludes artists met as recently as this
 */
export const nextOfAnother = statement({
  takes: {
    listenerId: uuid,
    butNot: nullable(uuid),
    metSince: timestamp,
    queueRank: integer,
    fromAt: timestamp,
    fromId: uuid,
    among: integer,
    below: integer,
  },
  gives: { id: uuid },
})`select t.id from (
     select w.id, w.queue_at, w.artist_id from artist_tracks w
     where w.has_places and w.queue_rank = ${'queueRank'} and (w.queue_at, w.id) >= (${'fromAt'}, ${'fromId'})
     order by w.queue_at, w.id limit ${'among'}::integer) as t
   where ${servable} and ${metLately} < ${'below'}
   order by ${metLately}, t.queue_at, t.id limit 1`;

/** Tracks whose places reopened since the listener's last request, longest waiting first for each rank. */
export const reopenedTracks = statement({
  takes: { listenerId: uuid, butNot: nullable(uuid), most: integer, metSince: timestamp },
  gives: {
    queueRank: integer,
    id: uuid,
    queueAt: timestamp,
    seq: bigint,
    isServable: boolean,
    metLately: integer,
  },
})`select c.queue_rank as "queueRank", t.id, t.queue_at as "queueAt", t.reopened_seq as seq,
     ${servable} as "isServable", ${metLately} as "metLately"
   from queue_cursors c
   cross join lateral (
     select track.id, track.queue_at, track.reopened_seq, track.artist_id from artist_tracks track
     where track.has_places and track.reopened_seq is not null
       and track.queue_rank = c.queue_rank and track.reopened_seq > c.reopened_seen
     order by track.reopened_seq limit ${'most'}::integer
   ) as t
   where c.listener_id = ${'listenerId'}
   order by c.queue_rank desc, t.reopened_seq`;

/** The first servable one of all active tracks: test and sample accounts need no place. */
export const nextActive = statement({
  takes: { listenerId: uuid, butNot: nullable(uuid) },
  gives: { id: uuid },
})`select n.id from generate_series(4, 0, -1) as rank
   cross join lateral (
     select t.id from artist_tracks t
     where t.status = 'active' and t.held_until is null and t.queue_rank = rank and ${servable}
     order by t.queue_at, t.id limit 1
   ) as n
   order by rank desc limit 1`;

export const oldestSkip = statement({
  takes: { listenerId: uuid, butNot: nullable(uuid), needsPlace: boolean },
  gives: { id: uuid },
})`select s.track_id as id from skipped_tracks s
   join artist_tracks t on t.id = s.track_id and t.status = 'active'
   join users u on u.id = t.artist_id and u.suspended_at is null
   where s.listener_id = ${'listenerId'} and s.track_id is distinct from ${'butNot'}
     and (t.has_places or not ${'needsPlace'}::boolean)
     and not exists (select from circle_listeners c where c.track_id = t.id and c.listener_id = ${'listenerId'})
   order by s.skipped_at, s.track_id limit 1`;

export const movePlacesCursor = statement({
  takes: { listenerId: uuid, queueRank: integer, at: timestamp, id: uuid, reopenedSeen: bigint },
  gives: {},
})`update queue_cursors set places_at = ${'at'}, places_id = ${'id'}, reopened_seen = ${'reopenedSeen'}
   where listener_id = ${'listenerId'} and queue_rank = ${'queueRank'}`;

/** Locks the track if it still has a free place. Concurrent requests for it wait. */
export const lockPlace = statement({
  takes: { trackId: uuid },
  gives: { id: uuid },
})`select id from artist_tracks where id = ${'trackId'} and has_places for no key update`;

export const anyLapsed = statement({
  takes: { now: timestamp },
  gives: { lapsed: boolean },
})`select exists (select from leases where assignment_id is not null and leased_until <= ${'now'}) as lapsed`;

/** Ends expired leases. Their places become free, and the listening is kept. Also releases tracks leased ahead. */
export const releaseLapsed = statement({
  takes: { now: timestamp, most: integer },
  gives: {},
})`update leases set assignment_id = null,
     closed_at = case when is_coming then ${'now'}::timestamptz(3) end,
     outcome = case when is_coming then 'set_aside' end
   where id in (
     select id from leases where assignment_id is not null and leased_until <= ${'now'}
     order by leased_until limit ${'most'}::integer for update skip locked)`;

export const recordSkip = statement({
  takes: { listenerId: uuid, trackId: uuid, now: timestamp },
  gives: {},
})`insert into skipped_tracks (listener_id, track_id, skipped_at)
   values (${'listenerId'}, ${'trackId'}, ${'now'})
   on conflict (listener_id, track_id) do update set skipped_at = excluded.skipped_at`;

export const forgetSkip = statement({
  takes: { leaseId: uuid },
  gives: {},
})`delete from skipped_tracks s using leases a
   where a.id = ${'leaseId'} and s.listener_id = a.listener_id and s.track_id = a.track_id`;
