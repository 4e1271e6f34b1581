import { rejectionLabel } from '#contract/reviewing/reviews/rejection-reasons.ts';
import type { Transaction } from '../../adapters/database/database.ts';
import { enqueue } from '../../adapters/jobs/job-queue.ts';
import type { Dependencies } from '../../dependencies.ts';
import { queueNotice } from '../../identity/emails/queue-mail.ts';
import { reviewDecisionMail } from '../../identity/emails/review-mails.ts';
import { approveReview } from '../../money/wallet/settle-review.ts';
import { recomputeStanding } from '../../trust/standing/recompute-standing.ts';
import { standingOf } from '../../trust/standing/standing-of.ts';
import { releaseChosen, setWait } from './judging-store.ts';
import { holdingPress, lockReview, pressedSince } from './readings-store.ts';
import { reviewForNotice } from './review-store.ts';
import { countInBudget } from './rewards-today.ts';

/** Recomputes the standing of a listener one of whose reviews was decided. Once Known, chosen tracks no longer wait for a person. */
export async function recountListener(
  tx: Transaction,
  deps: Pick<Dependencies, 'config' | 'clock'>,
  listenerId: string,
): Promise<void> {
  const before = await standingOf(tx, deps, listenerId);
  await recomputeStanding(tx, deps, [listenerId]);
  if (before !== 'new' || (await standingOf(tx, deps, listenerId)) === 'new') return;
  await releaseChosen.run(tx, { listenerId, now: deps.clock.now() });
}

export const decisionNoticeJob = 'mail-decision-notice';
/** The email waits, because a decision can be undone, and reports the state at that time. */
const waitMilliseconds = 2 * 60_000;

/**
 * Queues the notice of a decision that the listener hears of at once. A later decision on the same review replaces one
 * that is still waiting.
 */
export const queueDecisionNotice = (tx: Transaction, reviewId: string, now: Date): Promise<void> =>
  enqueue(tx, {
    name: decisionNoticeJob,
    payload: { reviewId },
    runAt: new Date(now.getTime() + waitMilliseconds),
    key: `${decisionNoticeJob}:${reviewId}`,
  });

/**
 * Emails the listener the decision, once, unless switched off. Sends nothing if the review is pending again, or
 * approved without an appeal, which the next digest tells.
 */
export function mailDecisionNotice(
  deps: Pick<Dependencies, 'database' | 'clock' | 'config' | 'keys'>,
  reviewId: string,
): Promise<void> {
  return deps.database.transaction(async (tx) => {
    const review = await reviewForNotice.one(tx, { id: reviewId });
    if (!review || review.status === 'pending') return;
    if (review.status === 'approved' && review.appealOutcome === null) return;
    const mail = reviewDecisionMail(deps.config.publicUrl, {
      trackTitle: review.trackTitle,
      status: review.status,
      reasonLabel: rejectionLabel(review.decisionReason),
      sentence: review.appealNote ?? review.decisionNote,
      appealOutcome: review.appealOutcome,
      earnedCents: review.earnedCents,
    });
    const event = [reviewId, review.status, review.appealOutcome ?? 'no appeal'].join(':');
    await queueNotice(tx, deps, { userId: review.listenerId, kind: 'review_decided', event, mail });
  });
}

/** What follows when a review is approved or rejected: the day's budget and the listener's standing. */
export async function followDecision(
  tx: Transaction,
  deps: Pick<Dependencies, 'config' | 'clock'>,
  { id, listenerId }: { readonly id: string; readonly listenerId: string },
): Promise<void> {
  await countInBudget(tx, deps, id);
  await recountListener(tx, deps, listenerId);
}

/**
 * Approves a pending review automatically and pays it. Leaves a decided review unchanged, and postpones one
 * that a person is to read because its artist pressed it.
 */
export async function approveAutomatically(
  tx: Transaction,
  deps: Pick<Dependencies, 'config' | 'clock'>,
  { id, listenerId }: { readonly id: string; readonly listenerId: string },
): Promise<void> {
  // Locked first: an artist may be pressing it.
  await lockReview.one(tx, { reviewId: id });
  const held = await holdingPress.one(tx, { reviewId: id, since: pressedSince(deps.clock.now()) });
  if (held) return void (await setWait.run(tx, { id, waitsFor: 'rules', due: held.until }));
  if ((await approveReview(tx, { reviewId: id, decidedBy: null })) !== 'done') return;
  await followDecision(tx, deps, { id, listenerId });
}
