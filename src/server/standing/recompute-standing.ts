import { recentDays } from '#contract/standing-bounds.ts';
import type { Transaction } from '../adapters/database/database.ts';
import type { Dependencies } from '../dependencies.ts';
import { standingFrom } from './standing-rules.ts';
import { countReviews, keepStanding, lockListeners } from './standing-store.ts';

const day = 24 * 3600 * 1000;

/** Recomputes the standing of these listeners. After a decision it belongs in the decision's own transaction. */
export async function recomputeStanding(
  tx: Transaction,
  { config, clock }: Pick<Dependencies, 'config' | 'clock'>,
  listenerIds: readonly string[],
): Promise<void> {
  const now = clock.now();
  await lockListeners.all(tx, { listenerIds: [...listenerIds] });
  const since = new Date(now.getTime() - recentDays * day);
  for (const figures of await countReviews.all(tx, { listenerIds: [...listenerIds], since })) {
    const standing = standingFrom(figures, config.standingBounds);
    await keepStanding.run(tx, { ...figures, standing, now });
  }
}
