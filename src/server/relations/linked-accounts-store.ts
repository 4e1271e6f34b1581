import { fragment } from '../adapters/database/fragment.ts';

/** Accounts that belong to the artist of a track: they say nothing of it in any figure. */
export const linkedWithArtist = fragment`linked as materialized (
     select found.user_id from artist_tracks own cross join lateral linked_with(own.artist_id) as found (user_id)
      where own.id = ${'trackId'})`;
