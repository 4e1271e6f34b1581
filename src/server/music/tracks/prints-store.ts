import {
  bigint,
  boolean,
  bytes,
  integer,
  integerList,
  nullable,
  text,
  timestamp,
  uuid,
} from '../../adapters/database/columns.ts';
import { fragment } from '../../adapters/database/fragment.ts';
import { statement } from '../../adapters/database/statement.ts';

/** Stores a file's fingerprint once; not if its track is deleted. */
export const savePrint = statement({
  takes: { audioFileId: uuid, print: bytes, sampled: integerList },
  gives: {},
})`with file as (
     update audio_files set needs_print = false where id = ${'audioFileId'} and needs_print returning id)
   insert into sound_prints (audio_file_id, print, sampled)
   select id, ${'print'}, ${'sampled'} from file
    where not exists (select from artist_tracks t where t.audio_file_id = file.id and t.status = 'deleted')`;

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

/** Flags two tracks as the same recording, once. */
export const flagSame = statement({
  takes: { earlierId: uuid, laterId: uuid, now: timestamp },
  gives: { id: uuid },
})`insert into same_recordings (earlier_id, later_id, found_at) values (${'earlierId'}, ${'laterId'}, ${'now'})
   on conflict do nothing returning id`;

/** The track of a file; none while it is only an upload. */
export const trackOfFile = statement({ takes: { audioFileId: uuid }, gives: { trackId: uuid } })`
   select id as "trackId" from artist_tracks where audio_file_id = ${'audioFileId'} and status = 'active'`;

/** Files without a fingerprint, newest first; unreadable ones return when their retry is due. */
export const readUnprinted = statement({
  takes: { most: integer, now: timestamp },
  gives: { audioFileId: uuid, storageKey: text, sampleCount: bigint, sampleRate: integer, isPlayed: boolean },
})`select id as "audioFileId", storage_key as "storageKey", sample_count as "sampleCount", sample_rate as "sampleRate",
     exists (select from artist_tracks t where t.audio_file_id = file.id and t.status = 'active') as "isPlayed"
   from audio_files file where needs_print and analysis = 'done' and (print_after is null or print_after <= ${'now'})
   order by print_after nulls first, created_at desc, id limit ${'most'}::integer`;

export const printLater = statement({ takes: { audioFileId: uuid, after: timestamp }, gives: {} })`
   update audio_files set print_after = ${'after'} where id = ${'audioFileId'}`;
