import { boolean, nullable, oneOf, text, textList, uuid } from '../../adapters/database/columns.ts';
import { fragment } from '../../adapters/database/fragment.ts';
import { statement } from '../../adapters/database/statement.ts';

/** The cover of `track` while it is active. A track that is taken down keeps its cover, unseen, for a restoration. */
export const shownCover = fragment`case when track.status = 'active' then track.cover_key end as "coverKey"`;

const ownTrack = { status: oneOf('active', 'deleted', 'taken_down'), coverKey: nullable(text) };

export const coverOfOwn = statement({ takes: { trackId: uuid, artistId: uuid }, gives: ownTrack })`
    select status, cover_key as "coverKey" from artist_tracks
     where id = ${'trackId'} and artist_id = ${'artistId'}`;

export const lockCover = statement({
  takes: { trackId: uuid, artistId: uuid },
  gives: ownTrack,
})`
    select status, cover_key as "coverKey" from artist_tracks
     where id = ${'trackId'} and artist_id = ${'artistId'} for no key update`;

export const writeCover = statement({ takes: { trackId: uuid, coverKey: nullable(text) }, gives: {} })`
    update artist_tracks set cover_key = ${'coverKey'} where id = ${'trackId'}`;

/** Those of the keys that belong to a track. */
export const readKnownCovers = statement({ takes: { keys: textList }, gives: { coverKey: text } })`
    select distinct cover_key as "coverKey" from artist_tracks where cover_key = any (${'keys'})`;

/**
 * Whether a cover is public; no row if it may not be shown: its tracks are deleted or taken down, or their artist is
 * suspended.
 */
export const readShownCover = statement({ takes: { coverKey: text }, gives: { isPublic: boolean } })`
    select not is_private as "isPublic" from shown_tracks where cover_key = ${'coverKey'} limit 1`;
