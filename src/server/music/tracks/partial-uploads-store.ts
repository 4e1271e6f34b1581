import {
  bigint,
  boolean,
  integer,
  nullable,
  text,
  timestamp,
  uuid,
} from '../../adapters/database/columns.ts';
import { statement } from '../../adapters/database/statement.ts';

/** Locks this upload until the transaction ends. */
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

/** At most `most` rows. */
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
