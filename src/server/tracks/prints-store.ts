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
} from '../adapters/database/columns.ts';
import { fragment } from '../adapters/database/fragment.ts';
import { statement } from '../adapters/database/statement.ts';

/** Keeps the print of a file once; none of a file whose track is deleted. */
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

/** The print of a track that is there; none of accounts of tests and samples. */
export const printOfTrack = statement({
  takes: { trackId: uuid },
  gives: { artistId: uuid, createdAt: timestamp, printId: integer, print: bytes, sampled: integerList },
})`select t.artist_id as "artistId", t.created_at as "createdAt", known.id as "printId", known.print, known.sampled
   from artist_tracks t join sound_prints known on known.audio_file_id = t.audio_file_id
   join users artist on artist.id = t.artist_id and has_bounds(artist)
   where t.id = ${'trackId'} and t.status = 'active'`;

/** Prints that have so many of the terms, the most alike first, and their tracks, whatever became of these. */
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

/** The artist's own tracks that may be the same recording, the newest first. */
export const ownAlike = statement({
  takes: asked,
  gives: { trackId: uuid, title: text, version: integer, print: bytes },
})`select t.id as "trackId", t.title, t.version, known.print from ${alike}
   where t.artist_id = ${'artistId'} and t.status = 'active' order by t.created_at desc, t.id limit ${'most'}::integer`;

/**
 * Tracks of others that may be the same recording, the most alike first, also those that are taken down: what is down under one
 * account is not to come back unseen under another. None of accounts of tests and samples. In the order in which they are found, so
 * that of thousands with a few terms in common only the first are looked up.
 */
export const othersAlike = statement({
  takes: asked,
  gives: { trackId: uuid, createdAt: timestamp, print: bytes },
})`select t.id as "trackId", t.created_at as "createdAt", known.print from ${alike}
   join users artist on artist.id = t.artist_id and has_bounds(artist)
   where t.artist_id <> ${'artistId'} and t.status in ('active', 'taken_down')
   order by found.shared desc, found.print_id desc limit ${'most'}::integer`;

/** Says that two tracks are the same recording, once. */
export const flagSame = statement({
  takes: { earlierId: uuid, laterId: uuid, now: timestamp },
  gives: { id: uuid },
})`insert into same_recordings (earlier_id, later_id, found_at) values (${'earlierId'}, ${'laterId'}, ${'now'})
   on conflict do nothing returning id`;

/** The track that is made of a file; none while it is only uploaded. */
export const trackOfFile = statement({ takes: { audioFileId: uuid }, gives: { trackId: uuid } })`
   select id as "trackId" from artist_tracks where audio_file_id = ${'audioFileId'} and status = 'active'`;

/** Files from before there were prints, the newest first; those that could not be read come again when it is their time. */
export const readUnprinted = statement({
  takes: { most: integer, now: timestamp },
  gives: { audioFileId: uuid, storageKey: text, sampleCount: bigint, sampleRate: integer, isPlayed: boolean },
})`select id as "audioFileId", storage_key as "storageKey", sample_count as "sampleCount", sample_rate as "sampleRate",
     exists (select from artist_tracks t where t.audio_file_id = file.id and t.status = 'active') as "isPlayed"
   from audio_files file where needs_print and analysis = 'done' and (print_after is null or print_after <= ${'now'})
   order by print_after nulls first, created_at desc, id limit ${'most'}::integer`;

export const printLater = statement({ takes: { audioFileId: uuid, after: timestamp }, gives: {} })`
   update audio_files set print_after = ${'after'} where id = ${'audioFileId'}`;
