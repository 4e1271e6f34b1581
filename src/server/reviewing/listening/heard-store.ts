import { integer, integerList, uuid } from '../../adapters/database/columns.ts';
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

/** Reads what a listener has heard, without adding to it. */
export const readHeard = statement({
  takes: { trackId: uuid, listenerId: uuid },
  gives: { heard: integerList },
})`select array(select unnest(array[lower(stretch), upper(stretch)]) from unnest(heard) as stretch) as heard
   from heard_seconds where track_id = ${'trackId'} and listener_id = ${'listenerId'}`;
