import type { OwnTrack } from '#contract/music/tracks/tracks.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { closePlacesOf } from '../../plans/balance/assign-reviews.ts';
import { endServing } from './end-serving.ts';
import { readOwnTrack } from './read-own-track.ts';
import { activeTrackOf, markDeleted } from './tracks-store.ts';

/**
 * Marks the artist's own track as deleted and ends its serving; listeners who have proven the minute may still send
 * their review. Repeats change nothing.
 * @throws Refusal not_found
 */
export function deleteTrack(
  { database, clock, keys }: Pick<Dependencies, 'database' | 'clock' | 'keys'>,
  artistId: string,
  trackId: string,
): Promise<OwnTrack> {
  const now = clock.now();
  return database.transaction(async (transaction) => {
    // Leases first, then the track: the order in which listeners' own calls lock them.
    if (await activeTrackOf.one(transaction, { trackId, artistId })) {
      await endServing(transaction, { trackIds: [trackId], why: 'deleted', now });
    }
    if ((await markDeleted.run(transaction, { trackId, artistId })) > 0) {
      await closePlacesOf(transaction, trackId, now);
    }
    return readOwnTrack({ database: transaction, clock, keys }, artistId, trackId);
  });
}
