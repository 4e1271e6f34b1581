import type { EmptyQueue } from '#contract/reviewing/listening/empty-queue.ts';
import type { Transaction } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import type { Bounds } from '../../trust/standing/standing-of.ts';
import { askTold, readComing } from './empty-queue-store.ts';
import { closeLease, openLease } from './lease-store.ts';
import { stopClock } from './play-event-store.ts';
import { likelyAt, openedWithinHours } from './queue-rules.ts';
import { refuseNotServed } from './served-lease.ts';
import { chooseUnpaid, countUnanswered, leaseUnpaid, saveUnpaidAnswer } from './unpaid-store.ts';

/** How many of the newest tracks unpaid listening chooses from. */
const among = 200;
/** Days that the forecast of the next tracks looks back. */
const supplyDays = 14;

interface Hearer {
  readonly listenerId: string;
  readonly bounds: Bounds;
  readonly now: Date;
}

/** A track for unpaid listening; none if the listener has opened too many without a note. */
async function unpaidTrack(
  tx: Transaction,
  { listenerId, bounds, now }: Hearer,
): Promise<string | undefined> {
  const since = new Date(now.getTime() - openedWithinHours * 3_600_000);
  const { tracks } = await countUnanswered.only(tx, { listenerId, since });
  if (tracks >= bounds.openedTracks) return undefined;
  return (await chooseUnpaid.one(tx, { listenerId, among }))?.id;
}

export async function serveUnpaid(
  tx: Transaction,
  hearer: Hearer & { readonly leasedUntil: Date },
): Promise<boolean> {
  const trackId = await unpaidTrack(tx, hearer);
  if (trackId === undefined) return false;
  const { listenerId, now, leasedUntil } = hearer;
  await leaseUnpaid.run(tx, { listenerId, trackId, now, leasedUntil });
  return true;
}

/** What the empty queue shows. A listener with push on waits to be told of the next track from here on. */
export async function readEmptyQueue(tx: Transaction, hearer: Hearer): Promise<EmptyQueue> {
  const { listenerId, now } = hearer;
  const { isAsked, begun, hasPush } = await readComing.only(tx, { listenerId });
  if (hasPush && !isAsked) await askTold.run(tx, { listenerId, byEmail: false, now });
  return {
    likelyAt: likelyAt(begun, supplyDays, now)?.toISOString() ?? null,
    isAsked,
    mayListenUnpaid: (await unpaidTrack(tx, hearer)) !== undefined,
  };
}

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
    await saveUnpaidAnswer.run(tx, { listenerId, trackId, artistId, rating, note, now });
    await closeLease.run(tx, { id, outcome: 'set_aside', now });
    await stopClock.run(tx, { listenerId });
  });
}
