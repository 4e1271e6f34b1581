import type { Transaction } from '../adapters/database/database.ts';
import { refuse } from '../refusals.ts';
import { readServedDeleted } from './assignment-store.ts';

/** Refuses a track that is not open for this listener: track_deleted if it was served and is gone, else not_assigned. */
export async function refuseNotServed(tx: Transaction, listenerId: string, servedId: string): Promise<never> {
  const { isDeleted } = await readServedDeleted.only(tx, { listenerId, servedId });
  return refuse(isDeleted ? 'track_deleted' : 'not_assigned');
}
