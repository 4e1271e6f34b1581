import { boolean, integer, integerList, oneOf, timestamp, uuid } from '../../adapters/database/columns.ts';
import { statement } from '../../adapters/database/statement.ts';

/**
 * Adds whole seconds (`to` exclusive) to what a listener has heard of a track. Returns all heard ranges as pairs of
 * ends in one list.
 */
export const hearSeconds = statement({
  takes: { trackId: uuid, listenerId: uuid, from: integer, to: integer },
  gives: { heard: integerList },
})`insert into heard_seconds as known (track_id, listener_id, heard)
   values (${'trackId'}, ${'listenerId'}, int4multirange(int4range(${'from'}, ${'to'})))
   on conflict (track_id, listener_id) do update set heard = known.heard + excluded.heard
   returning array(select unnest(array[lower(stretch), upper(stretch)]) from unnest(heard) as stretch) as heard`;

export const readHeard = statement({
  takes: { trackId: uuid, listenerId: uuid },
  gives: { heard: integerList },
})`select array(select unnest(array[lower(stretch), upper(stretch)]) from unnest(heard) as stretch) as heard
   from heard_seconds where track_id = ${'trackId'} and listener_id = ${'listenerId'}`;

const kind = oneOf('love', 'lost', 'skip');

export const readOwnMoments = statement({
  takes: { trackId: uuid, listenerId: uuid },
  gives: { kind, atSecond: integer },
})`select kind, at_second as "atSecond" from moments
   where track_id = ${'trackId'} and listener_id = ${'listenerId'} order by at_second, kind`;

/** Whether the listener has heard this second; for unpaid listening, within this lease. */
export const hasHeard = statement({
  takes: { leaseId: uuid, trackId: uuid, listenerId: uuid, atSecond: integer },
  gives: { heard: boolean },
})`select case when a.is_unpaid then a.unpaid_heard @> ${'atSecond'}::integer else exists (select from heard_seconds
     where track_id = ${'trackId'} and listener_id = ${'listenerId'} and heard @> ${'atSecond'}::integer) end as heard
   from leases a where a.id = ${'leaseId'}`;

export const insertMoment = statement({
  takes: { trackId: uuid, listenerId: uuid, artistId: uuid, kind, atSecond: integer, now: timestamp },
  gives: {},
})`insert into moments (track_id, listener_id, artist_id, kind, at_second, marked_at)
   values (${'trackId'}, ${'listenerId'}, ${'artistId'}, ${'kind'}, ${'atSecond'}, ${'now'}) on conflict do nothing`;

export const deleteMoment = statement({
  takes: { trackId: uuid, listenerId: uuid, kind, atSecond: integer },
  gives: {},
})`delete from moments
   where track_id = ${'trackId'} and listener_id = ${'listenerId'} and kind = ${'kind'} and at_second = ${'atSecond'}`;
