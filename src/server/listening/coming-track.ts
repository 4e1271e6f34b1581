import type { ServedTrack } from '#contract/listening/listening.ts';
import type { Transaction } from '../adapters/database/database.ts';
import type { Caller } from '../caller.ts';
import type { Dependencies } from '../dependencies.ts';
import { boundsOf } from '../standing/bounds-of.ts';
import { takesKeptPlace } from '../versions/kept-places.ts';
import { assignTrack, comingAssignment } from './assignment-store.ts';
import { chooseTrack, takeTurn } from './choose-track.ts';
import { mostLapsed, readGate } from './gate-store.ts';
import { leaseEnd } from './lease-end.ts';
import { readServedTrack } from './read-served-track.ts';
import { metBound } from './serving-bounds.ts';

/**
 * Leases the track that comes after the served one and answers it, so that the browser can fetch its sound. Null before
 * the served track may be reviewed, so that nobody holds places ahead of their listening, and when nothing follows; also
 * for a version that will be compared blind, whose own sound would tell which side it is.
 */
export async function comingTrack(deps: Dependencies, caller: Caller): Promise<ServedTrack | null> {
  return deps.database.transaction(async (tx) => {
    await leaseAhead(deps, tx, caller.userId);
    const coming = await comingAssignment.one(tx, { listenerId: caller.userId });
    return coming?.isReturning === false ? readServedTrack(deps, tx, caller, 'coming') : null;
  });
}

async function leaseAhead(deps: Dependencies, tx: Transaction, listenerId: string): Promise<void> {
  const open = await takeTurn(tx, listenerId);
  if (!open?.unlockedAt || (await comingAssignment.one(tx, { listenerId }))) return;
  const now = deps.clock.now();
  // Who lets leases lapse gets none ahead.
  const { lapsedInRow } = await readGate.only(tx, { listenerId });
  if (lapsedInRow >= mostLapsed) return;
  const bounds = await boundsOf(tx, deps, listenerId);
  // The review of the served track comes first, and may be the last of the day.
  if (await metBound(tx, bounds, { listenerId, now, underWay: 1 })) return;
  const { hasBounds: needsPlace } = bounds;
  const trackId = await chooseTrack(tx, { listenerId, now, butNot: open.trackId, needsPlace });
  if (trackId === undefined) return;
  const leasedUntil = leaseEnd(deps.config, now);
  const isReturning = await takesKeptPlace(tx, listenerId, trackId);
  const served = { isComing: true, isWished: false, isReturning, needsPlace, isLoose: false };
  await assignTrack.run(tx, { listenerId, trackId, now, leasedUntil, ...served });
}
