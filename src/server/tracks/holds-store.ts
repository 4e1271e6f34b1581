import { boolean, nullable, oneOf, text, timestamp, uuid } from '../adapters/database/columns.ts';
import { fragment } from '../adapters/database/fragment.ts';
import { statement } from '../adapters/database/statement.ts';

const heldFor = oneOf('newcomer', 'report');

/** What says that a track is the same recording as an earlier one that its artist has not deleted; locked. */
export const lockEntriesOfLater = statement({
  takes: { trackId: uuid },
  gives: { decision: nullable(text), heldFor: nullable(heldFor) },
  changesNothing: true,
})`select same.decision, same.held_for as "heldFor" from same_recordings same
   join artist_tracks earlier on earlier.id = same.earlier_id and earlier.status <> 'deleted'
   where same.later_id = ${'trackId'} order by same.id for update of same`;

/** Where its artist joined after the given moment and has no plan. */
export const holdNewcomersTrack = statement({
  takes: { trackId: uuid, joinedAfter: timestamp, until: timestamp },
  gives: {},
})`update artist_tracks track set held_until = ${'until'}
   from users artist
   where track.id = ${'trackId'} and track.status = 'active' and track.held_until is null
     and artist.id = track.artist_id and artist.created_at > ${'joinedAfter'}
     and not exists (select from artist_subscriptions plan where plan.user_id = artist.id and plan.active)`;

const isReported = fragment`exists (select from reports said
       where said.thing_id = track.id and said.reason = 'copyright' and said.outcome is null)`;

export const holdReportedTrack = statement({ takes: { trackId: uuid, until: timestamp }, gives: {} })`
   update artist_tracks track set held_until = ${'until'}
   where track.id = ${'trackId'} and track.status = 'active' and track.held_until is null and ${isReported}`;

export const storeHold = statement({ takes: { trackId: uuid, heldFor }, gives: {} })`
   update same_recordings set held_for = ${'heldFor'} where later_id = ${'trackId'} and decision is null`;

export const endReportedHold = statement({ takes: { trackId: uuid }, gives: {} })`
   update artist_tracks track set held_until = null
   where track.id = ${'trackId'} and track.held_until is not null and not ${isReported}
     and exists (select from same_recordings same where same.later_id = track.id and same.held_for = 'report')`;

/** The open entries about a track, locked in one order for all. */
export const lockOpenSame = statement({ takes: { trackId: uuid }, gives: { id: uuid } })`
   select id from same_recordings where decision is null and ${'trackId'} in (earlier_id, later_id)
    order by id for update`;

/** Closes the open entries about a track that is taken down, and ends the holds of tracks that waited for no other entry. */
export const closeSame = statement({
  takes: { trackId: uuid, isCopyright: boolean, note: text, decidedBy: uuid, now: timestamp },
  gives: {},
})`with closed as (
     update same_recordings same set decision = 'taken_down', note = ${'note'}, decided_by = ${'decidedBy'},
       decided_at = ${'now'}
      from artist_tracks other
     where same.decision is null and ${'trackId'} in (same.earlier_id, same.later_id)
       and other.id = case when same.earlier_id = ${'trackId'} then same.later_id else same.earlier_id end
       and (${'isCopyright'} or other.status <> 'active')
     returning same.id, same.later_id)
   update artist_tracks track set held_until = null from closed
    where track.id = closed.later_id and track.held_until is not null
      and not exists (select from same_recordings other join artist_tracks earlier on earlier.id = other.earlier_id
        where other.later_id = track.id and other.decision is null and earlier.status <> 'deleted'
          and other.id not in (select id from closed))`;

/** Holds that are over. */
export const endHolds = statement({ takes: { now: timestamp }, gives: {} })`
   update artist_tracks set held_until = null where held_until <= ${'now'}`;
