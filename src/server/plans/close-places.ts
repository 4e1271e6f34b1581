import type { Transaction } from '../adapters/database/database.ts';
import { returnTaken } from './carry-reviews.ts';
import { closeMovedPlaces, closePaidPlaces, lockAllowances } from './closed-places-store.ts';

/**
 * Closes the open places that a subscription's money paid for, after that money went back or a bank disputed it. Places
 * with a review or a listener stay and are paid. The rest of the reviews returns to where it was counted. The caller
 * holds the plan's lock.
 * @param isCurrent whether it is the artist's current plan, which also pays for places without a named subscription
 */
export async function closePlaces(
  tx: Transaction,
  of: {
    readonly artistId: string;
    readonly paidBy: string;
    readonly isCurrent: boolean;
    readonly now: Date;
  },
): Promise<void> {
  const { artistId, paidBy, isCurrent, now } = of;
  await lockAllowances.all(tx, { artistId });
  const closed = await closePaidPlaces.all(tx, { artistId, paidBy, withUnnamed: isCurrent, now });
  const moved = await closeMovedPlaces.all(tx, { artistId, paidBy });
  for (const { allowanceId: id, ...taken } of [...closed, ...moved]) {
    if (id !== null) await returnTaken(tx, artistId, { id, ...taken });
  }
}
