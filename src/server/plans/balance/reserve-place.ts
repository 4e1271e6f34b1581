import type { Transaction } from '../../adapters/database/database.ts';
import { lockServedTrack, newestLotOf, nextPlace, takePlace } from './assignments-store.ts';
import { mostOfHouse } from './balance-rules.ts';
import { givenByHouse, lockPayment } from './lots-store.ts';

interface Served {
  readonly id: string;
  readonly trackId: string;
  /** Whose place it holds; null once it has lapsed. */
  readonly assignmentId: string | null;
  readonly needsPlace: boolean;
  readonly isReturning: boolean;
  /** It takes no place until its review is sent. */
  readonly isLoose: boolean;
  readonly isProven: boolean;
  readonly isSent: boolean;
}

/** Whether a listener's lease has a place. Without an assignment the house pays, or the listener needs none. */
export type Place =
  | { readonly isKept: true; readonly assignmentId: string | null }
  | { readonly isKept: false };

const none: Place = { isKept: false };

/**
 * Keeps the place of a lease. One that has lapsed takes the next open place of its track, while that is held only if its
 * review is sent; if there is none and the minute is proven the house pays, within the tenth that it gives for a payment.
 */
export async function reservePlace(tx: Transaction, served: Served): Promise<Place> {
  const { id, trackId, assignmentId, needsPlace, isReturning, isLoose, isProven, isSent } = served;
  if (assignmentId !== null || !needsPlace) return { isKept: true, assignmentId };
  const { isServed } = await lockServedTrack.only(tx, { trackId });
  const place = isServed || isSent ? (await nextPlace.only(tx, { trackId, isReturning })).assignmentId : null;
  if (isLoose && !isSent) return place === null ? none : { isKept: true, assignmentId };
  if (place !== null) {
    await takePlace.run(tx, { id, assignmentId: place });
    return { isKept: true, assignmentId: place };
  }
  return isProven && !isLoose && (await housePays(tx, trackId)) ? { isKept: true, assignmentId } : none;
}

/** Whether the house pays one more late review: within what it gives for the payment of the track's newest reviews. */
async function housePays(tx: Transaction, trackId: string): Promise<boolean> {
  const newest = await newestLotOf.one(tx, { trackId });
  if (!newest) return false;
  const lotIds = (await lockPayment.all(tx, newest)).map(({ id }) => id);
  const { brought, given } = await givenByHouse.only(tx, { lotIds });
  return given < mostOfHouse(brought);
}
