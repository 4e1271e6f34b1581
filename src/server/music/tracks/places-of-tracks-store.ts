import { integer, nullable, oneOf, text, timestamp, uuid } from '../../adapters/database/columns.ts';
import { statement } from '../../adapters/database/statement.ts';

const placesFrom = oneOf('before', 'plan', 'credit', 'apart');
const waitsFor = oneOf('period', 'plan', 'budget');

/** The pool first, then the track: the order in which uploads lock them. */
export const takeHousePlace = statement({
  takes: { trackId: uuid },
  gives: {},
})`with pool as (
     update review_allowances allowance set house_taken = house_taken + 1
       from artist_tracks track
      where track.id = ${'trackId'} and track.status = 'active' and track.places_closed_at is null
        and allowance.id = track.allowance_id and allowance.house_taken < allowance.included / 5
     returning allowance.id)
   update artist_tracks track set house_places = house_places + 1
     from pool where track.id = ${'trackId'} and track.allowance_id = pool.id`;

/** One row if the house pool of the track's period has a place left. */
export const hasHousePlace = statement({ takes: { trackId: uuid }, gives: { id: uuid } })`
   select track.id from artist_tracks track join review_allowances allowance on allowance.id = track.allowance_id
    where track.id = ${'trackId'} and track.status = 'active' and track.places_closed_at is null
      and allowance.house_taken < allowance.included / 5`;

/**
 * Waiting tracks whose wait may be over, oldest first: the next period or month has started, there is a plan again, or
 * the awaited plan has ended. A paused plan does not count.
 */
export const dueToBegin = statement({
  takes: { now: timestamp, most: integer },
  gives: { trackId: uuid, artistId: uuid },
})`select track.id as "trackId", track.artist_id as "artistId" from artist_tracks track
   left join artist_subscriptions plan on plan.user_id = track.artist_id and plan.active
     and (plan.expires_at is null or plan.expires_at > ${'now'})
   where track.waits_for is not null and track.status = 'active'
     and case track.waits_for
       when 'budget' then track.begins_at <= ${'now'}
       when 'period' then plan.user_id is null or track.begins_at <= ${'now'} and plan.paused_for is null
       else plan.paused_for is null and plan.user_id is not null end
   order by track.begins_at nulls last, track.created_at, track.id limit ${'most'}::integer`;

/** Places moved from the former version are taken already. No row if the track has started in the meantime. */
export const lockWaitingTrack = statement({
  takes: { trackId: uuid },
  gives: {
    title: text,
    waitsFor,
    beginsAt: nullable(timestamp),
    reviewTarget: integer,
    movedPlaces: integer,
    laterPlaces: integer,
    laterAt: nullable(timestamp),
    priorityWeight: integer,
    formerId: nullable(uuid),
  },
})`select title, waits_for as "waitsFor", begins_at as "beginsAt", review_target - moved_places as "reviewTarget", moved_places as "movedPlaces",
     later_places as "laterPlaces", later_at as "laterAt", priority_weight as "priorityWeight", (select former.id from artist_tracks former
       where former.id = track.predecessor_id and former.status = 'active') as "formerId"
   from artist_tracks track
   where id = ${'trackId'} and waits_for is not null and status = 'active' for no key update`;

export const givePlaces = statement({
  takes: {
    trackId: uuid,
    placesFrom,
    allowanceId: nullable(uuid),
    reviewTarget: integer,
    waitsFor: nullable(waitsFor),
    beginsAt: nullable(timestamp),
    promisedAt: nullable(timestamp),
    laterPlaces: integer,
    laterAt: nullable(timestamp),
  },
  gives: {},
})`update artist_tracks set places_from = ${'placesFrom'}, allowance_id = ${'allowanceId'},
     review_target = ${'reviewTarget'} + moved_places, waits_for = ${'waitsFor'}, begins_at = ${'beginsAt'},
     later_places = later_places + ${'laterPlaces'}, later_at = coalesce(${'laterAt'}, later_at),
     promised_at = ${'promisedAt'}, promise = case when ${'promisedAt'}::timestamptz is not null then 'open' end
   where id = ${'trackId'}`;

/**
 * Gives an expired lease a place again if its track has one, including a reserved one for returning
 * reviewers. If the track's places were closed, only listeners of that time get theirs back. Others who want the place
 * wait.
 */
export const takePlaceBack = statement({
  takes: { id: uuid, trackId: uuid },
  gives: {},
})`with free as (
     select t.id from artist_tracks t join leases mine on mine.id = ${'id'}
      where t.id = ${'trackId'} and (t.has_places or mine.is_returning and t.has_kept_places
          or t.status = 'active' and mine.served_at <= t.places_closed_at
            and t.review_count - t.apart_count + t.running_leases < t.review_target + t.house_places + t.extra_places)
        for no key update of t)
   update leases a set holds_place = true from free where a.id = ${'id'} and a.closed_at is null`;

/** Opens the places that are due. */
export const openLaterPlaces = statement({
  takes: { now: timestamp },
  gives: {},
})`update artist_tracks set later_places = 0, later_at = null where later_at <= ${'now'}`;

export const hasFreePlace = statement({ takes: { trackId: uuid }, gives: { id: uuid } })`
   select id from artist_tracks where id = ${'trackId'} and has_places`;
