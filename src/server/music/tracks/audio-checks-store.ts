import { bigint, boolean, bytes, integer, text, timestamp, uuid } from '../../adapters/database/columns.ts';
import { statement } from '../../adapters/database/statement.ts';

/** Stores a check's result. Returns the file's artist and whether the result changed; no row if the file is gone. */
export const keepCheck = statement({
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
