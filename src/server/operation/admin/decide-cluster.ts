import { enqueue } from '../../adapters/jobs/job-queue.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { forEach } from '../../foundation/for-each.ts';
import { setSuspension } from '../../identity/set-suspension.ts';
import { endArtistsServing } from '../../music/tracks/end-artists-serving.ts';
import {
  type DecidedCluster,
  recordClusterDecision,
} from '../../trust/linked-accounts/clusters-for-admin.ts';
import { settleSuspendedJob } from './settle-suspended.ts';

type Needs = Pick<Dependencies, 'database' | 'clock' | 'config'>;

/**
 * Decides a cluster for the named users, using the same functions as for a single user. Suspended: ends their sessions
 * at once; a job per user rejects pending reviews and payouts, whose money returns to the balance, and earned money
 * stays. Dismissed: lifts suspensions of an earlier decision. Safe to repeat after a lost response.
 * @throws Refusal not_found, own_decision
 */
export async function decideCluster(deps: Needs, actorId: string, decided: DecidedCluster) {
  const concerned = await deps.database.transaction((tx) =>
    recordClusterDecision(tx, actorId, decided, deps.clock.now()),
  );
  const { outcomes } = await forEach(concerned, (userId) => settle(deps, actorId, userId, decided));
  return { decision: decided.decision, outcomes };
}

async function settle(
  deps: Needs,
  actorId: string,
  userId: string,
  { decision, reason }: DecidedCluster,
): Promise<void> {
  const suspended = decision === 'suspended';
  await setSuspension(deps, actorId, { userId, suspended, reason });
  if (!suspended) return;
  await endArtistsServing(deps, userId);
  const job = {
    name: settleSuspendedJob,
    payload: { userId, actorId, reason },
    key: `${settleSuspendedJob}:${userId}`,
  };
  await deps.database.transaction((tx) => enqueue(tx, job));
}
