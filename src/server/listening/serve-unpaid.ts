import type { EmptyQueue } from '#contract/empty-queue.ts';
import type { Transaction } from '../adapters/database/database.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Bounds } from '../standing/bounds-of.ts';
import { likelyAt, nextDay } from './empty-queue-rules.ts';
import { readComing } from './empty-queue-store.ts';
import { dayOf } from './open-extra-place.ts';
import { openedWithinHours } from './opened-tracks-rules.ts';
import { assignUnpaid, chooseUnpaid, countUnanswered } from './unpaid-store.ts';

/** How many of the newest tracks unpaid hearing chooses from. */
const among = 200;
/** Days whose uploads say when the next tracks are likely. */
const supplyDays = 14;

interface Hearer {
  readonly listenerId: string;
  readonly bounds: Bounds;
  readonly now: Date;
}

/** A track that the listener may hear without pay; none when they have opened too many and said nothing of them. */
async function unpaidTrack(
  tx: Transaction,
  { listenerId, bounds, now }: Hearer,
): Promise<string | undefined> {
  const since = new Date(now.getTime() - openedWithinHours * 3_600_000);
  const { tracks } = await countUnanswered.only(tx, { listenerId, since });
  if (tracks >= bounds.openedTracks) return undefined;
  return (await chooseUnpaid.one(tx, { listenerId, among }))?.id;
}

/** Serves a track to hear without pay; false when there is none. */
export async function serveUnpaid(
  tx: Transaction,
  hearer: Hearer & { readonly leasedUntil: Date },
): Promise<boolean> {
  const trackId = await unpaidTrack(tx, hearer);
  if (trackId === undefined) return false;
  const { listenerId, now, leasedUntil } = hearer;
  await assignUnpaid.run(tx, { listenerId, trackId, now, leasedUntil });
  return true;
}

/** What a listener can do while nothing waits for them. */
export async function readEmptyQueue(
  { config }: Pick<Dependencies, 'config'>,
  tx: Transaction,
  hearer: Hearer,
): Promise<EmptyQueue> {
  const { listenerId, now } = hearer;
  const { isAsked, isExtraSpent, ...coming } = await readComing.only(tx, { listenerId, day: dayOf(now) });
  const nextExtra = config.extraPlacesADayCents > 0 && isExtraSpent ? nextDay(now) : null;
  return {
    likelyAt: likelyAt({ ...coming, nextExtra }, supplyDays, now)?.toISOString() ?? null,
    isAsked,
    mayListenUnpaid: (await unpaidTrack(tx, hearer)) !== undefined,
  };
}
