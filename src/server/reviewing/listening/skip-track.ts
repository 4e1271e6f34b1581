import { randomUUID } from 'node:crypto';
import type { Dependencies } from '../../dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { closeLease, openLease } from './lease-store.ts';
import { countPlay, lockClock, skipSession, stopClock } from './play-event-store.ts';
import { recordSkip } from './queue-store.ts';
import { stayOf } from './stay-store.ts';
import { stopStay } from './stays.ts';

/** Moves the served track behind all tracks that this listener has not skipped. @throws Refusal not_assigned */
export async function skipTrack(deps: Dependencies, listenerId: string, servedId: string): Promise<void> {
  const now = deps.clock.now();
  await deps.database.transaction(async (tx) => {
    const open = await openLease.one(tx, { listenerId });
    if (open?.servedId !== servedId) refuse('not_assigned');
    const { trackId } = open;
    if (open.isUnpaid || open.endedFor) {
      // Unpaid listening counts nowhere, so its place in the queue stays.
      await closeLease.run(tx, { id: open.id, outcome: 'set_aside', now });
      await stopClock.run(tx, { listenerId });
      return;
    }
    const clock = await lockClock.one(tx, { listenerId });
    const played = clock?.leaseId === open.id ? clock : undefined;
    await closeLease.run(tx, { id: open.id, outcome: 'skipped', now });
    await stopStay(tx, { trackId, listenerId }, stayOf(open), { stop: 'skipped', now });
    await recordSkip.run(tx, { listenerId, trackId, now });
    await skipSession.run(tx, {
      trackId,
      listenerId,
      sessionId: played?.sessionId ?? randomUUID(),
      startedAt: played?.startedAt ?? now,
      lastPosition: Math.floor((played?.positionMs ?? 0) / 1000),
    });
    if (played) await stopClock.run(tx, { listenerId });
    // A play is a session without a skip. Plays of a blind track are not in the public count yet.
    if (open.played && !open.isBlind) await countPlay.run(tx, { trackId, change: -1 });
  });
}
