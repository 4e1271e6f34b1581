import { genreKeys, mostTracksFound } from '#contract/business-rules.ts';
import type { Answer } from '#contract/call.ts';
import type { Discovery, getAllPublicTracks, PublicTrack } from '#contract/music/discovery/discovery.ts';
import type { TrackFilter } from '#contract/music/tracks/tracks.ts';
import type { Dependencies } from '../../dependencies.ts';
import { decodeCursor, pageOfRows } from '../../foundation/cursor.ts';
import { refuse } from '../../foundation/refusals.ts';
import { publicCoverUrl } from '../tracks/cover-rules.ts';
import { averageRating, cardPeaks } from '../tracks/track-rules.ts';
import {
  countTracksByGenre,
  findAmongNewest,
  findTracks,
  foldWords,
  readFeaturedTracks,
  readFoundTracks,
  readPublicTracks,
} from './discovery-store.ts';

const featuredCount = 3;
const newestCount = 6;
type Needs = Pick<Dependencies, 'database'>;

/** Featured and new tracks, of one genre or all, and the number of tracks per genre (specification 9, decisions 6). */
export async function readDiscovery({ database }: Needs, filter: TrackFilter): Promise<Discovery> {
  const newest = { ...decodeCursor(undefined), most: newestCount };
  const [featured, newReleases, counts] = await Promise.all([
    readFeaturedTracks.all(database, { ...filter, most: featuredCount }),
    readPublicTracks.all(database, { ...filter, ...newest }),
    countTracksByGenre.all(database, {}),
  ]);
  const countOf = new Map(counts.map((row) => [row.genre, row.trackCount]));
  return {
    featured: featured.map(toPublicTrack),
    newReleases: newReleases.map(toPublicTrack),
    genres: genreKeys.map((key) => ({ genre: key, trackCount: countOf.get(key) ?? 0 })),
  };
}

/** Shorter words match nearly every title, and no trigram index supports them. */
const lettersFoundAnywhere = 3;

/**
 * How many of the newest tracks are scanned first. A word too rare to fill the result there is found by index, which
 * reads every match.
 */
const newestLookedThrough = 1_000;

/**
 * Active tracks whose title or artist name contains the words, however they are accented, newest first, at most 48. Words of two letters
 * only match at the start.
 */
export async function searchTracks(
  { database }: Needs,
  { words, ...filter }: TrackFilter & { words: string },
): Promise<{ items: PublicTrack[] }> {
  const folded = (await foldWords.one(database, { words }))?.folded.trim() ?? '';
  if (folded === '') return { items: [] };
  const escaped = folded.replace(/[\\%_]/g, (sign) => `\\${sign}`);
  const pattern = folded.length < lettersFoundAnywhere ? `${escaped}%` : `%${escaped}%`;
  const most = mostTracksFound;
  const show = (found: readonly { id: string }[]) =>
    readFoundTracks.all(database, { ids: found.map(({ id }) => id), most });
  const among = newestLookedThrough;
  const frequent = await show(await findAmongNewest.all(database, { ...filter, pattern, among, most }));
  // A full result from the newest tracks is the newest of all.
  if (frequent.length === most) return { items: frequent.map(toPublicTrack) };
  const rows = await show(await findTracks.all(database, { ...filter, pattern, most }));
  return { items: rows.map(toPublicTrack) };
}

/** A track that everybody may see. @throws Refusal not_found */
export async function readPublicTrack({ database }: Needs, trackId: string): Promise<PublicTrack> {
  const found = await readFoundTracks.one(database, { ids: [trackId], most: 1 });
  return found ? toPublicTrack(found) : refuse('not_found');
}

const pageSize = 24;

/** A page of all public tracks, newest first. @throws Refusal malformed for an invalid cursor */
export async function listPublicTracks(
  { database }: Pick<Dependencies, 'database'>,
  { cursor, ...filter }: TrackFilter & { cursor?: string | undefined },
): Promise<Answer<typeof getAllPublicTracks>> {
  const from = { ...decodeCursor(cursor), most: pageSize + 1 };
  const rows = await readPublicTracks.all(database, { ...filter, ...from });
  return pageOfRows(rows, pageSize, toPublicTrack);
}

type Row = Awaited<ReturnType<typeof readPublicTracks.all>>[number];

/** A track's public fields. Nothing of them may identify a blind track to those who hear it, so there is no length. */
export const toPublicTrack = ({ id, ratingSum, peaks, coverKey, createdAt, ...same }: Row): PublicTrack => ({
  ...same,
  trackId: id,
  avgRating: averageRating(ratingSum, same.reviewCount),
  peaks: same.isBlind ? null : cardPeaks(peaks),
  coverUrl: publicCoverUrl(coverKey),
  createdAt: createdAt.toISOString(),
});
