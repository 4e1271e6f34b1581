import {
  bigint,
  boolean,
  bytes,
  double,
  integer,
  nullable,
  text,
  textList,
  timestamp,
  uuid,
} from '../../../adapters/database/columns.ts';
import { statement } from '../../../adapters/database/statement.ts';

export const readStoredUpload = statement({
  takes: { uploadId: uuid },
  gives: { artistId: uuid, durationMs: bigint, byteLength: bigint },
})`
    select upload.artist_id as "artistId", file.duration_ms as "durationMs", file.byte_length as "byteLength"
      from uploads upload join audio_files file on file.id = upload.audio_file_id
     where upload.id = ${'uploadId'}`;

export const readStoredBytes = statement({ takes: { artistId: uuid }, gives: { byteLength: bigint } })`
    select (select coalesce(sum(byte_length), 0) from audio_files where artist_id = ${'artistId'})::bigint
         + (select coalesce(sum(received_bytes), 0) from partial_uploads where artist_id = ${'artistId'})::bigint
           as "byteLength"`;

/**
 * The title of the artist's track with this content, unless it was deleted. One that was taken down counts even after
 * its deletion.
 */
export const readTitleOfContent = statement({
  takes: { artistId: uuid, contentSha256: bytes },
  gives: { title: text },
})`
    select title from artist_tracks
     where artist_id = ${'artistId'} and content_sha256 = ${'contentSha256'}
       and (status <> 'deleted' or exists (select from takedowns down
         where down.thing_id = artist_tracks.id and down.restored_at is null))
     order by status limit 1`;

/** Inserts the upload with its audio file; no row if the id exists already or was canceled. */
export const insertUpload = statement({
  takes: {
    uploadId: uuid,
    artistId: uuid,
    audioFileId: uuid,
    storageKey: text,
    byteLength: bigint,
    durationMs: bigint,
    sampleCount: bigint,
    sampleRate: integer,
    contentSha256: bytes,
    now: timestamp,
  },
  gives: {},
})`
    with upload as (
      insert into uploads (id, artist_id, audio_file_id, created_at)
      select ${'uploadId'}, ${'artistId'}, ${'audioFileId'}, ${'now'}
       where not exists (select from cancelled_uploads
                          where upload_id = ${'uploadId'} and artist_id = ${'artistId'})
          on conflict (id) do nothing
      returning audio_file_id, artist_id, created_at)
    insert into audio_files (id, artist_id, created_at, storage_key, byte_length, duration_ms, sample_count,
                             sample_rate, content_sha256)
    select audio_file_id, artist_id, created_at, ${'storageKey'}, ${'byteLength'}, ${'durationMs'}, ${'sampleCount'},
           ${'sampleRate'}, ${'contentSha256'}
      from upload`;

export const lockUpload = statement({
  takes: { uploadId: uuid, artistId: uuid },
  gives: { trackId: nullable(uuid), audioFileId: uuid, contentSha256: bytes },
})`
    select upload.track_id as "trackId", file.id as "audioFileId", file.content_sha256 as "contentSha256"
      from uploads upload join audio_files file on file.id = upload.audio_file_id
     where upload.id = ${'uploadId'} and upload.artist_id = ${'artistId'}
       for update of upload`;

export const finishUpload = statement({ takes: { uploadId: uuid, trackId: uuid }, gives: {} })`
    update uploads set track_id = ${'trackId'} where id = ${'uploadId'}`;

export const readForAnalysis = statement({
  takes: { audioFileId: uuid },
  gives: { storageKey: text, sampleCount: bigint, sampleRate: integer },
})`
    select storage_key as "storageKey", sample_count as "sampleCount", sample_rate as "sampleRate"
      from audio_files where id = ${'audioFileId'} and analysis = 'waiting'`;

export const saveAnalysis = statement({
  takes: { audioFileId: uuid, peaks: bytes, loudnessLufs: nullable(double) },
  gives: {},
})`
    update audio_files set analysis = 'done', peaks = ${'peaks'}, loudness_lufs = ${'loudnessLufs'}
     where id = ${'audioFileId'} and analysis = 'waiting'`;

export const saveFailedAnalysis = statement({ takes: { audioFileId: uuid }, gives: {} })`
    update audio_files set analysis = 'failed' where id = ${'audioFileId'} and analysis = 'waiting'`;

/** At most a hundred. An upload that is just becoming a track is locked and skipped. */
export const deleteGivenUp = statement({
  takes: { before: timestamp },
  gives: { audioFileId: nullable(uuid) },
})`
    delete from uploads where id in (
      select id from uploads where track_id is null and created_at < ${'before'}
       order by created_at limit 100 for update skip locked)
    returning audio_file_id as "audioFileId"`;

