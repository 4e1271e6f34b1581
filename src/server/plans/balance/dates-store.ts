import { boolean, integer, nullable, oneOf, text, timestamp, uuid } from '../../adapters/database/columns.ts';
import { fragment } from '../../adapters/database/fragment.ts';
import { statement } from '../../adapters/database/statement.ts';

/** Reviews of assignment `given` that are not rejected. */
const delivered = fragment`(select count(*)::integer from reviews review
       where review.assignment_id = given.id and review.status in ('pending', 'approved'))`;

const stopReason = fragment`case when t.status = 'taken_down' then 'takedown'
       when t.held_until is not null then 'look'
       when exists (select from users artist where artist.id = t.artist_id and artist.suspended_at is not null) then 'suspension'
       when ${'isBudgetSpent'}::boolean then 'budget' end`;

/** Whether approvals wait because the day's budget for rewards is spent. */
export const anyOverBudget = statement({ takes: {}, gives: { isBudgetSpent: boolean } })`
   select exists (select from reviews where status = 'pending' and waits_for = 'budget') as "isBudgetSpent"`;

/** Stops and starts the clocks of open dates, of one track or of all: a date moves by the length of each stop. */
export const turnClocks = statement({
  takes: { isBudgetSpent: boolean, trackId: nullable(uuid), now: timestamp },
  gives: {},
})`
   update assignments set
     promised_at = promised_at + case when stopped_for is not null then ${'now'}::timestamptz - stopped_at
       else interval '0' end,
     stopped_for = found.reason, stopped_at = case when found.reason is not null then ${'now'}::timestamptz end
   from (select given.id, ${stopReason} as reason from assignments given join artist_tracks t on t.id = given.track_id
          where given.promise = 'open' and (${'trackId'}::uuid is null or given.track_id = ${'trackId'})) as found
   where assignments.id = found.id and promise = 'open' and (stopped_for is not null or found.reason is not null)`;

export const closeKept = statement({ takes: {}, gives: {} })`
   update assignments given set promise = 'kept', late_at = null, stopped_for = null, stopped_at = null
    where promise = 'open' and dated <= ${delivered}`;

/** Days before its date in which an assignment may count as late. */
export const lateHours = 72;

/**
 * Marks late assignments and unmarks others. Late: due within the given time, not stopped, fewer reviews than the pace
 * requires, and enough reviews approved on the platform.
 */
export const markLate = statement({
  takes: { now: timestamp, until: timestamp, leastApproved: integer },
  gives: {},
})`update assignments set late_at = found.late_at
   from (
     select given.id, case when given.promise = 'open' and given.stopped_for is null and given.promised_at <= ${'until'}
       and (select approved from queue_supply) >= ${'leastApproved'}
       and ${delivered} < given.dated * least(1, extract(epoch from ${'now'}::timestamptz - given.assigned_at)
         / greatest(1, extract(epoch from given.promised_at - given.assigned_at)))
       then given.promised_at - (${'until'}::timestamptz - ${'now'}::timestamptz) end as late_at
     from assignments given
     where given.promise = 'open' and given.promised_at <= ${'until'} or given.late_at is not null and given.promise <> 'missed'
   ) as found
   where assignments.id = found.id and assignments.late_at is distinct from found.late_at`;

export const dueDates = statement({
  takes: { now: timestamp, most: integer },
  gives: { id: uuid, trackId: uuid, lotId: uuid, artistId: uuid },
})`select given.id, given.track_id as "trackId", given.lot_id as "lotId", t.artist_id as "artistId"
   from assignments given join artist_tracks t on t.id = given.track_id
   where given.promise = 'open' and given.promised_at <= ${'now'} and given.stopped_for is null and t.status = 'active'
   order by given.promised_at limit ${'most'}::integer`;

/** Locks the track of a date that has passed, so that its reviews do not change. */
export const lockTrack = statement({ takes: { trackId: uuid }, gives: { status: text } })`
   select status from artist_tracks where id = ${'trackId'} for no key update`;

/** A date that has passed, if it was not settled already, and whether the assignment is one of its track's first. */
export const lockDueDate = statement({
  takes: { id: uuid, now: timestamp },
  gives: { dated: integer, delivered: integer, isFirst: boolean },
})`select given.dated, ${delivered} as delivered,
     not exists (select from assignments earlier where earlier.track_id = given.track_id
       and earlier.assigned_at < given.assigned_at) as "isFirst"
   from assignments given where given.id = ${'id'} and given.promise = 'open' and given.promised_at <= ${'now'}
     and given.stopped_for is null for no key update`;

export const settleDate = statement({ takes: { id: uuid, promise: oneOf('kept', 'missed') }, gives: {} })`
   update assignments set promise = ${'promise'}, late_at = case when ${'promise'} = 'missed' then late_at end
    where id = ${'id'}`;

export const missedDate = statement({
  takes: { assignmentId: uuid },
  gives: {
    artistId: uuid,
    title: text,
    promisedAt: nullable(timestamp),
    reviews: integer,
    uploads: integer,
    expiresAt: timestamp,
  },
})`select t.artist_id as "artistId", t.title, given.promised_at as "promisedAt", lot.reviews, lot.uploads,
     lot.expires_at as "expiresAt"
   from assignments given join artist_tracks t on t.id = given.track_id
   join review_lots lot on lot.cause_id = given.id and lot.source = 'missed'
   where given.id = ${'assignmentId'}`;
