import type { Dependencies } from '../../foundation/dependencies.ts';
import { recomputeWithMarks } from './recompute-standing.ts';
import { staleStandings } from './standing-store.ts';
import { habitsOfAll } from './weigh-marks.ts';

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
