import type { Dependencies } from '../dependencies.ts';
import { recomputeStanding } from './recompute-standing.ts';
import { staleStandings } from './standing-store.ts';

const hour = 3600 * 1000;
/** Standings of one transaction. */
const atOnce = 100;

/** The name of the nightly job. */
export const recomputeStandingsJob = 'recompute-standings';

/** Recomputes every standing once a night: shares of the last 90 days change without any decision. */
export async function recomputeStandings(
  deps: Pick<Dependencies, 'database' | 'config' | 'clock'>,
): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - hour);
  for (;;) {
    const stale = await staleStandings.all(deps.database, { before, most: atOnce });
    if (stale.length === 0) return;
    const ids = stale.map(({ listenerId }) => listenerId);
    await deps.database.transaction((tx) => recomputeStanding(tx, deps, ids));
  }
}
