import {
  bigint,
  boolean,
  bytes,
  nullable,
  oneOf,
  text,
  timestamp,
  uuid,
} from '../adapters/database/columns.ts';
import { statement } from '../adapters/database/statement.ts';

/**
 * A track's audio and what this user has to do with it. A track that is served blind is known by its assignment's id, and by
 * no other to its listener.
 */
export const readAudioRight = statement({
  takes: { trackId: uuid, userId: uuid, sessionId: uuid },
  gives: {
    status: oneOf('active', 'deleted'),
    audioFileId: uuid,
    storageKey: text,
    byteLength: bigint,
    durationMs: bigint,
    contentSha256: bytes,
    isOwner: boolean,
    isAdmin: boolean,
    /** Of the open session, if it is open and its user not suspended. */
    sessionCreatedAt: nullable(timestamp),
    sessionSeenAt: nullable(timestamp),
    assignmentId: nullable(uuid),
  },
})`
    select track.status, file.id as "audioFileId", file.storage_key as "storageKey", file.byte_length as "byteLength",
           file.duration_ms as "durationMs",
           file.content_sha256 as "contentSha256",
           track.artist_id = ${'userId'} as "isOwner",
           coalesce((select role = 'admin' from user_roles where user_id = ${'userId'} order by id desc limit 1),
                    false) as "isAdmin",
           session.created_at as "sessionCreatedAt", session.last_seen_at as "sessionSeenAt",
           (select assignment.id
              from assignments assignment join profiles on profiles.user_id = assignment.listener_id
             where assignment.listener_id = ${'userId'} and assignment.track_id = track.id
               and assignment.closed_at is null and profiles.user_type = 'listener'
               and not (assignment.is_blind and track.id = ${'trackId'})) as "assignmentId"
      from artist_tracks track join audio_files file on file.id = track.audio_file_id
      left join (select sessions.* from sessions join users on users.id = sessions.user_id and users.suspended_at is null)
        as session on session.id = ${'sessionId'} and session.user_id = ${'userId'} and session.ended_at is null
     where track.id = coalesce((select hidden.track_id from assignments hidden
         where hidden.id = ${'trackId'} and hidden.listener_id = ${'userId'} and hidden.is_blind), ${'trackId'})`;
