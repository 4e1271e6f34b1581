import type { Answer } from '#contract/call.ts';
import type { listOwnTracks as listOwnTracksCall } from '#contract/music/tracks/tracks.ts';
import { decodeCursor, pageOfRows } from '../../foundation/cursor.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { readAssignments } from '../../plans/balance/read-balance.ts';
import { toOwnTrack } from './track-rules.ts';
import { readTracksOfArtist } from './tracks-store.ts';

const pageSize = 24;

/**
 * A page of the artist's tracks, newest first, including deleted ones.
 * @throws Refusal malformed for an invalid cursor
 */
export async function listOwnTracks(
  { database, clock, keys }: Pick<Dependencies, 'database' | 'clock' | 'keys'>,
  artistId: string,
  cursor: string | undefined,
): Promise<Answer<typeof listOwnTracksCall>> {
  const now = clock.now();
  const rows = await readTracksOfArtist.all(database, {
    artistId,
    now,
    ...decodeCursor(cursor),
    most: pageSize + 1,
  });
  const assignments = await readAssignments(
    database,
    rows.map(({ id }) => id),
  );
  return pageOfRows(rows, pageSize, (row) => toOwnTrack(row, assignments(row.id), now, keys.coverLinks));
}
