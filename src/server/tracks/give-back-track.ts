import type { Transaction } from '../adapters/database/database.ts';
import { giveBack } from '../subscriptions/give-back.ts';
import { runningPlan } from '../subscriptions/running-plan.ts';
import { lockPoolOf, lockTakenDown, takeFromPool } from './promises-store.ts';

/**
 * Gives the upload of a track back that was taken down by mistake, and the included reviews that it misses, as far as the house
 * pool of their period has them; the track keeps its own places. Answers how many reviews; null where something was given back for
 * this track before, or where it is not down.
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
  return reviews;
}
