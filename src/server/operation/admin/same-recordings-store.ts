import {
  bigint,
  boolean,
  integer,
  nullable,
  oneOf,
  text,
  timestamp,
  uuid,
} from '../../adapters/database/columns.ts';
import { fragment } from '../../adapters/database/fragment.ts';
import { statement } from '../../adapters/database/statement.ts';

const decision = oneOf('dismissed', 'kept', 'taken_down');
const entry = {
  id: uuid,
  foundAt: timestamp,
  decision: nullable(decision),
  note: nullable(text),
  heldUntil: nullable(timestamp),
  earlierTrackId: uuid,
  earlierTitle: text,
  earlierArtistId: uuid,
  earlierName: text,
  earlierAt: timestamp,
  earlierJoinedAt: timestamp,
  earlierMs: bigint,
  earlierDeleted: boolean,
  earlierTakenDown: boolean,
  laterTrackId: uuid,
  laterTitle: text,
  laterArtistId: uuid,
  laterName: text,
  laterAt: timestamp,
  laterJoinedAt: timestamp,
  laterMs: bigint,
  laterDeleted: boolean,
  laterTakenDown: boolean,
};

const selectEntry = fragment`select same.id, same.found_at as "foundAt", same.decision, same.note,
     later.held_until as "heldUntil",
     earlier.id as "earlierTrackId", earlier.title as "earlierTitle", earlier.artist_id as "earlierArtistId",
     earlier_profile.display_name as "earlierName", earlier.created_at as "earlierAt",
     earlier_artist.created_at as "earlierJoinedAt", earlier_file.duration_ms as "earlierMs",
     earlier.status = 'deleted' as "earlierDeleted", earlier.status = 'taken_down' as "earlierTakenDown",
     later.id as "laterTrackId", later.title as "laterTitle", later.artist_id as "laterArtistId",
     later_profile.display_name as "laterName", later.created_at as "laterAt",
     later_artist.created_at as "laterJoinedAt", later_file.duration_ms as "laterMs",
     later.status = 'deleted' as "laterDeleted", later.status = 'taken_down' as "laterTakenDown"
   from same_recordings same
   join artist_tracks earlier on earlier.id = same.earlier_id
   join audio_files earlier_file on earlier_file.id = earlier.audio_file_id
   join users earlier_artist on earlier_artist.id = earlier.artist_id
   join profiles earlier_profile on earlier_profile.user_id = earlier.artist_id
   join artist_tracks later on later.id = same.later_id
   join audio_files later_file on later_file.id = later.audio_file_id
   join users later_artist on later_artist.id = later.artist_id
   join profiles later_profile on later_profile.user_id = later.artist_id`;

const position = { createdAt: timestamp, id: uuid, most: integer };

export const openSameRecordings = statement({ takes: position, gives: entry })`${selectEntry}
   where same.decision is null and earlier.status <> 'deleted' and later.status <> 'deleted'
     and (same.found_at, same.id) < (${'createdAt'}, ${'id'})
   order by same.found_at desc, same.id desc limit ${'most'}::integer`;

export const decidedSameRecordings = statement({ takes: position, gives: entry })`${selectEntry}
   where same.decision is not null and (same.found_at, same.id) < (${'createdAt'}, ${'id'})
   order by same.found_at desc, same.id desc limit ${'most'}::integer`;

export const lockSameRecording = statement({
  takes: { id: uuid },
  gives: { laterId: uuid, earlierArtistId: uuid, laterArtistId: uuid, decision: nullable(decision) },
})`select same.later_id as "laterId", earlier.artist_id as "earlierArtistId", later.artist_id as "laterArtistId",
     same.decision
   from same_recordings same join artist_tracks earlier on earlier.id = same.earlier_id
   join artist_tracks later on later.id = same.later_id
   where same.id = ${'id'} for update of same`;

export const storeRecordingDecision = statement({
  takes: { id: uuid, decision, note: text, decidedBy: uuid, now: timestamp },
  gives: {},
})`update same_recordings set decision = ${'decision'}, note = ${'note'}, decided_by = ${'decidedBy'}, decided_at = ${'now'}
   where id = ${'id'}`;

/** Ends a track's hold, unless another entry about it is still open. */
export const endHold = statement({ takes: { trackId: uuid }, gives: {} })`
   update artist_tracks set held_until = null where id = ${'trackId'} and held_until is not null
     and not exists (select from same_recordings other join artist_tracks earlier on earlier.id = other.earlier_id
       where other.later_id = ${'trackId'} and other.decision is null and earlier.status <> 'deleted')`;
