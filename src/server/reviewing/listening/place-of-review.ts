import type { Transaction } from '../../adapters/database/database.ts';
import { refuse } from '../../foundation/refusals.ts';
import { reservePlace } from '../../plans/balance/reserve-place.ts';
import { refuseEnded } from './refuse-not-served.ts';
import type { ServedLease } from './served-lease.ts';

/**
 * The assignment whose place a review takes; null if the house pays it or the listener needs none.
 * @throws Refusal track_ended after its deadline; places_taken if others have all places
 */
export async function placeOfReview(tx: Transaction, served: ServedLease, now: Date): Promise<string | null> {
  const { endedFor, sendableUntil, assignmentId } = served;
  if (endedFor) {
    if (sendableUntil === null || sendableUntil <= now) refuseEnded(endedFor, null);
    return assignmentId;
  }
  const place = await reservePlace(tx, { ...served, isProven: true, isSent: true });
  return place.isKept ? place.assignmentId : refuse('places_taken');
}
