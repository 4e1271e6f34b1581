import { rejectionLabel } from '#contract/rejection-reasons.ts';
import { reviewDecisionMail } from '../accounts/mail-texts.ts';
import { queueMail } from '../accounts/queue-mail.ts';
import type { Transaction } from '../adapters/database/database.ts';
import { enqueue } from '../adapters/jobs/job-queue.ts';
import type { Dependencies } from '../dependencies.ts';
import { reviewForNotice } from './review-store.ts';

/** The name of the job that mails what became of a review. */
export const decisionNoticeJob = 'mail-decision-notice';
/** A decision can be taken back at once: the mail waits and tells what stands by then. */
const waitMilliseconds = 2 * 60_000;

/** Queues the notice of a decision; a later decision on the same review replaces one that still waits. */
export const queueDecisionNotice = (tx: Transaction, reviewId: string, now: Date): Promise<void> =>
  enqueue(tx, {
    name: decisionNoticeJob,
    payload: { reviewId },
    runAt: new Date(now.getTime() + waitMilliseconds),
    key: `${decisionNoticeJob}:${reviewId}`,
  });

/** Mails the listener what was decided about their review; nothing about one that is pending again. */
export async function mailDecisionNotice(
  { database, clock, config }: Pick<Dependencies, 'database' | 'clock' | 'config'>,
  reviewId: string,
): Promise<void> {
  const review = await reviewForNotice.one(database, { id: reviewId });
  if (!review || review.status === 'pending') return;
  const mail = reviewDecisionMail(config.publicUrl, {
    trackTitle: review.trackTitle,
    status: review.status,
    reasonLabel: rejectionLabel(review.decisionReason),
    sentence: review.appealNote ?? review.decisionNote,
    appealOutcome: review.appealOutcome,
  });
  const to = { name: review.displayName, address: review.email };
  await database.transaction((tx) => queueMail(tx, to, mail, clock.now()));
}
