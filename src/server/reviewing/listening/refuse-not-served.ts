import type { Transaction } from '../../adapters/database/database.ts';
import { refuse } from '../../foundation/refusals.ts';
import { readServedEnd } from './lease-store.ts';

/**
 * Refuses a track that is not open for this listener: track_ended if its serving was ended while they had it or their review may
 * still be sent, track_deleted if it was served and is gone, else not_assigned.
 */
export async function refuseNotServed(tx: Transaction, listenerId: string, servedId: string): Promise<never> {
  const end = await readServedEnd.one(tx, { listenerId, servedId });
  if (end?.endedFor && (end.sendableUntil || !end.isDeleted))
    return refuseEnded(end.endedFor, end.sendableUntil);
  return refuse(end?.isDeleted ? 'track_deleted' : 'not_assigned');
}

export const refuseEnded = (why: 'deleted' | 'suspended' | 'taken_down', sendableUntil: Date | null): never =>
  refuse('track_ended', { why, sendableUntil: sendableUntil?.toISOString() ?? null });
