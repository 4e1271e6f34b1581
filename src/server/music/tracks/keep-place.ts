import type { Transaction } from '../../adapters/database/database.ts';
import { openHousePlace } from './open-house-place.ts';
import { hasFreePlace, hasHousePlace, takePlaceBack } from './places-of-tracks-store.ts';

interface Served {
  readonly id: string;
  readonly trackId: string;
  readonly holdsPlace: boolean;
  readonly needsPlace: boolean;
  /** It does not take a place until its review is sent. */
  readonly isLoose: boolean;
  /** Whether the paid minute is proven. */
  readonly isProven: boolean;
  readonly isSent: boolean;
}

/**
 * Whether the listener's lease has a place, even after it has expired: a free one, or from the house pool
 * if the minute is proven.
 */
export async function keepPlace(tx: Transaction, served: Served): Promise<boolean> {
  const { id, trackId, holdsPlace, needsPlace, isProven, isLoose, isSent } = served;
  if (holdsPlace || !needsPlace) return true;
  if (isLoose && !isSent) return hasPlaceToTake(tx, trackId, isProven);
  if ((await takePlaceBack.run(tx, { id, trackId })) > 0) return true;
  if (!isProven || !(await openHousePlace(tx, trackId))) return false;
  return (await takePlaceBack.run(tx, { id, trackId })) > 0;
}

/** Whether a place could be taken now. Takes nothing. */
async function hasPlaceToTake(tx: Transaction, trackId: string, isProven: boolean): Promise<boolean> {
  if (await hasFreePlace.one(tx, { trackId })) return true;
  return isProven && (await hasHousePlace.one(tx, { trackId })) !== undefined;
}
