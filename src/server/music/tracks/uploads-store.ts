import {
  bigint,
  bytes,
  double,
  integer,
  nullable,
  text,
  textList,
  timestamp,
  uuid,
} from '../../adapters/database/columns.ts';
import { statement } from '../../adapters/database/statement.ts';

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

/** One upload that is not a track yet. */
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
