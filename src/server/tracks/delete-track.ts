import type { OwnTrack } from '#contract/tracks.ts';
import type { Dependencies } from '../dependencies.ts';
import { readOwnTrack } from './read-own-track.ts';
import { markDeleted, withdrawAssignments } from './tracks-store.ts';

/**
 * Marks one of the artist's own tracks deleted and takes it away from listeners who are being served it. Deleting it
 * again changes nothing. Refuses not_found.
 */
export function deleteTrack(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  artistId: string,
  trackId: string,
): Promise<OwnTrack> {
  return database.transaction(async (transaction) => {
    // Assignments first, then the track: the order in which listeners' own acts lock them.
    await withdrawAssignments.run(transaction, { trackId, artistId, now: clock.now() });
    await markDeleted.run(transaction, { trackId, artistId });
    return readOwnTrack({ database: transaction, clock }, artistId, trackId);
  });
}
