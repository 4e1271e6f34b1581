import type { ServedTrack } from '#contract/listening.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Caller } from '../http/handlers.ts';
import { assignTrack, comingAssignment, openAssignment } from './assignment-store.ts';
import { chooseTrack, takeTurn } from './choose-track.ts';
import { leaseEnd } from './lease-end.ts';
import { readServedTrack } from './read-served-track.ts';

/**
 * Leases the track that comes after the served one and answers it, so that the browser can fetch its sound. Null before
 * the served track may be reviewed, so that nobody holds places ahead of their listening, and when nothing follows.
 */
export async function comingTrack(deps: Dependencies, caller: Caller): Promise<ServedTrack | null> {
  const now = deps.clock.now();
  const listenerId = caller.userId;
  await deps.database.transaction(async (tx) => {
    await takeTurn(tx, listenerId);
    const open = await openAssignment.one(tx, { listenerId });
    if (!open?.unlockedAt || (await comingAssignment.one(tx, { listenerId }))) return;
    const trackId = await chooseTrack(tx, { listenerId, now, butNot: open.trackId });
    if (trackId === undefined) return;
    const leasedUntil = leaseEnd(deps.config, now);
    await assignTrack.run(tx, { listenerId, trackId, now, leasedUntil, isComing: true });
  });
  return readServedTrack(deps, caller, 'coming');
}
