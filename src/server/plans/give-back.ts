import type { Transaction } from '../adapters/database/database.ts';
import { canUseGivenBack, insertGivenBack, returnUpload, wasGivenBack } from './given-back-store.ts';

export interface GivenBack {
  readonly trackId: string;
  readonly artistId: string;
  readonly reviews: number;
  /** How many of these were the track's own places. */
  readonly moved: number;
  /** The plan period of the upload; null if it was not on a plan. */
  readonly periodStart: Date | null;
  readonly now: Date;
}

/**
 * Returns an upload and included reviews, once per track. During the upload's period it counts toward the plan again;
 * later it is a credit. Neither expires at the end of the month. Returns false and changes nothing if it was done
 * before.
 */
export async function giveBack(
  tx: Transaction,
  { trackId, artistId, reviews, moved, periodStart, now }: GivenBack,
): Promise<boolean> {
  if (await wasGivenBack.one(tx, { trackId })) return false;
  const row = { trackId, artistId, reviews, reviewsMoved: moved, now };
  const isReturned =
    periodStart !== null && (await returnUpload.run(tx, { userId: artistId, periodStart })) > 0;
  await insertGivenBack.run(tx, { ...row, uploads: isReturned ? 0 : 1 });
  return true;
}

/** Whether the artist can use what was returned for the track: not if the money of its period was returned, too. */
export const isGivenBackUsable = async (tx: Transaction, trackId: string): Promise<boolean> =>
  (await canUseGivenBack.one(tx, { trackId }))?.canUse ?? false;
