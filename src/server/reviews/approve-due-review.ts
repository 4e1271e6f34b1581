import type { Dependencies } from '../dependencies.ts';
import { approveReview } from '../wallet/approve-review.ts';

/** Approves a review whose wait is over. A review that somebody has decided meanwhile stays as it is. */
export async function approveDueReview(deps: Dependencies, reviewId: string): Promise<void> {
  await deps.database.transaction((tx) => approveReview(tx, { reviewId, decidedBy: null }));
}
