import { undoSeconds } from '#contract/business-rules.ts';
import type { Transaction } from '../adapters/database/database.ts';
import { enqueue } from '../adapters/jobs/job-queue.ts';
import { completePayoutsJob } from './complete-payouts.ts';
import { type LedgerOutcome, outcomeOf, outcomes } from './ledger-outcomes.ts';
import { approve } from './payout-approvals-store.ts';

export interface PayoutApproval {
  readonly payoutId: string;
  /** Null: the rule. */
  readonly approvedBy: string | null;
}

export interface Approved {
  readonly outcome: LedgerOutcome<'payoutDecision'>;
  readonly listenerId: string | null;
  readonly status: string | null;
  readonly processedAt: Date | null;
  readonly completesAt: Date;
}

/** Approves a pending payout. The server completes it when the time to undo is over, whoever still looks at it. */
export async function approvePayout(
  tx: Transaction,
  { payoutId, approvedBy }: PayoutApproval,
  now: Date,
): Promise<Approved> {
  const completesAt = new Date(now.getTime() + undoSeconds * 1000);
  const row = await approve.only(tx, { payoutId, approvedBy, now, completesAt });
  const outcome = outcomeOf(outcomes.payoutDecision, row.outcome);
  if (outcome === 'done') {
    // Approved together, completed together: one job for a second.
    const key = `${completePayoutsJob}:${Math.floor(completesAt.getTime() / 1000)}`;
    await enqueue(tx, { name: completePayoutsJob, payload: {}, runAt: completesAt, key });
  }
  return { ...row, outcome, completesAt };
}
