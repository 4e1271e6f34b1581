import type { Transaction } from '../../adapters/database/database.ts';
import { takeHousePlace } from './places-of-tracks-store.ts';

/** Opens one more place of a track from its period's house pool; false if the pool is empty or does not exist. */
export const openHousePlace = async (tx: Transaction, trackId: string): Promise<boolean> =>
  (await takeHousePlace.run(tx, { trackId })) > 0;
