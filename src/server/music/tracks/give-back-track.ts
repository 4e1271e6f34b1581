import type { Transaction } from '../../adapters/database/database.ts';
import { giveBack, isGivenBackUsable } from '../../plans/give-back.ts';
import { runningPlan } from '../../plans/running-plan.ts';
import { lockPoolOf, lockTakenDown, takeFromPool } from './promises-store.ts';

/**
 * Returns the upload of a track that was taken down by mistake, and its missing included reviews as far as its period's
 * house pool has them; the track keeps its own places. Returns how many reviews; null if it was done before, the track is
 * not taken down, or the money of its period was returned.
 */
export async function giveBackTrack(
  tx: Transaction,
  { trackId, artistId, now }: { readonly trackId: string; readonly artistId: string; readonly now: Date },
): Promise<number | null> {
  // Plan, pool, track: the order in which uploads lock them.
  await runningPlan(tx, artistId, now);
  const pool = await lockPoolOf.one(tx, { trackId });
  const track = await lockTakenDown.one(tx, { trackId });
  if (!track) return null;
  const reviews = Math.max(0, Math.min(track.reviewTarget - track.delivered, pool?.houseLeft ?? 0));
  const given = { trackId, artistId, reviews, moved: 0, periodStart: pool?.periodStart ?? null, now };
  if (!(await giveBack(tx, given))) return null;
  if (pool) await takeFromPool.run(tx, { id: pool.id, reviews });
  return (await isGivenBackUsable(tx, trackId)) ? reviews : null;
}
