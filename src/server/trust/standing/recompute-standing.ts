import type { Transaction } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { standingFrom } from './standing-rules.ts';
import { countReviews, lockListeners, staleStandings, storeStanding } from './standing-store.ts';
import type { Habits } from './usefulness-rules.ts';
import { habitsOfAll, recentlyFrom, weighMarks } from './weigh-marks.ts';

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
    await storeStanding.run(tx, { ...figures, standing, now });
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
    await storeStanding.run(tx, { ...figures, standing, now });
  }
}

const figuresOf = (tx: Transaction, listenerIds: readonly string[], now: Date) =>
  countReviews.all(tx, { listenerIds: [...listenerIds], since: recentlyFrom(now) });

const hour = 3600 * 1000;
/** Standings per transaction. */
const atOnce = 100;

/** The nightly job. */
export const recomputeStandingsJob = 'recompute-standings';

/**
 * Recomputes every standing once a night, because new marks are counted, and shares over the last 90 days change
 * without any decision.
 */
export async function recomputeStandings(
  deps: Pick<Dependencies, 'database' | 'config' | 'clock'>,
): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - hour);
  const ofAll = await habitsOfAll(deps.database, deps.clock.now());
  for (;;) {
    const stale = await staleStandings.all(deps.database, { before, most: atOnce });
    if (stale.length === 0) return;
    const ids = stale.map(({ listenerId }) => listenerId);
    await deps.database.transaction((tx) => recomputeWithMarks(tx, deps, ids, ofAll));
  }
}
