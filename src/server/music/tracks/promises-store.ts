import { boolean, integer, nullable, oneOf, text, timestamp, uuid } from '../../adapters/database/columns.ts';
import { fragment } from '../../adapters/database/fragment.ts';
import { statement } from '../../adapters/database/statement.ts';

/** Reviews of track `t` that are approved, or pending without a finding, without those of test and sample accounts. */
const delivered = fragment`(select count(*)::integer from reviews review join users person on person.id = review.listener_id
       where review.track_id = t.id and has_bounds(person) and (review.status = 'approved'
         or review.status = 'pending' and (review.waits_for is null or review.waits_for <> 'person')))`;

/**
 * Why the clock of track `t` is paused, if it is: the track is taken down or on hold, its artist is suspended, or the
 * day's reward budget is spent.
 */
const stopReason = fragment`case when t.status = 'taken_down' then 'takedown'
       when t.held_until is not null then 'look'
       when exists (select from users artist where artist.id = t.artist_id and artist.suspended_at is not null) then 'suspension'
       when ${'isBudgetSpent'}::boolean then 'budget' end`;

export const anyOverBudget = statement({
  takes: {},
  gives: { isBudgetSpent: boolean },
})`select exists (select from reviews where status = 'pending' and waits_for = 'budget') as "isBudgetSpent"`;

/** Pauses and resumes the clocks of open promises: a date moves by the length of each pause. */
export const turnClocks = statement({
  takes: { isBudgetSpent: boolean, now: timestamp },
  gives: {},
})`update artist_tracks track set
     promised_at = promised_at + case when track.stopped_for is not null then ${'now'}::timestamptz - track.stopped_at
       else interval '0' end,
     stopped_for = found.reason, stopped_at = case when found.reason is not null then ${'now'}::timestamptz end
   from (select t.id, ${stopReason} as reason from artist_tracks t where t.promise = 'open') as found
   where track.id = found.id and track.promise = 'open'
     and (track.stopped_for is not null or found.reason is not null)`;

/** Closes open promises that are kept, or that ended with a deleted track. */
export const closeKept = statement({
  takes: {},
  gives: {},
})`update artist_tracks track set late_at = null,
     promise = case when track.status <> 'deleted' then 'kept' end,
     promised_at = case when track.status <> 'deleted' then track.promised_at end,
     stopped_for = null, stopped_at = null
   from (select t.id, t.status, t.review_target, t.review_count - t.apart_count as counted, ${delivered} as delivered
           from artist_tracks t where t.promise = 'open') as found
   where track.id = found.id and track.promise = 'open'
     and (found.status = 'deleted' or found.counted >= found.review_target and found.delivered >= found.review_target)`;

/**
 * Marks late tracks and unmarks others. Late means: promised within the given time, not paused, fewer reviews than the
 * pace requires, and enough reviews approved on the platform.
 */
export const markLate = statement({
  takes: { now: timestamp, until: timestamp, leastApproved: integer },
  gives: {},
})`update artist_tracks track set late_at = found.late_at
   from (
     select t.id, case when t.promise = 'open' and t.stopped_for is null and t.promised_at <= ${'until'}
       and (select approved from queue_supply) >= ${'leastApproved'}
       and ${delivered} < t.review_target * least(1, extract(epoch from ${'now'}::timestamptz - t.created_at)
         / greatest(1, extract(epoch from t.promised_at - t.created_at)))
       then t.promised_at - (${'until'}::timestamptz - ${'now'}::timestamptz) end as late_at
     from artist_tracks t
     where t.promise = 'open' and t.promised_at <= ${'until'} or t.late_at is not null and t.promise <> 'missed'
   ) as found
   where track.id = found.id and track.late_at is distinct from found.late_at`;

export const duePromises = statement({
  takes: { now: timestamp, most: integer },
  gives: { trackId: uuid, artistId: uuid },
})`select t.id as "trackId", t.artist_id as "artistId" from artist_tracks t
   where t.promise = 'open' and t.promised_at <= ${'now'} and t.stopped_for is null and t.status = 'active'
   order by t.promised_at limit ${'most'}::integer`;

/** Locks the allowance of a track's places, before the track, as uploads do. */
export const lockPoolOf = statement({
  takes: { trackId: uuid },
  gives: { id: uuid, periodStart: timestamp, houseLeft: integer },
})`select pool.id, pool.period_start as "periodStart", pool.included / 5 - pool.house_taken as "houseLeft"
     from review_allowances pool
    where pool.id = (select allowance_id from artist_tracks where id = ${'trackId'}) for no key update`;

/** Locks the track of a promise whose date has passed; no row if it was settled already. */
export const lockDuePromise = statement({
  takes: { trackId: uuid, now: timestamp },
  gives: { reviewTarget: integer, taken: integer },
})`select t.review_target as "reviewTarget", t.review_count - t.apart_count + t.running_leases
       - t.house_places - t.extra_places as taken
     from artist_tracks t
    where t.id = ${'trackId'} and t.promise = 'open' and t.promised_at <= ${'now'} and t.stopped_for is null
      and t.status = 'active' for no key update`;

/** Locks a track that is taken down, with its number of delivered reviews. */
export const lockTakenDown = statement({
  takes: { trackId: uuid },
  gives: { reviewTarget: integer, delivered: integer },
})`select t.review_target as "reviewTarget", ${delivered} as delivered from artist_tracks t
   where t.id = ${'trackId'} and t.status = 'taken_down' for no key update`;

/** Call it after locking the track. */
export const countDelivered = statement({
  takes: { trackId: uuid },
  gives: { delivered: integer },
})`select ${delivered} as delivered from artist_tracks t where t.id = ${'trackId'}`;

export const settlePromise = statement({
  takes: { trackId: uuid, promise: oneOf('kept', 'missed'), reviewTarget: integer },
  gives: {},
})`update artist_tracks set promise = ${'promise'}, review_target = ${'reviewTarget'},
     late_at = case when ${'promise'} = 'missed' then late_at end
   where id = ${'trackId'}`;

export const takeFromPool = statement({ takes: { id: uuid, reviews: integer }, gives: {} })`
   update review_allowances set house_taken = house_taken + ${'reviews'} where id = ${'id'}`;

/** The content of the email about a missed date. */
export const missedTrack = statement({
  takes: { trackId: uuid },
  gives: { artistId: uuid, title: text, promisedAt: nullable(timestamp), reviews: integer, moved: integer },
})`select t.artist_id as "artistId", t.title, t.promised_at as "promisedAt", given.reviews, given.reviews_moved as moved
     from given_back given join artist_tracks t on t.id = given.track_id where given.track_id = ${'trackId'}`;
