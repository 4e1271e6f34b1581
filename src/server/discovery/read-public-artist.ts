import type { Answer } from '#contract/call.ts';
import type { getPublicArtistTracks, PublicArtist } from '#contract/discovery.ts';
import { avatarUrl } from '../accounts/avatar-rules.ts';
import { decodeCursor, pageOfRows } from '../cursor.ts';
import type { Dependencies } from '../dependencies.ts';
import { refuse } from '../refusals.ts';
import { averageRating } from '../tracks/track-rules.ts';
import { readPublicArtist as readRow } from './artists-store.ts';
import { readTracksOfPublicArtist } from './discovery-store.ts';
import { toPublicTrack } from './public-track.ts';

const pageSize = 24;
type Needs = Pick<Dependencies, 'database'>;

/** What everybody may know of an artist. Refuses artist_not_found. */
export async function readPublicArtist({ database }: Needs, artistId: string): Promise<PublicArtist> {
  const row = await readRow.one(database, { artistId });
  if (!row) return refuse('artist_not_found');
  const { ratingSum, avatarKey, ...same } = row;
  return {
    ...same,
    avatarUrl: avatarUrl(avatarKey),
    averageRating: averageRating(ratingSum, row.reviewCount),
  };
}

/** A page of the artist's active tracks, newest first. Refuses artist_not_found, malformed for a broken cursor. */
export async function listArtistTracks(
  { database }: Needs,
  { artistId, cursor }: { artistId: string; cursor?: string | undefined },
): Promise<Answer<typeof getPublicArtistTracks>> {
  const position = decodeCursor(cursor);
  if (!(await readRow.one(database, { artistId }))) refuse('artist_not_found');
  const rows = await readTracksOfPublicArtist.all(database, { artistId, ...position, most: pageSize + 1 });
  return pageOfRows(rows, pageSize, toPublicTrack);
}
