import {
  boolean,
  integer,
  integerList,
  nullable,
  oneOf,
  timestamp,
  uuid,
  uuidList,
} from '../../adapters/database/columns.ts';
import { fragment } from '../../adapters/database/fragment.ts';
import { statement } from '../../adapters/database/statement.ts';

const trackState = { status: oneOf('active', 'deleted', 'taken_down'), reviewers: integer };
const selectTrackState = fragment`select status, review_count + (select coalesce(sum(open_places(given)), 0)::integer
     from assignments given where given.track_id = track.id) as reviewers
   from artist_tracks track where id = ${'trackId'} and artist_id = ${'artistId'}`;

/** Locks a track that can get reviews, with the listeners who have reviewed it or are needed for its open places. */
export const lockTrackState = statement({
  takes: { trackId: uuid, artistId: uuid },
  gives: trackState,
})`${selectTrackState} for no key update`;

export const readTrackState = statement({
  takes: { trackId: uuid, artistId: uuid },
  gives: trackState,
})`${selectTrackState}`;

export const insertAssignment = statement({
  takes: {
    lotId: uuid,
    trackId: uuid,
    reviews: integer,
    dated: integer,
    weight: integer,
    returningUntil: nullable(timestamp),
    promisedAt: nullable(timestamp),
    now: timestamp,
  },
  gives: {},
})`insert into assignments (lot_id, track_id, reviews, dated, weight, returning_until, promised_at, promise, assigned_at)
   values (${'lotId'}, ${'trackId'}, ${'reviews'}, ${'dated'}, ${'weight'}, ${'returningUntil'}, ${'promisedAt'},
     case when ${'promisedAt'}::timestamptz is not null then 'open' end, ${'now'})`;

/** Assignments with places that nobody has, the newest first. The track is locked. */
export const openAssignments = statement({
  takes: { trackId: uuid },
  gives: { id: uuid, lotId: uuid, weight: integer, open: integer },
})`select given.id, given.lot_id as "lotId", given.weight, open_places(given) as open
   from assignments given where given.track_id = ${'trackId'} and given.closed_at is null and open_places(given) > 0
   order by given.assigned_at desc, given.id`;

/** A date stays for what is left; with nothing left there is none. */
export const takeBack = statement({ takes: { id: uuid, reviews: integer }, gives: {} })`
   update assignments set taken_back = taken_back + ${'reviews'}, dated = least(dated, reviews - taken_back - ${'reviews'}),
     promise = case when reviews - taken_back > ${'reviews'} or promise <> 'open' then promise end,
     promised_at = case when reviews - taken_back > ${'reviews'} or promise <> 'open' then promised_at end,
     late_at = case when reviews - taken_back > ${'reviews'} then late_at end,
     stopped_for = case when reviews - taken_back > ${'reviews'} then stopped_for end,
     stopped_at = case when reviews - taken_back > ${'reviews'} then stopped_at end
   where id = ${'id'}`;

const closing = fragment`closed_at = ${'now'}, late_at = null, stopped_for = null, stopped_at = null,
     promise = case when promise <> 'open' then promise end, promised_at = case when promise <> 'open' then promised_at end`;

/** Tracks that have reviews of these lots, locked in the order in which everybody locks them. */
export const lockTracksOfLots = statement({ takes: { lotIds: uuidList }, gives: { id: uuid } })`
   select id from artist_tracks where id in
     (select track_id from assignments where lot_id = any(${'lotIds'}) and closed_at is null)
   order by id for no key update`;

export const closeAssignmentsOfLots = statement({ takes: { lotIds: uuidList, now: timestamp }, gives: {} })`
   update assignments set ${closing} where lot_id = any(${'lotIds'}) and closed_at is null`;

export const closeAssignmentsOfTrack = statement({ takes: { trackId: uuid, now: timestamp }, gives: {} })`
   update assignments set ${closing} where track_id = ${'trackId'} and closed_at is null`;

/** The place that the next listener takes of a track, which is locked; null if it has none. */
export const nextPlace = statement({
  takes: { trackId: uuid, isReturning: boolean },
  gives: { assignmentId: nullable(uuid) },
})`select next_place(${'trackId'}, ${'isReturning'}) as "assignmentId"`;

/** Whether a track can be served, locked: it cannot once it is held or gone. */
export const lockServedTrack = statement({ takes: { trackId: uuid }, gives: { isServed: boolean } })`
   select status = 'active' and held_until is null as "isServed" from artist_tracks
    where id = ${'trackId'} for no key update`;

export const takePlace = statement({ takes: { id: uuid, assignmentId: uuid }, gives: {} })`
   update leases set assignment_id = ${'assignmentId'} where id = ${'id'} and closed_at is null`;

/** The lot of a track's newest assignment; no row if it never had any. */
export const newestLotOf = statement({ takes: { trackId: uuid }, gives: { lotId: uuid } })`
   select lot_id as "lotId" from assignments where track_id = ${'trackId'} order by assigned_at desc, id limit 1`;

export const openToAll = statement({ takes: { trackId: uuid }, gives: {} })`
   update assignments set returning_until = null where track_id = ${'trackId'} and returning_until is not null`;

/** The assignments of tracks that are not closed, the newest first, as their artist sees them. */
export const assignmentsOf = statement({
  takes: { trackIds: uuidList },
  gives: {
    id: uuid,
    trackId: uuid,
    reviews: integer,
    delivered: integer,
    openPlaces: integer,
    assignedAt: timestamp,
    returningUntil: nullable(timestamp),
    expiresAt: timestamp,
    dated: integer,
    promisedAt: nullable(timestamp),
    promise: nullable(oneOf('open', 'kept', 'missed')),
    stoppedFor: nullable(oneOf('suspension', 'budget', 'look', 'takedown')),
    broughtReviews: nullable(integer),
  },
})`select given.id, given.track_id as "trackId", given.reviews - given.taken_back as reviews,
     (select count(*)::integer from reviews review where review.assignment_id = given.id
       and review.status in ('pending', 'approved')) as delivered,
     open_places(given) as "openPlaces", given.assigned_at as "assignedAt", given.returning_until as "returningUntil",
     own.expires_at as "expiresAt", given.dated, given.promised_at as "promisedAt", given.promise, given.stopped_for as "stoppedFor",
     (select lot.reviews from review_lots lot where lot.source = 'missed' and lot.cause_id = given.id) as "broughtReviews"
   from assignments given join review_lots own on own.id = given.lot_id
   where given.track_id = any(${'trackIds'}) and given.closed_at is null
     and (given.reviews > given.taken_back or given.promise is not null)
   order by given.assigned_at desc, given.id`;

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
