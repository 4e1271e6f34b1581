import type { Transaction } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { recomputeStanding } from '../../trust/standing/recompute-standing.ts';
import { standingOf } from '../../trust/standing/standing-of.ts';
import { releaseChosen } from './judging-store.ts';

/** Recomputes the standing of a listener one of whose reviews was decided. Once Known, chosen tracks no longer wait for a person. */
export async function recountListener(
  tx: Transaction,
  deps: Pick<Dependencies, 'config' | 'clock'>,
  listenerId: string,
): Promise<void> {
  const before = await standingOf(tx, deps, listenerId);
  await recomputeStanding(tx, deps, [listenerId]);
  if (before !== 'new' || (await standingOf(tx, deps, listenerId)) === 'new') return;
  await releaseChosen.run(tx, { listenerId, now: deps.clock.now() });
}
