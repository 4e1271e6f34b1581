import type { AppealOutcome } from '#contract/operation/admin/admin-reviews.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { recordAdminAct } from '../../identity/record-admin-act.ts';
import { settleReviewAppeal } from '../../money/wallet/settle-review.ts';
import { refuseOwn } from '../../trust/linked-accounts/refuse-own.ts';
import type { DecidedReview } from './decide-review.ts';
import { queueDecisionNotice } from './decision-notice.ts';
import { recountListener } from './recount-listener.ts';
import { reviewListener } from './review-store.ts';
import { countInBudget } from './rewards-today.ts';

/**
 * Decides the appeal against a rejection, once. Repeating the same decision returns the first result.
 * @throws Refusal not_found, own_decision, already_decided, not_appealed, same_admin
 */
export function decideAppeal(
  deps: Pick<Dependencies, 'database' | 'clock' | 'config'>,
  decidedBy: string,
  reviewId: string,
  decision: { readonly outcome: AppealOutcome; readonly sentence: string },
): Promise<DecidedReview> {
  const now = deps.clock.now();
  return deps.database.transaction(async (tx) => {
    const review = (await reviewListener.one(tx, { id: reviewId })) ?? refuse('not_found');
    const { listenerId, artistId } = review;
    await refuseOwn(tx, decidedBy, [listenerId, artistId]);
    if (await settleReviewAppeal(tx, { reviewId, decidedBy }, decision)) {
      const event = `appeal_${decision.outcome}` as const;
      const details = { review: reviewId };
      await recordAdminAct(tx, { event, userId: listenerId, actorId: decidedBy, details }, now);
      await countInBudget(tx, deps, reviewId);
      await recountListener(tx, deps, listenerId);
      await queueDecisionNotice(tx, reviewId, now);
    }
    return { id: reviewId, status: decision.outcome === 'granted' ? 'approved' : 'rejected' };
  });
}
