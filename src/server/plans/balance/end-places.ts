import type { Transaction } from '../../adapters/database/database.ts';
import { closeAssignmentsOfTrack, openToAll } from './assignments-store.ts';

/** Closes what a deleted track has and nobody uses. It returns to its lots. The track is locked. */
export const closePlacesOf = async (tx: Transaction, trackId: string, now: Date): Promise<void> =>
  void (await closeAssignmentsOfTrack.run(tx, { trackId, now }));

/** Opens the places for returning reviewers to all. */
export const openReturningPlaces = async (tx: Transaction, trackId: string): Promise<void> =>
  void (await openToAll.run(tx, { trackId }));
