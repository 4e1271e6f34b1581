import type { Dependencies } from '../../foundation/dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { recordAdminAct } from '../../identity/record-admin-act.ts';
import { reopenReview, takeBackApproval } from '../../money/wallet/settle-review.ts';
import { refuseOwn } from '../../trust/linked-accounts/refuse-own.ts';
import { standingOf } from '../../trust/standing/standing-of.ts';
import { setWait } from './judging-store.ts';
import { recountListener } from './recount-listener.ts';
import { reviewListener } from './review-store.ts';
import { doubtfulWait } from './review-wait-rules.ts';
import { uncountInBudget } from './rewards-today.ts';

/**
 * Undoes an admin's own decision: the review becomes pending again with the full time to decide. An approval can be undone as
 * long as its whole reward is available.
 * @throws Refusal not_found, own_decision, already_decided, reward_spent
 */
export function undoDecision(
  deps: Pick<Dependencies, 'database' | 'clock' | 'config'>,
  decidedBy: string,
  reviewId: string,
): Promise<void> {
  const now = deps.clock.now();
  return deps.database.transaction(async (tx) => {
    const review = (await reviewListener.one(tx, { id: reviewId })) ?? refuse('not_found');
    await refuseOwn(tx, decidedBy, [review.listenerId, review.artistId]);
    const decided = { reviewId, decidedBy };
    const isApproved = review.status === 'approved' || review.status === 'reversed';
    const isUndone = isApproved ? await takeBackApproval(tx, decided) : await reopenReview(tx, decided);
    if (!isUndone) return refuse('already_decided', { status: review.status });
    await recountListener(tx, deps, review.listenerId);
    if (isApproved) await uncountInBudget(tx, reviewId);
    const standing = await standingOf(tx, deps, review.listenerId);
    const due = new Date(now.getTime() + doubtfulWait(standing, deps.config));
    await setWait.run(tx, { id: reviewId, waitsFor: 'person', due });
    const details = { review: reviewId, was: review.status };
    const act = { event: 'review_decision_undone', userId: review.listenerId, actorId: decidedBy } as const;
    await recordAdminAct(tx, { ...act, details }, now);
  });
}
