import type { Transaction } from '../../adapters/database/database.ts';
import { closeAssignmentsOfLots, closeAssignmentsOfTrack, openToAll } from './assignments-store.ts';
import { closeAllLots } from './lots-store.ts';

/** Closes what a deleted track has and nobody uses. It returns to its lots. The track is locked. */
export const closePlacesOf = async (tx: Transaction, trackId: string, now: Date): Promise<void> =>
  void (await closeAssignmentsOfTrack.run(tx, { trackId, now }));

/** Opens the places for returning reviewers to all. */
export const openReturningPlaces = async (tx: Transaction, trackId: string): Promise<void> =>
  void (await openToAll.run(tx, { trackId }));

/** Closes all that a deleted account has. The artist's reviews and tracks are locked. */
export async function closeReviews(tx: Transaction, artistId: string, now: Date): Promise<void> {
  const lotIds = (await closeAllLots.all(tx, { artistId, now })).map(({ id }) => id);
  await closeAssignmentsOfLots.run(tx, { lotIds, now });
}
