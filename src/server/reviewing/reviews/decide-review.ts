import type { BulkOutcome } from '#contract/bulk-outcome.ts';
import type { AppealOutcome, ReviewDecision } from '#contract/operation/admin/admin-reviews.ts';
import type { Dependencies } from '../../dependencies.ts';
import { forEach } from '../../foundation/for-each.ts';
import { refuse } from '../../foundation/refusals.ts';
import { recordAdminAct } from '../../identity/record-admin-act.ts';
import {
  reopenReview,
  settleReview,
  settleReviewAppeal,
  takeBackApproval,
} from '../../money/wallet/settle-review.ts';
import { refuseOwn } from '../../trust/linked-accounts/refuse-own.ts';
import { standingOf } from '../../trust/standing/standing-of.ts';
import { followDecision, queueDecisionNotice, recountListener } from './after-decision.ts';
import { setWait } from './judging-store.ts';
import { clearPress, lockReview, pressedSince, readPress, unreadPress } from './readings-store.ts';
import { doubtfulWait } from './review-wait-rules.ts';
import { uncountInBudget } from './rewards-today.ts';

interface DecidedReview {
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
    const review = (await lockReview.one(tx, { reviewId })) ?? refuse('not_found');
    const { listenerId, artistId } = review;
    if (decidedBy !== null) {
      await refuseOwn(tx, decidedBy, [listenerId, artistId]);
      // Before the decision: a place that a press frees stays until the appeal is over.
      const saysNothing = decision.status === 'rejected';
      await readPress.run(tx, { reviewId, readBy: decidedBy, saysNothing, since: pressedSince(now), now });
    }
    if (await settleReview(tx, { reviewId, decidedBy }, decision)) {
      const reason = decision.status === 'rejected' ? { reason: decision.reason } : {};
      const event = `review_${decision.status}` as const;
      const details = { review: reviewId, ...reason };
      await recordAdminAct(tx, { event, userId: listenerId, actorId: decidedBy, details }, now);
      await followDecision(tx, deps, { id: reviewId, listenerId });
      await queueDecisionNotice(tx, reviewId, now);
    }
    return { id: reviewId, status: decision.status };
  });
}

type Needs = Pick<Dependencies, 'database' | 'clock' | 'config'>;

/** Decides many reviews the same way. Safe to retry: reviews that already have this decision count as done. */
export const decideReviews = (
  deps: Needs,
  decidedBy: string,
  reviewIds: readonly string[],
  decision: ReviewDecision,
): Promise<BulkOutcome> => forEach(reviewIds, (id) => decideReview(deps, decidedBy, id, decision));

export const undoDecisions = (
  deps: Needs,
  decidedBy: string,
  reviewIds: readonly string[],
): Promise<BulkOutcome> => forEach(reviewIds, (id) => undoDecision(deps, decidedBy, id));

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
    const review = (await lockReview.one(tx, { reviewId })) ?? refuse('not_found');
    const { listenerId, artistId } = review;
    await refuseOwn(tx, decidedBy, [listenerId, artistId]);
    if (decision.outcome === 'granted') await clearPress.run(tx, { reviewId });
    if (await settleReviewAppeal(tx, { reviewId, decidedBy }, decision)) {
      const event = `appeal_${decision.outcome}` as const;
      const details = { review: reviewId };
      await recordAdminAct(tx, { event, userId: listenerId, actorId: decidedBy, details }, now);
      await followDecision(tx, deps, { id: reviewId, listenerId });
      await queueDecisionNotice(tx, reviewId, now);
    }
    return { id: reviewId, status: decision.outcome === 'granted' ? 'approved' : 'rejected' };
  });
}

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
    const review = (await lockReview.one(tx, { reviewId })) ?? refuse('not_found');
    await refuseOwn(tx, decidedBy, [review.listenerId, review.artistId]);
    const decided = { reviewId, decidedBy };
    const isApproved = review.status === 'approved' || review.status === 'reversed';
    const isUndone = isApproved ? await takeBackApproval(tx, decided) : await reopenReview(tx, decided);
    if (!isUndone) return refuse('already_decided', { status: review.status });
    await unreadPress.run(tx, { reviewId, readBy: decidedBy });
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
