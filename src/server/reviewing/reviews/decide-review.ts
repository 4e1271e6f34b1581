import type { ReviewDecision } from '#contract/operation/admin/admin-reviews.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { recordAdminAct } from '../../identity/record-admin-act.ts';
import { settleReview } from '../../money/wallet/settle-review.ts';
import { refuseOwn } from '../../trust/linked-accounts/refuse-own.ts';
import { queueDecisionNotice } from './decision-notice.ts';
import { recountListener } from './recount-listener.ts';
import { reviewListener } from './review-store.ts';
import { countInBudget } from './rewards-today.ts';

export interface DecidedReview {
  readonly id: string;
  readonly status: 'approved' | 'rejected';
}

/**
 * Decides a pending review as an admin, or as no one (null), because its listener was suspended. Repeating the same
 * decision returns the first result.
 * @throws Refusal not_found, own_decision, already_decided
 */
export function decideReview(
  deps: Pick<Dependencies, 'database' | 'clock' | 'config'>,
  decidedBy: string | null,
  reviewId: string,
  decision: ReviewDecision,
): Promise<DecidedReview> {
  const now = deps.clock.now();
  return deps.database.transaction(async (tx) => {
    const review = (await reviewListener.one(tx, { id: reviewId })) ?? refuse('not_found');
    const { listenerId, artistId } = review;
    if (decidedBy !== null) await refuseOwn(tx, decidedBy, [listenerId, artistId]);
    if (await settleReview(tx, { reviewId, decidedBy }, decision)) {
      const reason = decision.status === 'rejected' ? { reason: decision.reason } : {};
      const event = `review_${decision.status}` as const;
      const details = { review: reviewId, ...reason };
      await recordAdminAct(tx, { event, userId: listenerId, actorId: decidedBy, details }, now);
      await countInBudget(tx, deps, reviewId);
      await recountListener(tx, deps, listenerId);
      await queueDecisionNotice(tx, reviewId, now);
    }
    return { id: reviewId, status: decision.status };
  });
}
