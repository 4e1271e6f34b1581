import {
  boolean,
  bytes,
  integer,
  integerList,
  nullable,
  oneOf,
  text,
  timestamp,
  uuid,
  uuidList,
} from '../../../adapters/database/columns.ts';
import { fragment } from '../../../adapters/database/fragment.ts';
import { statement } from '../../../adapters/database/statement.ts';

/** Stores a file's fingerprint once; not if its track is deleted. */
export const savePrint = statement({
  takes: { audioFileId: uuid, print: bytes, sampled: integerList },
  gives: {},
})`insert into sound_prints (audio_file_id, print, sampled)
   select file.id, ${'print'}, ${'sampled'} from audio_files file where file.id = ${'audioFileId'}
     and not exists (select from artist_tracks t where t.audio_file_id = file.id and t.status = 'deleted')
   on conflict on constraint sound_prints__one do nothing`;

export const printOfUpload = statement({
  takes: { uploadId: uuid, artistId: uuid },
  gives: {
    isMeasured: boolean,
    isFirst: boolean,
    printId: nullable(integer),
    print: nullable(bytes),
    sampled: nullable(integerList),
  },
})`select file.analysis <> 'waiting' as "isMeasured",
     not exists (select from artist_tracks t where t.artist_id = upload.artist_id and t.status = 'active') as "isFirst",
     known.id as "printId", known.print, known.sampled
   from uploads upload join audio_files file on file.id = upload.audio_file_id
   left join sound_prints known on known.audio_file_id = file.id
   where upload.id = ${'uploadId'} and upload.artist_id = ${'artistId'}`;

/** The fingerprint of an existing track; none for test and sample accounts. */
export const printOfTrack = statement({
  takes: { trackId: uuid },
  gives: { artistId: uuid, createdAt: timestamp, printId: integer, print: bytes, sampled: integerList },
})`select t.artist_id as "artistId", t.created_at as "createdAt", known.id as "printId", known.print, known.sampled
   from artist_tracks t join sound_prints known on known.audio_file_id = t.audio_file_id
   join users artist on artist.id = t.artist_id and has_bounds(artist)
   where t.id = ${'trackId'} and t.status = 'active'`;

/** Fingerprints that share this many terms, most first, with their tracks in any state. */
const alike = fragment`(select print_id, count(*) as shared from sound_print_terms
       where term = any(${'sampled'}) and print_id is distinct from ${'printId'}
       group by print_id having count(*) >= ${'leastShared'}::integer
       order by shared desc, print_id desc) as found
   join sound_prints known on known.id = found.print_id
   join artist_tracks t on t.audio_file_id = known.audio_file_id`;
const asked = {
  artistId: uuid,
  printId: nullable(integer),
  sampled: integerList,
  leastShared: integer,
  most: integer,
};

/** The artist's own tracks that may be the same recording, newest first. */
export const ownAlike = statement({
  takes: asked,
  gives: { trackId: uuid, title: text, version: integer, print: bytes },
})`select t.id as "trackId", t.title, t.version, known.print from ${alike}
   where t.artist_id = ${'artistId'} and t.status = 'active' order by t.created_at desc, t.id limit ${'most'}::integer`;

/**
 * Others' tracks that may be the same recording, most similar first, including ones that were taken down: they must not
 * return unnoticed under another account. Without test and sample accounts. In index order, so that of thousands with
 * few common terms only the first are looked up.
 */
export const othersAlike = statement({
  takes: asked,
  gives: { trackId: uuid, createdAt: timestamp, print: bytes },
})`select t.id as "trackId", t.created_at as "createdAt", known.print from ${alike}
   join users artist on artist.id = t.artist_id and has_bounds(artist)
   where t.artist_id <> ${'artistId'} and t.status in ('active', 'taken_down')
   order by found.shared desc, found.print_id desc limit ${'most'}::integer`;

export const flagSame = statement({
  takes: { earlierId: uuid, laterId: uuid, now: timestamp },
  gives: { id: uuid },
})`insert into same_recordings (earlier_id, later_id, found_at) values (${'earlierId'}, ${'laterId'}, ${'now'})
   on conflict do nothing returning id`;

/** The track of a file; none while it is only an upload. */
export const trackOfFile = statement({ takes: { audioFileId: uuid }, gives: { trackId: uuid } })`
   select id as "trackId" from artist_tracks where audio_file_id = ${'audioFileId'} and status = 'active'`;

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

export const endHoldsThatAreOver = statement({ takes: { now: timestamp }, gives: {} })`
   update artist_tracks set held_until = null where held_until <= ${'now'}`;
