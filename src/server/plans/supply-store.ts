import { integer, integerList, timestamp } from '../adapters/database/columns.ts';
import { fragment } from '../adapters/database/fragment.ts';
import { statement } from '../adapters/database/statement.ts';

const supply = {
  openPlaces: integerList,
  approved: integer,
  activeListeners: integer,
  sent: integer,
  waited: integer,
};
const selectSupply = fragment`select open_places as "openPlaces", approved, active_listeners as "activeListeners", sent, waited
   from queue_supply`;

export const readSupply = statement({
  takes: {},
  gives: supply,
})`${selectSupply}`;

/** Locked, so that each of several concurrent uploads sees those before it. */
export const lockSupply = statement({
  takes: {},
  gives: supply,
})`${selectSupply} for no key update`;

export const addOpenPlaces = statement({
  takes: { rank: integer, places: integer },
  gives: {},
})`update queue_supply set open_places[${'rank'} + 1] = greatest(0, open_places[${'rank'} + 1] + ${'places'})`;

/**
 * Counts the open places of each rank, and what listeners did since then. Reviews whose place may still reopen are not
 * counted, nor are test and sample accounts.
 */
export const countSupply = statement({
  takes: { since: timestamp, decidedUntil: timestamp, now: timestamp },
  gives: {},
})`update queue_supply set
     open_places = array(
       select coalesce(sum(track.review_target + track.house_places + track.extra_places
           - track.review_count + track.apart_count), 0)::integer
         from generate_series(0, 4) rank
         left join artist_tracks track on track.queue_rank = rank and (track.has_places or track.later_at is not null)
           and track.status = 'active' and track.places_from <> 'apart'
        group by rank order by rank),
     approved = (select count(*)::integer from reviews review join users person on person.id = review.listener_id
       where review.status = 'approved' and review.created_at > ${'since'} and has_bounds(person)),
     active_listeners = (select count(distinct review.listener_id)::integer
       from reviews review join users person on person.id = review.listener_id
       where review.created_at > ${'since'} and has_bounds(person)),
     (sent, waited) = (select count(*)::integer, (count(*) filter (where review.place_opened_at is not null
         or review.status = 'pending' and review.waits_for = 'person'))::integer
       from reviews review join users person on person.id = review.listener_id
       join artist_tracks track on track.id = review.track_id and track.places_from = 'plan'
       where review.created_at > ${'since'} and review.created_at <= ${'decidedUntil'} and has_bounds(person)),
     begun = (select count(*)::integer from artist_tracks track where track.created_at > ${'since'}
       and track.waits_for is null and track.places_from <> 'apart'),
     counted_at = ${'now'}`;
