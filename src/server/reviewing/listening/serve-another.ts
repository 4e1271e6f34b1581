import type { ServedTrack } from '#contract/reviewing/listening/listening.ts';
import type { Transaction } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Caller, Client } from '../../foundation/caller.ts';
import { leaveOutGuest } from '../../music/circle/leave-out-guests.ts';
import { beginComparison } from '../../music/tracks/comparison.ts';
import { takesReturningPlace } from '../../music/tracks/panels.ts';
import { type Bounds, boundsOf } from '../../trust/standing/standing-of.ts';
import { type Choice, chooseTrack, takeTurn } from './choose-track.ts';
import { closeLease, comingLease, leaseTrack, mayBeServed, serveComing } from './lease-store.ts';
import { leaseEnd } from './listening-rules.ts';
import { readServedTrack } from './read-served-track.ts';
import { hasOpened, metBound, refuseOneMoreTrack } from './serving-bounds.ts';
import { mostLapsed, readGate } from './waiting-list-store.ts';

interface Another {
  readonly caller: { readonly userId: string };
  readonly client: Client;
  readonly now: Date;
  readonly leasedUntil: Date;
}

/**
 * Serves the chosen track, or else the one leased ahead or the next of the queue. Returns false if there is none.
 */
export async function serveAnother(
  deps: Pick<Dependencies, 'keys'>,
  tx: Transaction,
  { caller, client, now, leasedUntil }: Another,
  bounds: Bounds,
  {
    wanted,
    isLoose,
    leaveUnpaid,
  }: {
    readonly wanted: string | undefined;
    readonly isLoose: boolean;
    /** Ends unpaid listening once there is a track to review. */
    readonly leaveUnpaid: () => Promise<void>;
  },
): Promise<boolean> {
  const listenerId = caller.userId;
  const coming = await comingLease.one(tx, { listenerId });
  if (coming && (wanted === undefined || wanted === coming.trackId)) {
    const { trackId } = coming;
    const isServable = (await mayBeServed.only(tx, { listenerId, trackId })).served;
    if (isServable && !(await leaveOutGuest(tx, deps, { listenerId, client, trackId }))) {
      await refuseOneMoreTrack(tx, bounds, { listenerId, trackId, now });
      await leaveUnpaid();
      await serveComing.run(tx, { id: coming.id, now, leasedUntil });
      if (coming.isReturning) await beginComparison(tx, { listenerId, trackId }, now);
      return true;
    }
    await closeLease.run(tx, { id: coming.id, outcome: 'withdrawn', now });
  }
  const { hasBounds: needsPlace } = bounds;
  const trackId =
    wanted ?? (await chooseForStranger(deps, tx, client, { listenerId, now, butNot: null, needsPlace }));
  if (trackId === undefined) return false;
  // Sent together, because other listeners wait for the locked track.
  const [isWished, isReturning] = await Promise.all([
    wanted !== undefined && hasOpened(tx, { listenerId, trackId, now }).then((opened) => !opened),
    takesReturningPlace(tx, listenerId, trackId),
    refuseOneMoreTrack(tx, bounds, { listenerId, trackId, now }),
  ]);
  await leaveUnpaid();
  await leaseTrack.run(tx, {
    listenerId,
    trackId,
    now,
    leasedUntil,
    isComing: false,
    isWished,
    isReturning,
    needsPlace,
    isLoose,
  });
  if (isReturning) await beginComparison(tx, { listenerId, trackId }, now);
  return true;
}

/** Chooses a track that the listener did not open by a private link. */
async function chooseForStranger(
  deps: Pick<Dependencies, 'keys'>,
  tx: Transaction,
  client: Client,
  choice: Choice,
): Promise<string | undefined> {
  for (;;) {
    const trackId = await chooseTrack(tx, choice);
    const guest = { listenerId: choice.listenerId, client };
    if (trackId === undefined || !(await leaveOutGuest(tx, deps, { ...guest, trackId }))) return trackId;
  }
}

/**
 * Reserves the track after the served one and returns it, so that the browser can preload its audio. Null until the
 * served track may be reviewed, so that no listener holds places without listening; null if nothing follows; and null
 * for a version to be compared blind, because its own audio would reveal the side.
 */
export async function comingTrack(
  deps: Dependencies,
  caller: Caller,
  client: Client,
): Promise<ServedTrack | null> {
  return deps.database.transaction(async (tx) => {
    await leaseAhead(deps, tx, caller.userId, client);
    const coming = await comingLease.one(tx, { listenerId: caller.userId });
    return coming?.isReturning === false ? readServedTrack(deps, tx, caller, 'coming') : null;
  });
}

async function leaseAhead(
  deps: Dependencies,
  tx: Transaction,
  listenerId: string,
  client: Client,
): Promise<void> {
  const open = await takeTurn(tx, listenerId);
  if (!open?.unlockedAt || (await comingLease.one(tx, { listenerId }))) return;
  const now = deps.clock.now();
  // A listener whose leases expire gets none ahead.
  const { lapsedInRow } = await readGate.only(tx, { listenerId });
  if (lapsedInRow >= mostLapsed) return;
  const bounds = await boundsOf(tx, deps, listenerId);
  // The review of the served track comes first and may be the last one allowed today.
  if (await metBound(tx, bounds, { listenerId, now, underWay: 1 })) return;
  const { hasBounds: needsPlace } = bounds;
  const choice = { listenerId, now, butNot: open.trackId, needsPlace };
  const trackId = await chooseForStranger(deps, tx, client, choice);
  if (trackId === undefined) return;
  const leasedUntil = leaseEnd(deps.config, now);
  const isReturning = await takesReturningPlace(tx, listenerId, trackId);
  const served = { isComing: true, isWished: false, isReturning, needsPlace, isLoose: false };
  await leaseTrack.run(tx, { listenerId, trackId, now, leasedUntil, ...served });
}
