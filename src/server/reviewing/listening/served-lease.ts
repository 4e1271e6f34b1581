import type { Queryable, Transaction } from '../../adapters/database/database.ts';
import { refuse } from '../../foundation/refusals.ts';
import { comparisonOf, isBlindStill } from '../../music/tracks/comparison.ts';
import { reservePlace } from '../../plans/balance/reserve-place.ts';
import { closeLease, openLease, readServedEnd, trackMeant } from './lease-store.ts';
import { provenMilliseconds } from './listening-rules.ts';
import { countBlindPlays, stopClock } from './play-event-store.ts';
import { provenComparison } from './prove-report.ts';
import { forgetSkip } from './queue-store.ts';
import type { Stay } from './stay-rules.ts';
import { stayOf } from './stay-store.ts';
import { stopStay } from './stays.ts';

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
  readonly isWished: boolean;
  /** The assignment whose place it holds; null if it holds none. */
  readonly assignmentId: string | null;
  readonly needsPlace: boolean;
  /** Two versions are compared, and the listener has not chosen yet. */
  readonly awaitsChoice: boolean;
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

const noTrack = '00000000-0000-0000-0000-000000000000';

/** The track of an id. The own id of a track that the listener hears blind is treated like any unknown id. */
export const namedTrack = async (db: Queryable, listenerId: string, id: string): Promise<string> =>
  (await trackMeant.only(db, { listenerId, servedId: id })).trackId ?? id;

/** The track of an id that the listener was given; no track for the own id of one that they hear blind. */
export const meantTrack = async (db: Queryable, listenerId: string, servedId: string): Promise<string> =>
  (await trackMeant.only(db, { listenerId, servedId })).trackId ?? noTrack;

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

const refuseEnded = (why: 'deleted' | 'suspended' | 'taken_down', sendableUntil: Date | null): never =>
  refuse('track_ended', { why, sendableUntil: sendableUntil?.toISOString() ?? null });

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
