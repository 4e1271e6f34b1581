import type { AppealOutcome, ReviewDecision } from '#contract/operation/admin/admin-reviews.ts';
import type { Transaction } from '../../adapters/database/database.ts';
import { type LedgerOutcome, outcomeOf, outcomes, refuseOutcome } from './ledger-outcomes.ts';
import {
  approveAndPayReview,
  rejectPendingReview,
  reopenRejectedReview,
  settleAppeal,
  takeApprovalBack,
} from './ledger-store.ts';

interface Settled {
  readonly outcome: string;
  readonly status: string | null;
}

/** True if the ledger did it now, false if it was done before; refuses any other outcome. */
function settled({ outcome: text, status }: Settled): boolean {
  const outcome = outcomeOf(outcomes.review, text);
  if (outcome === 'done') return true;
  if (outcome === 'already') return false;
  return refuseOutcome(outcome, status);
}

interface DecidedBy {
  readonly reviewId: string;
  readonly decidedBy: string;
}

interface Decided extends Omit<DecidedBy, 'decidedBy'> {
  /** Null: no admin decides it. */
  readonly decidedBy: string | null;
}

/** Approves a pending review and credits its reward, once. A decided review does not change. */
export async function approveReview(
  tx: Transaction,
  { reviewId, decidedBy }: Decided,
): Promise<LedgerOutcome<'approval'>> {
  const { outcome } = await approveAndPayReview.only(tx, { reviewId, decidedBy });
  return outcomeOf(outcomes.approval, outcome);
}

/**
 * Approves and pays a pending review, or rejects it. Repeating a decision has no effect; the opposite one is refused.
 */
export async function settleReview(
  tx: Transaction,
  { reviewId, decidedBy }: Decided,
  decision: ReviewDecision,
): Promise<boolean> {
  if (decision.status === 'approved')
    return settled(await approveAndPayReview.only(tx, { reviewId, decidedBy }));
  const { reason, sentence: note } = decision;
  return settled(await rejectPendingReview.only(tx, { reviewId, decidedBy, reason, note }));
}

/** Makes a review that the same admin rejected pending again, unless its listener has appealed. */
export const reopenReview = async (tx: Transaction, decided: DecidedBy): Promise<boolean> =>
  settled(await reopenRejectedReview.only(tx, { ...decided }));

/** Makes a review that the same admin approved pending again and takes back its reward, while all of it is available. */
export const takeBackApproval = async (tx: Transaction, decided: DecidedBy): Promise<boolean> =>
  settled(await takeApprovalBack.only(tx, { ...decided }));

/** Grants an appeal, which approves and pays the review, or dismisses it. */
export const settleReviewAppeal = async (
  tx: Transaction,
  decided: DecidedBy,
  { outcome, sentence: note }: { readonly outcome: AppealOutcome; readonly sentence: string },
): Promise<boolean> => settled(await settleAppeal.only(tx, { ...decided, outcome, note }));
