import type { Transaction } from '../adapters/database/database.ts';
import { insertGivenBack, returnUpload, wasGivenBack } from './given-back-store.ts';

export interface GivenBack {
  readonly trackId: string;
  readonly artistId: string;
  readonly reviews: number;
  /** How many of these were places of the track itself. */
  readonly moved: number;
  /** The period that the upload was of; null when it was none of a plan. */
  readonly periodStart: Date | null;
  readonly now: Date;
}

/**
 * Gives an upload and included reviews back, once for a track. While the period of the upload runs it is one of the plan's
 * again; later it is a credit. Neither expires at the end of the month. False where it was given back before; nothing changes then.
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
