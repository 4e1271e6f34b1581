import type { Dependencies } from '../../foundation/dependencies.ts';
import { Refusal } from '../../foundation/refusals.ts';
import { decidePayout, rejectOfSuspended } from '../../money/wallet/decide-payout.ts';
import { undoApproval } from '../../money/wallet/undo-approval.ts';
import { decideReview } from '../../reviewing/reviews/decide-review.ts';
import { pendingOf } from './clusters-store.ts';

export const settleSuspendedJob = 'settle-suspended';

type Needs = Pick<Dependencies, 'database' | 'clock' | 'config'>;

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
    await unlessDecided(actorId, (by) => rejectPayout(deps, { payoutId, by, reason }));
  const rejected = { status: 'rejected', reason: 'connected_accounts', sentence: reason } as const;
  for (const reviewId of reviews)
    await unlessDecided(actorId, (by) => decideReview(deps, by, reviewId, rejected));
}

const rejectPayout = (
  { database, clock }: Needs,
  { payoutId, by, reason }: { payoutId: string; by: string | null; reason: string },
): Promise<unknown> =>
  database.transaction(async (tx) => {
    const now = clock.now();
    // An admin or the rule may have approved it in the meantime.
    await undoApproval(tx, { payoutId, undoneBy: by }, now);
    return by === null
      ? rejectOfSuspended(tx, { payoutId, reason }, now)
      : decidePayout(tx, { payoutId, decidedBy: by, status: 'rejected', reason }, now);
  });

/** The admin was demoted or suspended since, or is concerned themselves. */
const mayNotDecide = ['access_denied', 'own_decision'];

async function unlessDecided(actorId: string, act: (by: string | null) => Promise<unknown>): Promise<void> {
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
