import {
  bigint,
  boolean,
  bytes,
  nullable,
  oneOf,
  text,
  timestamp,
  uuid,
} from '../../adapters/database/columns.ts';
import { statement } from '../../adapters/database/statement.ts';

/**
 * A track's audio with this user's rights. A blind track is known to its listener only by the lease's id, and the
 * versions of a comparison only by the ids of their sides.
 */
export const readAudioRight = statement({
  takes: { trackId: uuid, userId: uuid, sessionId: uuid },
  gives: {
    status: oneOf('active', 'deleted', 'taken_down'),
    audioFileId: uuid,
    storageKey: text,
    byteLength: bigint,
    durationMs: bigint,
    contentSha256: bytes,
    isOwner: boolean,
    isAdmin: boolean,
    /** Of the session, if it is open and its user not suspended. */
    sessionCreatedAt: nullable(timestamp),
    sessionSeenAt: nullable(timestamp),
    leaseId: nullable(uuid),
    /** True for the former version in a comparison under the lease. */
    isFormer: boolean,
    /** Of the other side of a comparison, before the choice. */
    otherByteLength: nullable(bigint),
    otherDurationMs: nullable(bigint),
  },
})`
    with hidden as (
      select track_id from leases where id = ${'trackId'} and listener_id = ${'userId'} and is_blind),
    compared as (
      select c.track_id, former.id as former_id, (c.a_id = ${'trackId'}) = c.new_is_a as is_new,
             ${'trackId'} in (c.a_id, c.b_id) as is_meant,
             case when c.choice is null then other.byte_length end as other_bytes,
             case when c.choice is null then other.duration_ms end as other_ms
        from version_comparisons c join artist_tracks new_one on new_one.id = c.track_id
        join artist_tracks former on former.id = new_one.predecessor_id and former.status = 'active'
        join audio_files other on other.id = case when (c.a_id = ${'trackId'}) = c.new_is_a
          then former.audio_file_id else new_one.audio_file_id end
       where c.listener_id = ${'userId'}
         and (${'trackId'} in (c.a_id, c.b_id, c.track_id) or c.track_id = (select track_id from hidden)))
    select track.status, file.id as "audioFileId", file.storage_key as "storageKey", file.byte_length as "byteLength",
           file.duration_ms as "durationMs",
           file.content_sha256 as "contentSha256",
           track.artist_id = ${'userId'} as "isOwner",
           coalesce((select role = 'admin' from user_roles where user_id = ${'userId'} order by id desc limit 1),
                    false) as "isAdmin",
           session.created_at as "sessionCreatedAt", session.last_seen_at as "sessionSeenAt",
           (select lease.id
              from leases lease join profiles on profiles.user_id = lease.listener_id
             where lease.listener_id = ${'userId'} and lease.closed_at is null and lease.ended_for is null
               and lease.track_id = coalesce((select track_id from compared where is_meant), track.id)
               and profiles.user_type = 'listener'
               and not (lease.is_blind and track.id = ${'trackId'})
               and case when lease.is_returning
                 then not lease.is_coming and not exists (select from compared where not is_meant)
                 else not exists (select from compared where is_meant) end) as "leaseId",
           coalesce((select not is_new from compared where is_meant), false) as "isFormer",
           (select other_bytes from compared where is_meant) as "otherByteLength",
           (select other_ms from compared where is_meant) as "otherDurationMs"
      from artist_tracks track join audio_files file on file.id = track.audio_file_id
      left join (select sessions.* from sessions join users on users.id = sessions.user_id and users.suspended_at is null)
        as session on session.id = ${'sessionId'} and session.user_id = ${'userId'} and session.ended_at is null
     where track.id = coalesce((select track_id from hidden),
       (select case when is_new then track_id else former_id end from compared where is_meant), ${'trackId'})`;
