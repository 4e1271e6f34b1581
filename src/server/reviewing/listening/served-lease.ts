import type { Transaction } from '../../adapters/database/database.ts';
import { comparisonOf, isBlindStill } from '../../music/tracks/comparison.ts';
import { closeLease, openLease } from './lease-store.ts';
import { provenMilliseconds } from './listening-rules.ts';
import { countBlindPlays, stopClock } from './play-event-store.ts';
import { provenComparison } from './proven-comparison.ts';
import { forgetSkip } from './queue-store.ts';
import type { Stay } from './stay-rules.ts';
import { stayOf } from './stay-store.ts';
import { stopStay } from './stop-stay.ts';

export interface ServedLease {
  readonly id: string;
  readonly trackId: string;
  /** The id by which the listener knows the track. */
  readonly servedId: string;
  readonly artistId: string;
  readonly trackIsActive: boolean;
  readonly durationSeconds: number;
  /** Seconds of listening that the server has verified. */
  readonly provenSeconds: number;
  readonly stay: Stay | undefined;
  /** The listener chose the track. */
  readonly isWished: boolean;
  /** The assignment whose place it holds; null if it holds none. */
  readonly assignmentId: string | null;
  readonly needsPlace: boolean;
  /** Two versions are compared, and the listener has not chosen yet. */
  readonly awaitsChoice: boolean;
  /** The listener has reviewed the former version. */
  readonly isReturning: boolean;
  readonly isLoose: boolean;
  readonly endedFor: 'deleted' | 'suspended' | 'taken_down' | null;
  readonly sendableUntil: Date | null;
}

/** Locks and reads the listener's open lease, with its verified listening. */
export async function readServedLease(tx: Transaction, listenerId: string): Promise<ServedLease | undefined> {
  const open = await openLease.one(tx, { listenerId });
  if (!open) return undefined;
  if (open.isUnpaid) return undefined;
  const comparison = await comparisonOf(tx, { listenerId, ...open });
  const audio = { bytesSent: open.bytesSent, byteLength: open.byteLength, durationMs: open.durationMs };
  return {
    id: open.id,
    trackId: open.trackId,
    servedId: open.servedId,
    artistId: open.artistId,
    trackIsActive: open.trackStatus === 'active',
    durationSeconds: open.durationMs / 1000,
    provenSeconds:
      (comparison
        ? provenComparison(open, comparison).countedMs
        : provenMilliseconds(open.listenedMs, audio)) / 1000,
    // No version can be chosen after the track has ended, but the review may still be sent.
    awaitsChoice: open.endedFor === null && isBlindStill(comparison),
    isReturning: open.isReturning,
    stay: stayOf(open),
    isWished: open.isWished,
    assignmentId: open.assignmentId,
    needsPlace: open.needsPlace,
    isLoose: open.isLoose,
    endedFor: open.endedFor,
    sendableUntil: open.sendableUntil,
  };
}

/** Ends a lease with its review and stops the listener's clock. */
export async function closeAsReviewed(
  tx: Transaction,
  listenerId: string,
  { id, trackId, stay }: Pick<ServedLease, 'id' | 'trackId' | 'stay'>,
  now: Date,
): Promise<void> {
  await Promise.all([
    stopStay(tx, { trackId, listenerId }, stay, { stop: 'sent', now }),
    closeLease.run(tx, { id, outcome: 'reviewed', now }),
    countBlindPlays.run(tx, { trackId, listenerId }),
    forgetSkip.run(tx, { leaseId: id }),
    stopClock.run(tx, { listenerId }),
  ]);
}
