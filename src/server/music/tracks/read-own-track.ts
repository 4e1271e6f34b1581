import type { OwnTrack } from '#contract/music/tracks/tracks.ts';
import type { Queryable } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { readAssignments } from '../../plans/balance/read-balance.ts';
import { toOwnTrack } from './track-rules.ts';
import { readTrackOfArtist } from './tracks-store.ts';

/** The artist's own track, deleted or not. @throws Refusal not_found, including for others' tracks */
export async function readOwnTrack(
  { database, clock, keys }: Pick<Dependencies, 'clock' | 'keys'> & { readonly database: Queryable },
  artistId: string,
  trackId: string,
): Promise<OwnTrack> {
  const now = clock.now();
  const row = await readTrackOfArtist.one(database, { trackId, artistId, now });
  if (!row) return refuse('not_found');
  const assignments = await readAssignments(database, [trackId]);
  return toOwnTrack(row, assignments(trackId), now, keys.coverLinks);
}
