import {
  boolean,
  nullable,
  oneOf,
  text,
  timestamp,
  uuid,
  uuidList,
} from '../../adapters/database/columns.ts';
import { fragment } from '../../adapters/database/fragment.ts';
import { statement } from '../../adapters/database/statement.ts';

const heldFor = oneOf('newcomer', 'report');

/** Locks the entries that call a track the same recording as an earlier one, unless that was deleted by its artist. */
export const lockEntriesOfLater = statement({
  takes: { trackId: uuid },
  gives: { decision: nullable(text), heldFor: nullable(heldFor) },
})`select same.decision, same.held_for as "heldFor" from same_recordings same
   join artist_tracks earlier on earlier.id = same.earlier_id and earlier.status <> 'deleted'
   where same.later_id = ${'trackId'} order by same.id for update of same`;

/** Only if its artist joined after that time and has no plan. */
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

/** Locks the open entries about a track, always in the same order. */
export const lockOpenSame = statement({ takes: { trackId: uuid }, gives: { id: uuid } })`
   select id from same_recordings where decision is null and ${'trackId'} in (earlier_id, later_id)
    order by id for update`;

/**
 * The open entries that a takedown closes: all of them if it is for copyright, else those whose other track is not
 * available either.
 */
export const sameClosedBy = statement({
  takes: { trackId: uuid, isCopyright: boolean },
  gives: { id: uuid, earlierArtistId: uuid, laterArtistId: uuid },
})`select same.id, earlier.artist_id as "earlierArtistId", later.artist_id as "laterArtistId"
   from same_recordings same join artist_tracks earlier on earlier.id = same.earlier_id
   join artist_tracks later on later.id = same.later_id
   where same.decision is null and ${'trackId'} in (same.earlier_id, same.later_id)
     and (${'isCopyright'} or case when same.earlier_id = ${'trackId'} then later.status else earlier.status end <> 'active')`;

/**
 * Closes entries because of a takedown, and ends the holds of tracks without another open entry. Remembers how long
 * they were held.
 */
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

/** Locks the entries that a takedown closed, always in the same order. */
export const lockClosedSame = statement({
  takes: { takedownId: uuid },
  gives: { earlierArtistId: uuid, laterArtistId: uuid },
})`select earlier.artist_id as "earlierArtistId", later.artist_id as "laterArtistId"
   from same_recordings same join artist_tracks earlier on earlier.id = same.earlier_id
   join artist_tracks later on later.id = same.later_id
   where same.takedown_id = ${'takedownId'} order by same.id for update of same`;

/**
 * Reopens the entries that a takedown closed. The other track is held again for the rest of its 48 hours if the reason
 * still applies; it is never held twice.
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

/** Ends holds whose time is over. */
export const endHoldsThatAreOver = statement({ takes: { now: timestamp }, gives: {} })`
   update artist_tracks set held_until = null where held_until <= ${'now'}`;
