import type { ServedTrack } from '#contract/listening.ts';
import type { Transaction } from '../adapters/database/database.ts';
import type { Caller, Client } from '../caller.ts';
import type { Dependencies } from '../dependencies.ts';
import { recordEvidence } from '../relations/record-evidence.ts';
import {
  assignTrack,
  closeAssignment,
  comingAssignment,
  mayBeServed,
  renewLease,
  serveComing,
} from './assignment-store.ts';
import { chooseTrack, takeTurn } from './choose-track.ts';
import { leaseEnd } from './lease-end.ts';
import { anyLapsed, releaseLapsed } from './queue-store.ts';
import { readServedTrack } from './read-served-track.ts';
import { returned, type Stay } from './stay-rules.ts';
import { keepStay, stayOf } from './stay-store.ts';
import { type StayOf, stopStay } from './stop-stay.ts';

/** Lapsed leases that one call ends; the rest waits for the next call. */
const lapsedAtOnce = 20;

interface Wish {
  readonly caller: Caller;
  readonly client: Client;
  readonly wantedTrackId: string | undefined;
  readonly now: Date;
  readonly leasedUntil: Date;
}

interface Outcome {
  readonly served: ServedTrack | null;
  /** Nothing was served yet: there are places that nobody has given back. */
  readonly leasesLapsed: boolean;
}

/**
 * Serves the listener one track under a lease: the wanted one where it may be served, else the one already open, else
 * the one leased ahead, else the next of the queue. Answers null when nothing may be served.
 */
export async function nextTrack(
  deps: Dependencies,
  caller: Caller,
  client: Client,
  wantedTrackId: string | undefined,
): Promise<ServedTrack | null> {
  const now = deps.clock.now();
  const wish = { caller, client, wantedTrackId, now, leasedUntil: leaseEnd(deps.config, now) };
  const first = await deps.database.transaction((tx) => serveOne(deps, tx, wish, true));
  if (!first.leasesLapsed) return first.served;
  // Not in the listener's own transaction, which would hold on to other people's tracks.
  await deps.database.transaction((tx) => releaseLapsed.run(tx, { now, most: lapsedAtOnce }));
  return (await deps.database.transaction((tx) => serveOne(deps, tx, wish, false))).served;
}

async function serveOne(
  deps: Dependencies,
  tx: Transaction,
  wish: Wish,
  looksForLapsed: boolean,
): Promise<Outcome> {
  const { caller, wantedTrackId, now, leasedUntil } = wish;
  const open = await takeTurn(tx, caller.userId);
  const isWanted = wantedTrackId !== undefined && (await isServable(tx, caller.userId, wantedTrackId));
  const openIsServable = open?.trackStatus === 'active';
  if (open && openIsServable && (!isWanted || open.trackId === wantedTrackId)) {
    const { trackId } = open;
    const renewed = renewLease.run(tx, { id: open.id, leasedUntil });
    const back = comeBack(tx, { trackId, listenerId: caller.userId }, stayOf(open), now);
    const served = readServedTrack(deps, tx, caller, 'served');
    tx.commitAlong();
    const [track] = await Promise.all([served, renewed, back]);
    return { served: track, leasesLapsed: false };
  }
  // Nearly always none has, and then nobody needs the transaction that ends them.
  if (looksForLapsed && (await anyLapsed.only(tx, { now })).lapsed)
    return { served: null, leasesLapsed: true };
  if (open) {
    const outcome = openIsServable ? 'set_aside' : 'withdrawn';
    await closeAssignment.run(tx, { id: open.id, outcome, now });
    const of = { trackId: open.trackId, listenerId: caller.userId };
    await stopStay(tx, of, stayOf(open), { stop: openIsServable ? 'left' : 'lost', now });
  }
  if (await serveAnother(tx, wish, isWanted ? wantedTrackId : undefined)) {
    await recordEvidence(tx, deps, { userId: caller.userId, client: wish.client, act: 'served' });
  }
  return { served: await readServedTrack(deps, tx, caller, 'served'), leasesLapsed: false };
}

async function comeBack(tx: Transaction, of: StayOf, stay: Stay | undefined, now: Date): Promise<void> {
  const next = stay && returned(stay, now);
  if (next && next !== stay) await keepStay.run(tx, { ...of, ...next });
}

/** Serves the wanted track, else the one leased ahead, else the next of the queue; false when nothing is left. */
async function serveAnother(tx: Transaction, wish: Wish, wanted: string | undefined): Promise<boolean> {
  const { now, leasedUntil } = wish;
  const listenerId = wish.caller.userId;
  const coming = await comingAssignment.one(tx, { listenerId });
  if (coming && (wanted === undefined || wanted === coming.trackId)) {
    if (await isServable(tx, listenerId, coming.trackId)) {
      await serveComing.run(tx, { id: coming.id, now, leasedUntil });
      return true;
    }
    await closeAssignment.run(tx, { id: coming.id, outcome: 'withdrawn', now });
  }
  const trackId = wanted ?? (await chooseTrack(tx, { listenerId, now, butNot: null }));
  if (trackId === undefined) return false;
  await assignTrack.run(tx, { listenerId, trackId, now, leasedUntil, isComing: false });
  return true;
}

const isServable = async (tx: Transaction, listenerId: string, trackId: string): Promise<boolean> =>
  (await mayBeServed.only(tx, { listenerId, trackId })).served;
