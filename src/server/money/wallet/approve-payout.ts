import { undoSeconds } from '#contract/business-rules.ts';
import type { Transaction } from '../../adapters/database/database.ts';
import { enqueue } from '../../adapters/jobs/job-queue.ts';
import { completePayoutsJob } from './complete-payouts.ts';
import { type LedgerOutcome, outcomeOf, outcomes } from './ledger-outcomes.ts';
import { completionOf, storeApproval } from './payout-approvals-store.ts';

export interface PayoutApproval {
  readonly payoutId: string;
  /** Null for the rule. */
  readonly approvedBy: string | null;
  /** When it is completed, if not after ten seconds. */
  readonly completesAt?: Date;
}

export interface Approved {
  readonly outcome: LedgerOutcome<'payoutDecision'>;
  readonly listenerId: string | null;
  readonly status: string | null;
  readonly processedAt: Date | null;
  readonly completesAt: Date;
}

/** Until when an approval made now can be undone. */
export const undoEnds = (now: Date): Date => new Date(now.getTime() + undoSeconds * 1000);

/**
 * Approves a pending payout. The server completes it when the time to undo is over, even if the admin's page is closed.
 */
export async function approvePayout(tx: Transaction, approval: PayoutApproval, now: Date): Promise<Approved> {
  const { payoutId, approvedBy, completesAt = undoEnds(now) } = approval;
  const row = await storeApproval.only(tx, { payoutId, approvedBy, now, completesAt });
  const outcome = outcomeOf(outcomes.payoutDecision, row.outcome);
  if (outcome === 'done') await completeAt(tx, completesAt);
  if (outcome !== 'already') return { ...row, outcome, completesAt };
  // Approved before, maybe by someone else.
  const standing = await completionOf.one(tx, { payoutId });
  return { ...row, outcome, completesAt: standing?.completesAt ?? completesAt };
}

/** One job per second completes all approvals of that second. */
export const completeAt = (tx: Transaction, completesAt: Date): Promise<void> =>
  enqueue(tx, {
    name: completePayoutsJob,
    payload: {},
    runAt: completesAt,
    key: `${completePayoutsJob}:${Math.floor(completesAt.getTime() / 1000)}`,
  });
