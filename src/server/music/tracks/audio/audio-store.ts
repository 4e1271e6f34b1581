import {
  bigint,
  boolean,
  bytes,
  integer,
  integerList,
  nullable,
  oneOf,
  text,
  timestamp,
  uuid,
} from '../../../adapters/database/columns.ts';
import { statement } from '../../../adapters/database/statement.ts';

/** Stores a check's result. Returns the file's artist and whether the result changed; no row if the file is gone. */
export const storeCheck = statement({
  takes: { audioFileId: uuid, isIntact: boolean, now: timestamp },
  gives: { artistId: uuid, hasChanged: boolean },
})`
    update audio_files file
       set checked_at = ${'now'},
           damaged_at = case when ${'isIntact'} then null else coalesce(file.damaged_at, ${'now'}) end
      from (select id, damaged_at from audio_files where id = ${'audioFileId'} for update) as before
     where file.id = before.id
    returning file.artist_id as "artistId", (before.damaged_at is null) <> (file.damaged_at is null) as "hasChanged"`;

/** Puts a file that could not be read behind the others. What the last check found stays. */
export const checkLater = statement({ takes: { audioFileId: uuid, now: timestamp }, gives: {} })`
    update audio_files set checked_at = ${'now'} where id = ${'audioFileId'}`;

/** Files whose latest check is older than this, oldest first, at most a hundred. */
export const readUnchecked = statement({
  takes: { before: timestamp },
  gives: { audioFileId: uuid, storageKey: text, byteLength: bigint, contentSha256: bytes },
})`
    select id as "audioFileId", storage_key as "storageKey", byte_length as "byteLength",
           content_sha256 as "contentSha256"
      from audio_files where checked_at < ${'before'} order by checked_at limit 100`;

export const countDamaged = statement({ takes: {}, gives: { files: integer } })`
    select count(*)::integer as files from audio_files where damaged_at is not null`;

export const sumStoredBytes = statement({ takes: {}, gives: { files: integer, bytes: bigint } })`
    select count(*)::integer as files, coalesce(sum(byte_length), 0)::bigint as bytes from audio_files`;

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
           is_admin as "isAdmin",
           session.created_at as "sessionCreatedAt", session.last_seen_at as "sessionSeenAt",
           (select lease.id
              from leases lease join profiles on profiles.user_id = lease.listener_id
             where lease.listener_id = ${'userId'} and lease.closed_at is null and lease.ended_for is null
               and lease.track_id = coalesce((select track_id from compared where is_meant), track.id)
               and (profiles.user_type = 'listener' or is_admin)
               and not (lease.is_blind and track.id = ${'trackId'})
               and case when lease.is_returning
                 then not lease.is_coming and not exists (select from compared where not is_meant)
                 else not exists (select from compared where is_meant) end) as "leaseId",
           coalesce((select not is_new from compared where is_meant), false) as "isFormer",
           (select other_bytes from compared where is_meant) as "otherByteLength",
           (select other_ms from compared where is_meant) as "otherDurationMs"
      from artist_tracks track join audio_files file on file.id = track.audio_file_id
      cross join (select coalesce((select role = 'admin' from user_roles where user_id = ${'userId'} order by id desc limit 1),
        false) as is_admin) as caller
      left join (select sessions.* from sessions join users on users.id = sessions.user_id and users.suspended_at is null)
        as session on session.id = ${'sessionId'} and session.user_id = ${'userId'} and session.ended_at is null
     where track.id = coalesce((select track_id from hidden),
       (select case when is_new then track_id else former_id end from compared where is_meant), ${'trackId'})`;

/**
 * Locks the lease until the transaction ends, so that parallel streams share one allowance. Delivery is not money,
 * so this transaction commits without waiting for the disk.
 */
export const lockOpenLease = statement({
  takes: { leaseId: uuid },
  gives: { relaxed: text },
})`select set_config('synchronous_commit', 'off', true) as relaxed
   from leases where id = ${'leaseId'} and closed_at is null for no key update`;

const delivered = {
  listenerId: uuid,
  trackId: uuid,
  isComing: boolean,
  reportedMs: bigint,
  beatAt: nullable(timestamp),
  isPlaying: nullable(boolean),
  delivered: integerList,
  openedAt: nullable(timestamp),
};

/**
 * What was sent of a track that is being served or preloaded, and the state of its player. A separate statement after
 * the lock, because the same statement would see the ranges from before the wait.
 */
export const readDelivered = statement({
  takes: { leaseId: uuid },
  gives: delivered,
})`select a.listener_id as "listenerId", a.track_id as "trackId", a.is_coming as "isComing",
     a.reported_ms as "reportedMs", c.beat_at as "beatAt", c.playing as "isPlaying", d.opened_at as "openedAt",
     array(select unnest(array[lower(stretch), upper(stretch)]) from unnest(d.delivered) as stretch) as delivered
   from leases a
   left join delivered_audio d on d.listener_id = a.listener_id and d.track_id = a.track_id
   left join listening_clocks c on c.listener_id = a.listener_id and c.lease_id = a.id
   where a.id = ${'leaseId'} and a.closed_at is null and a.ended_for is null`;

/** The same for the former version, in a comparison. */
export const readFormerDelivered = statement({ takes: { leaseId: uuid }, gives: delivered })`
   select a.listener_id as "listenerId", a.track_id as "trackId", a.is_coming as "isComing",
     a.reported_ms as "reportedMs", c.beat_at as "beatAt", c.playing as "isPlaying", null::timestamptz as "openedAt",
     array(select unnest(array[lower(stretch), upper(stretch)]) from unnest(v.former_delivered) as stretch) as delivered
   from leases a
   join version_comparisons v on v.listener_id = a.listener_id and v.track_id = a.track_id
   join artist_tracks new_one on new_one.id = v.track_id
   join artist_tracks former on former.id = new_one.predecessor_id and former.status = 'active'
   left join listening_clocks c on c.listener_id = a.listener_id and c.lease_id = a.id
   where a.id = ${'leaseId'} and a.closed_at is null and a.ended_for is null`;

export const storeFormerDelivered = statement({
  takes: { listenerId: uuid, trackId: uuid, delivered: text },
  gives: {},
})`update version_comparisons set former_delivered = ${'delivered'}::text::int4multirange
   where track_id = ${'trackId'} and listener_id = ${'listenerId'}`;

/** `delivered` is in PostgreSQL's multirange syntax. */
export const storeDelivered = statement({
  takes: { listenerId: uuid, trackId: uuid, delivered: text, openedAt: nullable(timestamp) },
  gives: {},
})`insert into delivered_audio (listener_id, track_id, delivered, opened_at)
   values (${'listenerId'}, ${'trackId'}, ${'delivered'}::text::int4multirange, ${'openedAt'})
   on conflict (listener_id, track_id) do update set delivered = excluded.delivered, opened_at = excluded.opened_at`;

export const storeBytesSent = statement({ takes: { leaseId: uuid, bytes: bigint }, gives: {} })`
    update leases set bytes_sent = ${'bytes'} where id = ${'leaseId'}`;
