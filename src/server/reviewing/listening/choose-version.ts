import type { ComparisonChoice } from '#contract/music/versions/version-rules.ts';
import type { ServedTrack } from '#contract/reviewing/listening/listening.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Caller } from '../../foundation/caller.ts';
import { refuse } from '../../foundation/refusals.ts';
import {
  bySide,
  comparisonOf,
  isCompared,
  preferredBy,
  storePreference,
} from '../../music/tracks/comparison.ts';
import { openLease } from './lease-store.ts';
import { provenComparison } from './prove-report.ts';
import { readServedTrack } from './read-served-track.ts';
import { refuseNotServed } from './served-lease.ts';

interface Chosen {
  readonly trackId: string;
  readonly choice: ComparisonChoice;
}

/**
 * Stores which of two versions a listener prefers, then reveals which is which.
 * @throws Refusal not_assigned, track_deleted, nothing_compared, comparison_over, compare_longer, chosen_already
 */
export function chooseVersion(deps: Dependencies, caller: Caller, chosen: Chosen): Promise<ServedTrack> {
  const now = deps.clock.now();
  const listenerId = caller.userId;
  return deps.database.transaction(async (tx) => {
    // The lock makes concurrent choices run one after the other.
    const open = await openLease.one(tx, { listenerId });
    if (open?.servedId !== chosen.trackId || open.trackStatus !== 'active') {
      return refuseNotServed(tx, listenerId, chosen.trackId);
    }
    const { trackId } = open;
    const comparison = await comparisonOf(tx, { listenerId, ...open });
    if (!comparison) return refuse('nothing_compared');
    const choice = preferredBy(comparison, chosen.choice);
    if (comparison.choice === null) {
      if (!isCompared(comparison)) refuse('comparison_over');
      const { missing } = provenComparison(open, comparison);
      if (missing.new + missing.former > 0) refuse('compare_longer', bySide(comparison, missing));
      await storePreference(tx, { listenerId, trackId, choice, now });
    } else if (comparison.choice !== choice) refuse('chosen_already');
    return (await readServedTrack(deps, tx, caller, 'served')) ?? refuse('not_assigned');
  });
}
