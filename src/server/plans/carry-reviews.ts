import type { Transaction } from '../adapters/database/database.ts';
import {
  carryOver,
  carryUploads,
  dropCarried,
  replacedAllowance,
  returnReviews,
  returnUploads,
} from './carried-reviews-store.ts';

/** What was used of an allowance. */
export interface Used {
  readonly id: string;
  readonly reviews: number;
  readonly house: number;
  readonly uploads: number;
}

/**
 * Counts what was used of a replaced subscription for the newer one, once. False if that one has fewer reviews left. If
 * the period of the replaced one is over, nothing of it was credited or used.
 * @param uploads used of the replaced one's period
 */
export async function carryReviews(
  tx: Transaction,
  of: {
    readonly artistId: string;
    readonly subscriptionId: string;
    readonly to: string;
    readonly uploads: number;
    readonly now: Date;
  },
): Promise<boolean> {
  const { artistId, subscriptionId, to, uploads, now } = of;
  const former = await replacedAllowance.one(tx, { artistId, subscriptionId, now });
  if (former === undefined || former.carriedTo !== null) return true;
  if (!(await carryOver.one(tx, { from: former.id, to, uploads }))) return false;
  await carryUploads.run(tx, { artistId, uploads });
  return true;
}

/** A subscription that is not credited after all counts for no other one. */
export async function dropCarriedReviews(
  tx: Transaction,
  artistId: string,
  subscriptionId: string,
): Promise<void> {
  for (const counted of await dropCarried.all(tx, { artistId, subscriptionId })) {
    await returnCarried(tx, artistId, counted);
  }
}

/** Returns what was taken of an allowance, and what of it was counted for later ones. */
export async function returnTaken(tx: Transaction, artistId: string, taken: Used): Promise<void> {
  const { carriedTo: id, ...counted } = await returnReviews.only(tx, taken);
  if (id !== null) await returnCarried(tx, artistId, { id, ...counted });
}

async function returnCarried(tx: Transaction, artistId: string, counted: Used): Promise<void> {
  const { id, uploads } = counted;
  await returnUploads.run(tx, { artistId, id, uploads });
  await returnTaken(tx, artistId, counted);
}
