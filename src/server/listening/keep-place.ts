import type { Transaction } from '../adapters/database/database.ts';
import { openHousePlace } from '../tracks/open-house-place.ts';
import { takePlaceBack } from './assignment-store.ts';

interface Served {
  readonly id: string;
  readonly trackId: string;
  readonly holdsPlace: boolean;
  readonly needsPlace: boolean;
  /** Whether the paid minute is proven. */
  readonly isProven: boolean;
}

/**
 * Whether who is served a track has a place of it, also after the lease has lapsed: one that is still free, and for who has
 * listened for the whole minute one of the house pool.
 */
export async function keepPlace(tx: Transaction, served: Served): Promise<boolean> {
  const { id, trackId, holdsPlace, needsPlace, isProven } = served;
  if (holdsPlace || !needsPlace) return true;
  if ((await takePlaceBack.run(tx, { id, trackId })) > 0) return true;
  if (!isProven || !(await openHousePlace(tx, trackId))) return false;
  return (await takePlaceBack.run(tx, { id, trackId })) > 0;
}
