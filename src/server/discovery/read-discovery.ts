import { genreKeys } from '#contract/business-rules.ts';
import { type Discovery, mostTracksFound, type PublicTrack } from '#contract/discovery.ts';
import { decodeCursor } from '../cursor.ts';
import type { Dependencies } from '../dependencies.ts';
import {
  countTracksByGenre,
  findAmongNewest,
  findAmongNewestOfGenre,
  findTracks,
  findTracksOfGenre,
  readFeaturedTracks,
  readFeaturedTracksOfGenre,
  readPublicTracks,
  readPublicTracksOfGenre,
} from './discovery-store.ts';
import { toPublicTrack } from './public-track.ts';

const featuredCount = 3;
const newestCount = 6;
type Needs = Pick<Dependencies, 'publicReads'>;

/** Featured and new tracks, of one genre or of all, and how many tracks each genre has (specification 9, decisions 6). */
export async function readDiscovery({ publicReads }: Needs, genre: string | undefined): Promise<Discovery> {
  const newest = { ...decodeCursor(undefined), most: newestCount };
  const [featured, newReleases, counts] = await Promise.all([
    genre
      ? readFeaturedTracksOfGenre.all(publicReads, { genre, most: featuredCount })
      : readFeaturedTracks.all(publicReads, { most: featuredCount }),
    genre
      ? readPublicTracksOfGenre.all(publicReads, { genre, ...newest })
      : readPublicTracks.all(publicReads, newest),
    countTracksByGenre.all(publicReads, {}),
  ]);
  const countOf = new Map(counts.map((row) => [row.genre, row.trackCount]));
  return {
    featured: featured.map(toPublicTrack),
    newReleases: newReleases.map(toPublicTrack),
    genres: genreKeys.map((key) => ({ genre: key, trackCount: countOf.get(key) ?? 0 })),
  };
}

/** Fewer letters are in nearly every title, and no index finds them. */
const lettersFoundAnywhere = 3;

/** A word that is rarer than this many tracks show is found by an index, which reads every match. */
const newestLookedThrough = 1_000;

/**
 * Active tracks of one genre or of all whose title or artist's name holds the words as they stand, newest first, 48 at
 * most. Words of two letters have to stand at the beginning.
 */
export async function searchTracks(
  { publicReads }: Needs,
  { words, genre }: { words: string; genre?: string | undefined },
): Promise<{ items: PublicTrack[] }> {
  const escaped = words.replace(/[\\%_]/g, (sign) => `\\${sign}`);
  const pattern = words.length < lettersFoundAnywhere ? `${escaped}%` : `%${escaped}%`;
  const asked = { pattern, most: mostTracksFound };
  const amongNewest = { ...asked, among: newestLookedThrough };
  const frequent = genre
    ? await findAmongNewestOfGenre.all(publicReads, { ...amongNewest, genre })
    : await findAmongNewest.all(publicReads, amongNewest);
  if (frequent.length === mostTracksFound) return { items: frequent.map(toPublicTrack) };
  const rows = genre
    ? await findTracksOfGenre.all(publicReads, { ...asked, genre })
    : await findTracks.all(publicReads, asked);
  return { items: rows.map(toPublicTrack) };
}
