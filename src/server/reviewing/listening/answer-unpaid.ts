import type { Dependencies } from '../../foundation/dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { closeLease, openLease } from './lease-store.ts';
import { stopClock } from './play-event-store.ts';
import { refuseNotServed } from './refuse-not-served.ts';
import { keepUnpaidAnswer } from './unpaid-store.ts';

/**
 * Stores a listener's feedback on the track heard without pay, and ends the listening.
 * @throws Refusal not_assigned, track_deleted
 */
export async function answerUnpaid(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  listenerId: string,
  { trackId: servedId, rating, note }: { trackId: string; rating: number; note: string },
): Promise<void> {
  const now = clock.now();
  await database.transaction(async (tx) => {
    const open = await openLease.one(tx, { listenerId });
    if (open?.servedId !== servedId || !open.isUnpaid) return refuseNotServed(tx, listenerId, servedId);
    if (open.trackStatus !== 'active') refuse('track_deleted');
    const { id, trackId, artistId } = open;
    await keepUnpaidAnswer.run(tx, { listenerId, trackId, artistId, rating, note, now });
    await closeLease.run(tx, { id, outcome: 'set_aside', now });
    await stopClock.run(tx, { listenerId });
  });
}
