import { boolean, nullable, oneOf, text, timestamp, uuid, uuidList } from '../adapters/database/columns.ts';
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

/** The open entries that a takedown of a track closes: all for its copyright, else those whose other track is not heard either. */
export const sameClosedBy = statement({
  takes: { trackId: uuid, isCopyright: boolean },
  gives: { id: uuid, earlierArtistId: uuid, laterArtistId: uuid },
})`select same.id, earlier.artist_id as "earlierArtistId", later.artist_id as "laterArtistId"
   from same_recordings same join artist_tracks earlier on earlier.id = same.earlier_id
   join artist_tracks later on later.id = same.later_id
   where same.decision is null and ${'trackId'} in (same.earlier_id, same.later_id)
     and (${'isCopyright'} or case when same.earlier_id = ${'trackId'} then later.status else earlier.status end <> 'active')`;

/** Closes entries with a takedown, and ends the holds of tracks that waited for no other entry. Until when they were held is kept. */
export const closeSame = statement({
  takes: { ids: uuidList, takedownId: uuid, note: text, decidedBy: uuid, now: timestamp },
  gives: {},
})`with closed as (
     update same_recordings same set decision = 'taken_down', note = ${'note'}, decided_by = ${'decidedBy'},
       decided_at = ${'now'}, takedown_id = ${'takedownId'}, held_until = later.held_until
      from artist_tracks later
     where same.id = any(${'ids'}) and later.id = same.later_id
     returning same.id, same.later_id)
   update artist_tracks track set held_until = null from closed
    where track.id = closed.later_id and track.held_until is not null
      and not exists (select from same_recordings other join artist_tracks earlier on earlier.id = other.earlier_id
        where other.later_id = track.id and other.decision is null and earlier.status <> 'deleted'
          and other.id not in (select id from closed))`;

/** The entries that a takedown closed, locked in one order for all. */
export const lockClosedSame = statement({
  takes: { takedownId: uuid },
  gives: { earlierArtistId: uuid, laterArtistId: uuid },
  changesNothing: true,
})`select earlier.artist_id as "earlierArtistId", later.artist_id as "laterArtistId"
   from same_recordings same join artist_tracks earlier on earlier.id = same.earlier_id
   join artist_tracks later on later.id = same.later_id
   where same.takedown_id = ${'takedownId'} order by same.id for update of same`;

/**
 * Opens the entries again that a takedown closed. The other track waits again until its 48 hours are over, where what it was held for
 * is still there; a hold is never a second one.
 */
export const reopenSame = statement({
  takes: { takedownId: uuid, trackId: uuid, now: timestamp },
  gives: {},
})`
   with closed as (
     select id, later_id, held_for, held_until from same_recordings where takedown_id = ${'takedownId'}),
   opened as (
     update same_recordings same set decision = null, note = null, decided_by = null, decided_at = null,
       takedown_id = null, held_until = null
      from closed where same.id = closed.id)
   update artist_tracks track set held_until = closed.held_until from closed
    where track.id = closed.later_id and track.id <> ${'trackId'} and track.status = 'active'
      and track.held_until is null and closed.held_until > ${'now'}
      and (closed.held_for = 'newcomer' or ${isReported})`;

/** Holds that are over. */
export const endHolds = statement({ takes: { now: timestamp }, gives: {} })`
   update artist_tracks set held_until = null where held_until <= ${'now'}`;
