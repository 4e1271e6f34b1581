import type { ServedTrack } from '#contract/listening.ts';
import type { Transaction } from '../adapters/database/database.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Caller } from '../http/handlers.ts';
import {
  assignTrack,
  closeAssignment,
  comingAssignment,
  mayBeServed,
  openAssignment,
  renewLease,
  serveComing,
} from './assignment-store.ts';
import { chooseTrack, takeTurn } from './choose-track.ts';
import { leaseEnd } from './lease-end.ts';
import { hasLapsed, releaseLapsed } from './queue-store.ts';
import { readServedTrack } from './read-served-track.ts';

/** Lapsed leases that one call ends; the rest waits for the next call. */
const lapsedAtOnce = 20;

/**
 * Serves the listener one track under a lease: the wanted one where it may be served, else the one already open, else
 * the one leased ahead, else the next of the queue. Answers null when nothing may be served.
 */
export async function nextTrack(
  deps: Dependencies,
  caller: Caller,
  wantedTrackId: string | undefined,
): Promise<ServedTrack | null> {
  const now = deps.clock.now();
  const { database, config } = deps;
  if ((await hasLapsed.only(database, { now })).lapsed) {
    await database.transaction((tx) => releaseLapsed.run(tx, { now, most: lapsedAtOnce }));
  }
  await database.transaction((tx) =>
    assignOne(tx, { listenerId: caller.userId, wantedTrackId, now, leasedUntil: leaseEnd(config, now) }),
  );
  return readServedTrack(deps, caller, 'served');
}

interface Wish {
  readonly listenerId: string;
  readonly wantedTrackId: string | undefined;
  readonly now: Date;
  readonly leasedUntil: Date;
}

async function assignOne(tx: Transaction, wish: Wish): Promise<void> {
  const { listenerId, wantedTrackId, now, leasedUntil } = wish;
  await takeTurn(tx, listenerId);
  const open = await openAssignment.one(tx, { listenerId });
  const openIsServable = open?.trackStatus === 'active';
  const isWanted = wantedTrackId !== undefined && (await isServable(tx, listenerId, wantedTrackId));

  if (open && openIsServable && (!isWanted || open.trackId === wantedTrackId)) {
    await renewLease.run(tx, { id: open.id, leasedUntil });
    return;
  }
  if (open) {
    const outcome = openIsServable ? 'set_aside' : 'withdrawn';
    await closeAssignment.run(tx, { id: open.id, outcome, now });
  }
  await serveAnother(tx, wish, isWanted ? wantedTrackId : undefined);
}

/** Serves the wanted track, else the one leased ahead, else the next of the queue. */
async function serveAnother(tx: Transaction, wish: Wish, wanted: string | undefined): Promise<void> {
  const { listenerId, now, leasedUntil } = wish;
  const coming = await comingAssignment.one(tx, { listenerId });
  if (coming && (wanted === undefined || wanted === coming.trackId)) {
    if (await isServable(tx, listenerId, coming.trackId)) {
      await serveComing.run(tx, { id: coming.id, now, leasedUntil });
      return;
    }
    await closeAssignment.run(tx, { id: coming.id, outcome: 'withdrawn', now });
  }
  const trackId = wanted ?? (await chooseTrack(tx, { listenerId, now, butNot: null }));
  if (trackId) await assignTrack.run(tx, { listenerId, trackId, now, leasedUntil, isComing: false });
}

const isServable = async (tx: Transaction, listenerId: string, trackId: string): Promise<boolean> =>
  (await mayBeServed.only(tx, { listenerId, trackId })).served;
