import { genreKeys, mostTracksFound } from '#contract/business-rules.ts';
import type { Discovery, PublicTrack } from '#contract/discovery/discovery.ts';
import type { TrackFilter } from '#contract/tracks/tracks.ts';
import { decodeCursor } from '../cursor.ts';
import type { Dependencies } from '../dependencies.ts';
import {
  countTracksByGenre,
  findAmongNewest,
  findTracks,
  readFeaturedTracks,
  readFoundTracks,
  readPublicTracks,
} from './discovery-store.ts';
import { toPublicTrack } from './public-track.ts';

const featuredCount = 3;
const newestCount = 6;
type Needs = Pick<Dependencies, 'publicReads'>;

/** Featured and new tracks, of one genre or of all, and how many tracks each genre has (specification 9, decisions 6). */
export async function readDiscovery({ publicReads }: Needs, filter: TrackFilter): Promise<Discovery> {
  const newest = { ...decodeCursor(undefined), most: newestCount };
  const [featured, newReleases, counts] = await Promise.all([
    readFeaturedTracks.all(publicReads, { ...filter, most: featuredCount }),
    readPublicTracks.all(publicReads, { ...filter, ...newest }),
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
  { words, ...filter }: TrackFilter & { words: string },
): Promise<{ items: PublicTrack[] }> {
  const escaped = words.replace(/[\\%_]/g, (sign) => `\\${sign}`);
  const pattern = words.length < lettersFoundAnywhere ? `${escaped}%` : `%${escaped}%`;
  const most = mostTracksFound;
  const show = (found: readonly { id: string }[]) =>
    readFoundTracks.all(publicReads, { ids: found.map(({ id }) => id), most });
  const among = newestLookedThrough;
  const frequent = await show(await findAmongNewest.all(publicReads, { ...filter, pattern, among, most }));
  // As many as are asked for among the newest are the newest of all.
  if (frequent.length === most) return { items: frequent.map(toPublicTrack) };
  const rows = await show(await findTracks.all(publicReads, { ...filter, pattern, most }));
  return { items: rows.map(toPublicTrack) };
}
