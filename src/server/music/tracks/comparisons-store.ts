import {
  bigint,
  boolean,
  double,
  integer,
  integerList,
  nullable,
  oneOf,
  text,
  timestamp,
  uuid,
} from '../../adapters/database/columns.ts';
import { fragment } from '../../adapters/database/fragment.ts';
import { statement } from '../../adapters/database/statement.ts';

export type Preferred = 'new' | 'former' | 'none';

/**
 * Starts the comparison of a returning reviewer who is served the track, if the former version exists and both are
 * measured; one already started continues.
 */
export const startComparison = statement({
  takes: { listenerId: uuid, trackId: uuid, newIsA: boolean, now: timestamp },
  gives: {},
})`insert into version_comparisons (track_id, listener_id, artist_id, began_at, new_is_a)
   select t.id, ${'listenerId'}, t.artist_id, ${'now'}, ${'newIsA'}
   from artist_tracks t
   join audio_files file on file.id = t.audio_file_id and file.loudness_lufs is not null
   join artist_tracks former on former.id = t.predecessor_id and former.status = 'active'
   join audio_files former_file on former_file.id = former.audio_file_id and former_file.loudness_lufs is not null
   where t.id = ${'trackId'}
   on conflict do nothing`;

/** Selects the ends of the ranges of the multirange that follows. */
const endsOf = fragment`select unnest(array[lower(stretch), upper(stretch)]) from`;

/** The comparison of a listener who is served the new version as a returning reviewer. */
export const readComparison = statement({
  takes: { listenerId: uuid, trackId: uuid },
  gives: {
    aId: uuid,
    bId: uuid,
    newIsA: boolean,
    choice: nullable(oneOf<Preferred>('new', 'former', 'none')),
    version: integer,
    formerTitle: text,
    formerVersion: integer,
    isFormerThere: boolean,
    newDurationMs: bigint,
    newByteLength: bigint,
    formerDurationMs: bigint,
    formerByteLength: bigint,
    newLufs: nullable(double),
    formerLufs: nullable(double),
    newHeard: integerList,
    formerHeard: integerList,
    formerListenedMs: bigint,
    formerBytes: bigint,
  },
})`select c.a_id as "aId", c.b_id as "bId", c.new_is_a as "newIsA", c.choice, t.version, former.title as "formerTitle",
     former.version as "formerVersion",
     former.status = 'active' as "isFormerThere", file.duration_ms as "newDurationMs", file.byte_length as "newByteLength",
     former_file.duration_ms as "formerDurationMs", former_file.byte_length as "formerByteLength",
     file.loudness_lufs as "newLufs", former_file.loudness_lufs as "formerLufs",
     array(${endsOf} heard_seconds h, unnest(h.heard) as stretch
       where h.track_id = c.track_id and h.listener_id = c.listener_id) as "newHeard",
     array(${endsOf} unnest(c.former_heard) as stretch) as "formerHeard", c.former_listened_ms as "formerListenedMs",
     (select coalesce(sum(upper(part) - lower(part)), 0) from unnest(c.former_delivered) as part) as "formerBytes"
   from version_comparisons c
   join artist_tracks t on t.id = c.track_id
   join audio_files file on file.id = t.audio_file_id
   join artist_tracks former on former.id = t.predecessor_id
   join audio_files former_file on former_file.id = former.audio_file_id
   where c.track_id = ${'trackId'} and c.listener_id = ${'listenerId'}`;

/** Adds whole seconds to what was heard of the former version. Returns all of it as pairs of ends. */
export const hearFormer = statement({
  takes: { listenerId: uuid, trackId: uuid, from: integer, to: integer },
  gives: { heard: integerList },
})`update version_comparisons set former_heard = former_heard + int4multirange(int4range(${'from'}, ${'to'}))
   where track_id = ${'trackId'} and listener_id = ${'listenerId'}
   returning array(${endsOf} unnest(former_heard) as stretch) as heard`;

export const storeFormerListened = statement({
  takes: { listenerId: uuid, trackId: uuid, listenedMs: bigint },
  gives: {},
})`update version_comparisons set former_listened_ms = ${'listenedMs'}
   where track_id = ${'trackId'} and listener_id = ${'listenerId'}`;

export const storeChoice = statement({
  takes: {
    listenerId: uuid,
    trackId: uuid,
    choice: oneOf<Preferred>('new', 'former', 'none'),
    now: timestamp,
  },
  gives: {},
})`update version_comparisons set choice = ${'choice'}, chosen_at = ${'now'}
   where track_id = ${'trackId'} and listener_id = ${'listenerId'} and choice is null`;
