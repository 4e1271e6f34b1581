import type { Transaction } from '../adapters/database/database.ts';
import { takeHousePlace } from './places-of-tracks-store.ts';

/** Opens one more place of a track from the house pool of its period; false when the pool is empty or there is none. */
export const openHousePlace = async (tx: Transaction, trackId: string): Promise<boolean> =>
  (await takeHousePlace.run(tx, { trackId })) > 0;
