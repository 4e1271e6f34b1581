import { integer, integerList, timestamp, uuid } from '../../adapters/database/columns.ts';
import { fragment } from '../../adapters/database/fragment.ts';
import { statement } from '../../adapters/database/statement.ts';

const supply = { openPlaces: integerList, approved: integer, activeListeners: integer };
const selectSupply = fragment`select open_places as "openPlaces", approved, active_listeners as "activeListeners"
   from queue_supply`;

export const readSupply = statement({ takes: {}, gives: supply })`${selectSupply}`;

/** Locked, so that each of several concurrent assignments sees those before it. */
export const lockSupply = statement({ takes: {}, gives: supply })`${selectSupply} for no key update`;

/** Counts places of a track that were opened or taken back, until all are counted again. */
export const addOpenPlaces = statement({
  takes: { trackId: uuid, rank: integer, places: integer },
  gives: {},
})`
   update queue_supply set open_places[${'rank'} + 1] = greatest(0, open_places[${'rank'} + 1] + ${'places'})
    where exists (select from artist_tracks track join users artist on artist.id = track.artist_id
      where track.id = ${'trackId'} and has_bounds(artist))`;

/** Counts the open places of each rank, and what listeners did since then, without test and sample accounts. */
export const countSupply = statement({ takes: { since: timestamp, now: timestamp }, gives: {} })`
   update queue_supply set
     open_places = array(
       select coalesce(sum(track.open_places), 0)::integer
         from generate_series(0, 4) rank
         left join (artist_tracks track join users artist on artist.id = track.artist_id and has_bounds(artist))
           on track.queue_rank = rank and track.has_places
        group by rank order by rank),
     approved = (select count(*)::integer from reviews review join users person on person.id = review.listener_id
       where review.status = 'approved' and review.created_at > ${'since'} and has_bounds(person)),
     active_listeners = (select count(distinct review.listener_id)::integer
       from reviews review join users person on person.id = review.listener_id
       where review.created_at > ${'since'} and has_bounds(person)),
     begun = (select count(distinct given.track_id)::integer from assignments given
       join artist_tracks track on track.id = given.track_id join users artist on artist.id = track.artist_id
       where given.assigned_at > ${'since'} and has_bounds(artist)),
     counted_at = ${'now'}`;
