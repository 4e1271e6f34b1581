import type { Transaction } from '../adapters/database/database.ts';
import { enqueue } from '../adapters/jobs/job-queue.ts';
import type { Dependencies } from '../dependencies.ts';
import { approveReview } from '../wallet/approve-review.ts';
import { judge } from './approval-rules.ts';
import { insertFinding, otherTrackComments, recentOwnComments, reviewToJudge } from './review-store.ts';

const thirtyDays = 30 * 24 * 3600 * 1000;

/**
 * Judges a pending review and leaves one finding for each rule. Clean: approved, after the settable wait. Doubtful: left
 * to people, and approved by itself after the settable days if nobody decides. May run again: it does nothing twice.
 */
export async function judgeReview(deps: Dependencies, reviewId: string): Promise<void> {
  const now = deps.clock.now();
  await deps.database.transaction(async (tx) => {
    const review = await reviewToJudge.one(tx, { id: reviewId });
    if (review?.status !== 'pending') return;
    const clean = await findAll(tx, reviewId, review, now);
    const wait = clean ? deps.config.approvalWaitSeconds : deps.config.doubtfulApprovalDays * 24 * 3600;
    const due = new Date(review.createdAt.getTime() + wait * 1000);
    if (due <= now) await approveReview(tx, { reviewId, decidedBy: null });
    else
      await enqueue(tx, {
        name: 'approve-review',
        payload: { reviewId },
        runAt: due,
        key: `approve-review:${reviewId}`,
      });
  });
}

type Review = NonNullable<Awaited<ReturnType<typeof reviewToJudge.one>>>;

/** Runs every rule, keeps its finding, and answers whether all passed. */
async function findAll(tx: Transaction, reviewId: string, review: Review, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - thirtyDays);
  const own = await recentOwnComments.all(tx, { id: reviewId, listenerId: review.listenerId, since });
  const others = await otherTrackComments.all(tx, { id: reviewId, trackId: review.trackId });
  const findings = judge({
    comment: review.comment,
    provenSeconds: review.listeningTime,
    isOwnTrack: review.isOwnTrack,
    ownComments: own.map((row) => row.comment),
    trackComments: others.map((row) => row.comment),
  });
  for (const finding of findings) await insertFinding.run(tx, { reviewId, ...finding, now });
  return findings.every((finding) => finding.passed);
}
