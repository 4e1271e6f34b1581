import type { Dependencies } from '../dependencies.ts';
import { recomputeStanding } from '../standing/recompute-standing.ts';
import { approveReview } from '../wallet/approve-review.ts';
import { queueDecisionNotice } from './decision-notice.ts';
import { dueReviews } from './judging-store.ts';

/** The job runs every minute: so many a minute are approved by themselves at most. */
const atOnce = 500;

/**
 * Approves the reviews whose wait is over and that nobody has decided, each in a transaction of its own. A review that
 * somebody decides meanwhile stays as they decided it; one that fails keeps none of the others waiting.
 */
export async function approveDueReviews(
  deps: Pick<Dependencies, 'database' | 'clock' | 'config'>,
): Promise<void> {
  const { database, clock } = deps;
  const due = await dueReviews.all(database, { now: clock.now(), most: atOnce });
  const failures: unknown[] = [];
  for (const { id, listenerId } of due) {
    const approving = database.transaction(async (tx) => {
      const outcome = await approveReview(tx, { reviewId: id, decidedBy: null });
      if (outcome !== 'done') return;
      await recomputeStanding(tx, deps, [listenerId]);
      await queueDecisionNotice(tx, id, clock.now());
    });
    await approving.catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some due reviews were not approved.');
}
