import type { Dependencies } from '../dependencies.ts';
import { Refusal } from '../refusals.ts';
import { decideReview } from '../reviews/decide-review.ts';
import { decidePayout } from '../wallet/decide-payout.ts';
import { undoApproval } from '../wallet/undo-approval.ts';
import { pendingOf } from './clusters-store.ts';

export const settleSuspendedJob = 'settle-suspended';

interface Settled {
  readonly userId: string;
  readonly actorId: string;
  readonly reason: string;
}

/**
 * Rejects a suspended user's pending reviews and payouts, in the name of the admin who decided their cluster. Decisions
 * made in the meantime stand, and if the suspension was lifted nothing happens.
 */
export async function settleSuspended(
  deps: Pick<Dependencies, 'database' | 'clock' | 'config'>,
  { userId, actorId, reason }: Settled,
): Promise<void> {
  const { payouts, reviews } = await pendingOf.only(deps.database, { userId });
  for (const payoutId of payouts) {
    const rejected = { payoutId, decidedBy: actorId, status: 'rejected', reason } as const;
    const now = deps.clock.now();
    const settle = deps.database.transaction(async (tx) => {
      // An admin or the rule may have approved it in the meantime.
      await undoApproval(tx, { payoutId, undoneBy: actorId }, now);
      await decidePayout(tx, rejected, now);
    });
    await unlessRefused(settle);
  }
  for (const reviewId of reviews) {
    const rejected = { status: 'rejected', reason: 'connected_accounts', sentence: reason } as const;
    await unlessRefused(decideReview(deps, actorId, reviewId, rejected));
  }
}

const unlessRefused = (act: Promise<unknown>): Promise<unknown> =>
  act.catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
  });
