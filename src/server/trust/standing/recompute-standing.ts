import type { Transaction } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { standingFrom } from './standing-rules.ts';
import { countReviews, keepStanding, lockListeners } from './standing-store.ts';
import type { Habits } from './usefulness-rules.ts';
import { recentlyFrom, weighMarks } from './weigh-marks.ts';

type Needs = Pick<Dependencies, 'config' | 'clock'>;

/**
 * Recomputes the standing of these listeners from their reviews, for decisions in their own transaction. Marks stay as
 * of last night.
 */
export async function recomputeStanding(
  tx: Transaction,
  { config, clock }: Needs,
  listenerIds: readonly string[],
): Promise<void> {
  const now = clock.now();
  await lockListeners.all(tx, { listenerIds: [...listenerIds] });
  for (const figures of await figuresOf(tx, listenerIds, now)) {
    const standing = standingFrom(figures, config.standingBounds);
    await keepStanding.run(tx, { ...figures, standing, now });
  }
}

/** The same in the nightly run, which also weighs marks. */
export async function recomputeWithMarks(
  tx: Transaction,
  { config, clock }: Needs,
  listenerIds: readonly string[],
  ofAll: Habits['ofAll'],
): Promise<void> {
  const now = clock.now();
  await lockListeners.all(tx, { listenerIds: [...listenerIds] });
  const weighed = await weighMarks(tx, listenerIds, ofAll, now);
  for (const counted of await figuresOf(tx, listenerIds, now)) {
    const figures = { ...counted, ...weighed.get(counted.listenerId) };
    const standing = standingFrom(figures, config.standingBounds);
    await keepStanding.run(tx, { ...figures, standing, now });
  }
}

const figuresOf = (tx: Transaction, listenerIds: readonly string[], now: Date) =>
  countReviews.all(tx, { listenerIds: [...listenerIds], since: recentlyFrom(now) });
