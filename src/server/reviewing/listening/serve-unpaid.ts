import type { EmptyQueue } from '#contract/reviewing/listening/empty-queue.ts';
import type { Transaction } from '../../adapters/database/database.ts';
import type { Bounds } from '../../trust/standing/standing-of.ts';
import { likelyAt } from './empty-queue-rules.ts';
import { readComing } from './empty-queue-store.ts';
import { openedWithinHours } from './opened-tracks-rules.ts';
import { chooseUnpaid, countUnanswered, leaseUnpaid } from './unpaid-store.ts';

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

/** Serves a track for unpaid listening. Returns false if there is none. */
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

/** What a listener can do while the queue is empty. */
export async function readEmptyQueue(tx: Transaction, hearer: Hearer): Promise<EmptyQueue> {
  const { listenerId, now } = hearer;
  const { isAsked, begun } = await readComing.only(tx, { listenerId });
  return {
    likelyAt: likelyAt(begun, supplyDays, now)?.toISOString() ?? null,
    isAsked,
    mayListenUnpaid: (await unpaidTrack(tx, hearer)) !== undefined,
  };
}
