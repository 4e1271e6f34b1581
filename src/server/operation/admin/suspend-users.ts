import { enqueue } from '../../adapters/jobs/job-queue.ts';
import type { Dependencies } from '../../dependencies.ts';
import { forEach } from '../../foundation/for-each.ts';
import { Refusal } from '../../foundation/refusals.ts';
import { type Suspension, setSuspension } from '../../identity/set-suspension.ts';
import { decidePayout, rejectOfSuspended, undoApproval } from '../../money/wallet/decide-payout.ts';
import { endArtistsServing } from '../../music/tracks/end-serving.ts';
import { decideReview } from '../../reviewing/reviews/decide-review.ts';
import {
  type DecidedCluster,
  recordClusterDecision,
} from '../../trust/linked-accounts/clusters-for-admin.ts';
import { refuseOwn } from '../../trust/linked-accounts/refuse-own.ts';
import { pendingOf } from './user-records-store.ts';

/**
 * Suspends a user, or lifts the suspension. Admins can suspend an account linked to theirs, for example one that was
 * taken over, but not lift its suspension.
 * @throws Refusal not_found, own_suspension, own_decision
 */
export async function suspendUser(
  deps: Pick<Dependencies, 'database' | 'clock' | 'config'>,
  actorId: string,
  suspension: Suspension,
): Promise<{ suspendedAt: string | null }> {
  const { userId, suspended } = suspension;
  if (!suspended && userId !== actorId) await refuseOwn(deps.database, actorId, [userId]);
  const answer = await setSuspension(deps, actorId, suspension);
  if (suspended) await endArtistsServing(deps, userId);
  return answer;
}

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

export const settleSuspendedJob = 'settle-suspended';

interface Settled {
  readonly userId: string;
  readonly actorId: string;
  readonly reason: string;
}

/**
 * Rejects a suspended user's pending reviews and payouts, in the name of the admin who decided their cluster, or of no
 * one if that admin may not decide anymore. Decisions made in the meantime stand, and if the suspension was lifted
 * nothing happens.
 */
export async function settleSuspended(deps: Needs, { userId, actorId, reason }: Settled): Promise<void> {
  const { payouts, reviews } = await pendingOf.only(deps.database, { userId });
  for (const payoutId of payouts)
    await unlessDecided(actorId, (adminId) => rejectPayout(deps, { payoutId, adminId, reason }));
  const rejected = { status: 'rejected', reason: 'connected_accounts', sentence: reason } as const;
  for (const reviewId of reviews)
    await unlessDecided(actorId, (adminId) => decideReview(deps, adminId, reviewId, rejected));
}

const rejectPayout = (
  { database, clock }: Needs,
  { payoutId, adminId, reason }: { payoutId: string; adminId: string | null; reason: string },
): Promise<unknown> =>
  database.transaction(async (tx) => {
    const now = clock.now();
    // An admin or the rule may have approved it in the meantime.
    await undoApproval(tx, { payoutId, undoneBy: adminId }, now);
    return adminId === null
      ? rejectOfSuspended(tx, { payoutId, reason }, now)
      : decidePayout(tx, { payoutId, decidedBy: adminId, status: 'rejected', reason }, now);
  });

/** The admin was demoted or suspended since, or is concerned themselves. */
const mayNotDecide = ['access_denied', 'own_decision'];

async function unlessDecided(
  actorId: string,
  act: (adminId: string | null) => Promise<unknown>,
): Promise<void> {
  const refused = await refusalOf(act(actorId));
  if (refused !== null && mayNotDecide.includes(refused)) await refusalOf(act(null));
}

/** The code with which an act was refused; null if it was done. */
const refusalOf = (act: Promise<unknown>): Promise<string | null> =>
  act.then(
    () => null,
    (error: unknown) => {
      if (error instanceof Refusal) return error.code;
      throw error;
    },
  );
