import type { Answer } from '#contract/call.ts';
import type { getPublicArtistTracks, PublicArtist } from '#contract/music/discovery/discovery.ts';
import type { Queryable } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { decodeCursor, pageOfRows } from '../../foundation/cursor.ts';
import { refuse } from '../../foundation/refusals.ts';
import { avatarUrl } from '../../identity/profile-rules.ts';
import { signedCoverUrl } from '../tracks/cover-rules.ts';
import { averageRating } from '../tracks/track-rules.ts';
import { readShownArtist, readTracksOfShownArtist } from './discovery-store.ts';
import { toPublicTrack } from './read-discovery.ts';

const pageSize = 24;
/** The reader; undefined if not signed in. */
export type Reader = { readonly userId: string; readonly isAdmin: boolean } | undefined;

/**
 * An artist's public page. A private one exists only for the artist and admins.
 * @throws Refusal artist_not_found
 */
export async function readPublicArtist(
  { database }: Pick<Dependencies, 'database'>,
  artistId: string,
  reader: Reader,
): Promise<PublicArtist> {
  const { ratingSum, avatarKey, ...same } = await shownTo(database, artistId, reader);
  return {
    ...same,
    avatarUrl: avatarUrl(avatarKey),
    averageRating: averageRating(ratingSum, same.reviewCount),
  };
}

/**
 * A page of the artist's active tracks, newest first. Covers of a private artist have expiring addresses.
 * @throws Refusal artist_not_found, malformed for an invalid cursor
 */
export async function listArtistTracks(
  { database, keys, clock }: Pick<Dependencies, 'database' | 'keys' | 'clock'>,
  { artistId, cursor }: { artistId: string; cursor?: string | undefined },
  reader: Reader,
): Promise<Answer<typeof getPublicArtistTracks>> {
  const position = decodeCursor(cursor);
  const { isPrivate } = await shownTo(database, artistId, reader);
  const rows = await readTracksOfShownArtist.all(database, { artistId, ...position, most: pageSize + 1 });
  if (!isPrivate) return pageOfRows(rows, pageSize, toPublicTrack);
  const signed = (coverKey: string | null) => signedCoverUrl(keys.coverLinks, coverKey, clock.now());
  return pageOfRows(rows, pageSize, (row) => ({ ...toPublicTrack(row), coverUrl: signed(row.coverKey) }));
}

async function shownTo(database: Queryable, artistId: string, reader: Reader) {
  const artist = (await readShownArtist.one(database, { artistId })) ?? refuse('artist_not_found');
  const maySee = !artist.isPrivate || reader?.isAdmin === true || reader?.userId === artistId;
  return maySee ? artist : refuse('artist_not_found');
}
