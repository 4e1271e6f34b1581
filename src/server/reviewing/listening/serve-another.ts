import type { Transaction } from '../../adapters/database/database.ts';
import { beginComparison } from '../../music/tracks/comparison.ts';
import { takesReturningPlace } from '../../music/tracks/panels.ts';
import type { Bounds } from '../../trust/standing/standing-of.ts';
import { chooseTrack } from './choose-track.ts';
import { closeLease, comingLease, leaseTrack, mayBeServed, serveComing } from './lease-store.ts';
import { hasOpened, refuseOneMoreTrack } from './refuse-one-more-track.ts';

interface Another {
  readonly caller: { readonly userId: string };
  readonly now: Date;
  readonly leasedUntil: Date;
}

/**
 * Serves the chosen track, or else the one leased ahead or the next of the queue. Returns false if there is none.
 */
export async function serveAnother(
  tx: Transaction,
  { caller, now, leasedUntil }: Another,
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
    if ((await mayBeServed.only(tx, { listenerId, trackId: coming.trackId })).served) {
      await refuseOneMoreTrack(tx, bounds, { listenerId, trackId: coming.trackId, now });
      await leaveUnpaid();
      await serveComing.run(tx, { id: coming.id, now, leasedUntil });
      if (coming.isReturning) await beginComparison(tx, { listenerId, trackId: coming.trackId }, now);
      return true;
    }
    await closeLease.run(tx, { id: coming.id, outcome: 'withdrawn', now });
  }
  const { hasBounds: needsPlace } = bounds;
  const trackId = wanted ?? (await chooseTrack(tx, { listenerId, now, butNot: null, needsPlace }));
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
