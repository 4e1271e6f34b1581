import type { Answer } from '#contract/call.ts';
import type { getAllPublicTracks } from '#contract/music/discovery/discovery.ts';
import type { TrackFilter } from '#contract/music/tracks/tracks.ts';
import { decodeCursor, pageOfRows } from '../../foundation/cursor.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { readPublicTracks } from './discovery-store.ts';
import { toPublicTrack } from './public-track.ts';

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
