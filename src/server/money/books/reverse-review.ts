import type { Dependencies } from '../../dependencies.ts';
import { recordAdminAct } from '../../identity/record-admin-act.ts';
import { refuseOwn } from '../../trust/linked-accounts/refuse-own.ts';
import { recomputeStanding } from '../../trust/standing/recompute-standing.ts';
import { refuseOutcome } from '../wallet/ledger-outcomes.ts';
import { peopleOfReview, reverseApprovedReview } from './books-store.ts';
import { type MoneyAct, moneyAct } from './money-act.ts';

/**
 * Takes back the reward of an approved review, from the available balance first; the rest is owed.
 * @throws Refusal not_found, own_decision; already_decided if the review is not approved
 */
export function reverseReview(
  deps: Pick<Dependencies, 'database' | 'clock' | 'config'>,
  act: MoneyAct,
  reversal: { readonly reviewId: string; readonly reason: string },
): Promise<{ id: string; status: 'reversed' }> {
  const { reviewId, reason } = reversal;
  return moneyAct(deps, act, { call: 'reverseReview', request: reversal }, async (tx) => {
    const review = await peopleOfReview.one(tx, { id: reviewId });
    await refuseOwn(tx, act.admin, [review?.listenerId, review?.artistId]);
    const { outcome, status } = await reverseApprovedReview.only(tx, {
      reviewId,
      decidedBy: act.admin,
      note: reason,
    });
    if (outcome !== 'done' && outcome !== 'already') return refuseOutcome(outcome, status);
    if (outcome === 'done' && review) {
      const { listenerId: userId } = review;
      await recomputeStanding(tx, deps, [userId]);
      const details = { review: reviewId, reason };
      await recordAdminAct(
        tx,
        { event: 'review_reversed', userId, actorId: act.admin, details },
        deps.clock.now(),
      );
    }
    return { id: reviewId, status: 'reversed' };
  });
}
