import type { ServedTrack } from '#contract/reviewing/listening/listening.ts';
import type { Transaction } from '../../adapters/database/database.ts';
import type { Caller } from '../../foundation/caller.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { takesReturningPlace } from '../../music/tracks/panels.ts';
import { boundsOf } from '../../trust/standing/standing-of.ts';
import { chooseTrack, takeTurn } from './choose-track.ts';
import { mostLapsed, readGate } from './gate-store.ts';
import { leaseEnd } from './lease-end.ts';
import { comingLease, leaseTrack } from './lease-store.ts';
import { readServedTrack } from './read-served-track.ts';
import { metBound } from './serving-bounds.ts';

/**
 * Reserves the track after the served one and returns it, so that the browser can preload its audio. Null until the
 * served track may be reviewed, so that no listener holds places without listening; null if nothing follows; and null
 * for a version to be compared blind, because its own audio would reveal the side.
 */
export async function comingTrack(deps: Dependencies, caller: Caller): Promise<ServedTrack | null> {
  return deps.database.transaction(async (tx) => {
    await leaseAhead(deps, tx, caller.userId);
    const coming = await comingLease.one(tx, { listenerId: caller.userId });
    return coming?.isReturning === false ? readServedTrack(deps, tx, caller, 'coming') : null;
  });
}

async function leaseAhead(deps: Dependencies, tx: Transaction, listenerId: string): Promise<void> {
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
  const trackId = await chooseTrack(tx, { listenerId, now, butNot: open.trackId, needsPlace });
  if (trackId === undefined) return;
  const leasedUntil = leaseEnd(deps.config, now);
  const isReturning = await takesReturningPlace(tx, listenerId, trackId);
  const served = { isComing: true, isWished: false, isReturning, needsPlace, isLoose: false };
  await leaseTrack.run(tx, { listenerId, trackId, now, leasedUntil, ...served });
}
