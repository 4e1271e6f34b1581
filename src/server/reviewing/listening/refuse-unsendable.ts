import type { Transaction } from '../../adapters/database/database.ts';
import { refuse } from '../../foundation/refusals.ts';
import { keepPlace } from '../../music/tracks/keep-place.ts';
import { refuseEnded } from './refuse-not-served.ts';
import type { ServedLease } from './served-lease.ts';

/** Refuses the review of an ended track after its deadline, and of a track whose places others have taken. */
export async function refuseUnsendable(tx: Transaction, served: ServedLease, now: Date): Promise<void> {
  const { endedFor, sendableUntil } = served;
  if (endedFor) {
    if (sendableUntil === null || sendableUntil <= now) refuseEnded(endedFor, null);
    return;
  }
  if (!(await keepPlace(tx, { ...served, isProven: true, isSent: true }))) refuse('places_taken');
}
