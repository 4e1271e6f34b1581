import type { Transaction } from '../../adapters/database/database.ts';
import { type LedgerOutcome, outcomeOf, outcomes } from './ledger-outcomes.ts';
import { approveAndPayReview } from './ledger-store.ts';

export interface Approval {
  readonly reviewId: string;
  /** Null if the approval rules decided. */
  readonly decidedBy: string | null;
}

/** Approves a pending review and credits its reward, once. A decided review does not change. */
export async function approveReview(tx: Transaction, approval: Approval): Promise<LedgerOutcome<'approval'>> {
  const { outcome } = await approveAndPayReview.only(tx, {
    reviewId: approval.reviewId,
    decidedBy: approval.decidedBy,
  });
  return outcomeOf(outcomes.approval, outcome);
}
