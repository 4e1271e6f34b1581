import type { Transaction } from '../adapters/database/database.ts';
import { returnReviews, returnUploads } from './carried-reviews-store.ts';
import { closeMovedPlaces, closePaidPlaces, lockAllowances } from './closed-places-store.ts';

interface Returned {
  readonly allowanceId: string | null;
  readonly reviews: number;
  readonly house: number;
  readonly tracks: number;
}

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
  for (const returned of [...closed, ...moved]) await giveBackTo(tx, artistId, returned);
}

/** Returns reviews to their allowance and to each one that they were counted for when it replaced the one before. */
async function giveBackTo(
  tx: Transaction,
  artistId: string,
  { allowanceId, reviews, house, tracks }: Returned,
): Promise<void> {
  let at: { id: string; reviews: number; house: number } | null =
    allowanceId === null ? null : { id: allowanceId, reviews, house };
  while (at !== null) {
    const next: { carriedTo: string | null; reviews: number; house: number } = await returnReviews.only(
      tx,
      at,
    );
    at = next.carriedTo === null ? null : { id: next.carriedTo, reviews: next.reviews, house: next.house };
    if (at !== null) await returnUploads.run(tx, { artistId, allowanceId: at.id, uploads: tracks });
  }
}