export const deleteUnfinished = statement({
  takes: { uploadId: uuid, artistId: uuid },
  gives: { audioFileId: nullable(uuid) },
})`
    delete from uploads
     where id = ${'uploadId'} and artist_id = ${'artistId'} and track_id is null
    returning audio_file_id as "audioFileId"`;

export const deleteAudioFile = statement({ takes: { audioFileId: uuid }, gives: { storageKey: text } })`
    delete from audio_files where id = ${'audioFileId'} returning storage_key as "storageKey"`;

export const readKnownKeys = statement({ takes: { keys: textList }, gives: { storageKey: text } })`
    select storage_key as "storageKey" from audio_files where storage_key = any(${'keys'})
     union all select storage_key from upload_parts where storage_key = any(${'keys'})`;

export const lockUploadId = statement({ takes: { uploadId: uuid }, gives: { locked: text } })`
    select pg_advisory_xact_lock(hashtextextended(${'uploadId'}::uuid::text, 1))::text as locked`;

export const insertCancelled = statement({
  takes: { uploadId: uuid, artistId: uuid, now: timestamp },
  gives: {},
})`
    insert into cancelled_uploads (upload_id, artist_id, cancelled_at)
    values (${'uploadId'}, ${'artistId'}, ${'now'}) on conflict do nothing`;

export const readCancelled = statement({
  takes: { uploadId: uuid, artistId: uuid },
  gives: { isCancelled: boolean },
})`
    select exists (select from cancelled_uploads
                    where upload_id = ${'uploadId'} and artist_id = ${'artistId'}) as "isCancelled"`;

export const deleteOldCancelled = statement({ takes: { before: timestamp, most: integer }, gives: {} })`
    delete from cancelled_uploads where (upload_id, artist_id) in (
      select upload_id, artist_id from cancelled_uploads where cancelled_at < ${'before'}
       order by cancelled_at limit ${'most'}::integer)`;

export const readPartialUpload = statement({
  takes: { uploadId: uuid },
  gives: { id: uuid, artistId: uuid, totalBytes: nullable(bigint), receivedBytes: bigint },
})`
    select id, artist_id as "artistId", total_bytes as "totalBytes", received_bytes as "receivedBytes"
      from partial_uploads where upload_id = ${'uploadId'}`;

export const readParts = statement({ takes: { partialId: uuid }, gives: { storageKey: text } })`
    select storage_key as "storageKey" from upload_parts
     where partial_upload_id = ${'partialId'} order by first_byte`;

/**
 * Adds the next part after the previous one; the first part creates the partial upload. Inserts no row if another
 * request continued or restarted this upload, or if it was canceled.
 */
export const insertPart = statement({
  takes: {
    partialId: uuid,
    uploadId: uuid,
    artistId: uuid,
    totalBytes: nullable(bigint),
    firstByte: bigint,
    byteLength: bigint,
    storageKey: text,
    now: timestamp,
  },
  gives: {},
})`
    with begun as (
      insert into partial_uploads (id, upload_id, artist_id, total_bytes, received_bytes, touched_at)
      select ${'partialId'}, ${'uploadId'}, ${'artistId'}, ${'totalBytes'}, ${'byteLength'}, ${'now'}
       where ${'firstByte'}::bigint = 0
         and not exists (select from cancelled_uploads
                          where upload_id = ${'uploadId'} and artist_id = ${'artistId'})
          on conflict (upload_id) do nothing
      returning id),
    grown as (
      update partial_uploads set received_bytes = received_bytes + ${'byteLength'}, touched_at = ${'now'}
       where id = ${'partialId'} and received_bytes = ${'firstByte'}
      returning id)
    insert into upload_parts (partial_upload_id, first_byte, byte_length, storage_key)
    select id, ${'firstByte'}, ${'byteLength'}, ${'storageKey'} from (select id from begun union all select id from grown) as kept`;

/** Returns the keys of its parts, which no row references anymore. */
export const deletePartialUpload = statement({
  takes: { uploadId: uuid, artistId: uuid },
  gives: { storageKey: text },
})`
    with gone as (
      delete from partial_uploads where upload_id = ${'uploadId'} and artist_id = ${'artistId'} returning id)
    select part.storage_key as "storageKey" from upload_parts part join gone on gone.id = part.partial_upload_id`;

/** At most a hundred uploads, with one row for each part's key. */
export const deleteUntouched = statement({
  takes: { before: timestamp },
  gives: { partialId: uuid, storageKey: text },
})`
    with gone as (
      delete from partial_uploads where id in (
        select id from partial_uploads where touched_at < ${'before'}
         order by touched_at limit 100 for update skip locked)
      returning id)
    select part.partial_upload_id as "partialId", part.storage_key as "storageKey"
      from upload_parts part join gone on gone.id = part.partial_upload_id`;
