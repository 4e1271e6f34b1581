import type { Transaction } from '../../adapters/database/database.ts';
import { refuse } from '../../foundation/refusals.ts';
import { recordAdminAct } from '../../identity/record-admin-act.ts';
import { refuseOwn } from '../../trust/linked-accounts/refuse-own.ts';
import { approvePayout } from './approve-payout.ts';
import { type LedgerOutcome, outcomeOf, outcomes, refuseOutcome } from './ledger-outcomes.ts';
import { rejectPayout, withdrawApproval } from './ledger-store.ts';
import { listenerOfPayout, reasonOfPayout } from './payouts-store.ts';

export interface PayoutDecision {
  readonly payoutId: string;
  readonly decidedBy: string;
  readonly status: 'completed' | 'rejected';
  /** Required for a rejection, and shown to the listener. */
  readonly reason: string | null;
  /** When an approval is completed, if not after ten seconds. */
  readonly completesAt?: Date;
}

export interface DecidedPayout {
  readonly id: string;
  /** 'pending': approved and due at `completesAt`; if that is null, approved by the first of two admins. */
  readonly status: 'completed' | 'rejected' | 'pending';
  readonly processedAt: string | null;
  readonly completesAt: string | null;
}

/**
 * Approves or rejects a pending payout request. Repeating a decision returns the first result; the opposite one, or a
 * rejection with another reason, is refused. Once this admin's approvals within 24 hours exceed the configured amount,
 * theirs is the first of two, and another admin has to approve as well.
 * @throws Refusal own_decision and those of `refuseDecision`
 */
export async function decidePayout(
  tx: Transaction,
  decision: PayoutDecision,
  now: Date,
): Promise<DecidedPayout> {
  await refuseOwnPayout(tx, decision.decidedBy, decision.payoutId);
  return decision.status === 'completed' ? approve(tx, decision, now) : reject(tx, decision, now);
}

/** Refuses a decision about the money of an account of the admin or one linked to it. @throws Refusal own_decision */
export async function refuseOwnPayout(tx: Transaction, adminId: string, payoutId: string): Promise<void> {
  const payout = await listenerOfPayout.one(tx, { id: payoutId });
  await refuseOwn(tx, adminId, [payout?.listenerId]);
}

async function approve(
  tx: Transaction,
  { payoutId, decidedBy, completesAt }: PayoutDecision,
  now: Date,
): Promise<DecidedPayout> {
  const approval = { payoutId, approvedBy: decidedBy, ...(completesAt && { completesAt }) };
  const approved = await approvePayout(tx, approval, now);
  const { outcome, listenerId: userId, status, processedAt } = approved;
  switch (outcome) {
    case 'done':
    case 'already':
      return processedAt === null
        ? {
            id: payoutId,
            status: 'pending',
            processedAt: null,
            completesAt: approved.completesAt.toISOString(),
          }
        : {
            id: payoutId,
            status: 'completed',
            processedAt: processedAt.toISOString(),
            completesAt: null,
          };
    case 'awaits_second': {
      const details = { payout: payoutId };
      await recordAdminAct(tx, { event: 'payout_first_approved', userId, actorId: decidedBy, details }, now);
      return { id: payoutId, status: 'pending', processedAt: null, completesAt: null };
    }
    default:
      return refuseDecision(outcome, status);
  }
}

/** Rejects a pending payout of a suspended listener without an admin. @throws those of `refuseDecision` */
export const rejectOfSuspended = (
  tx: Transaction,
  { payoutId, reason }: Pick<PayoutDecision, 'payoutId' | 'reason'>,
  now: Date,
): Promise<DecidedPayout> => reject(tx, { payoutId, decidedBy: null, status: 'rejected', reason }, now);

interface Rejection extends Omit<PayoutDecision, 'decidedBy' | 'completesAt'> {
  readonly decidedBy: string | null;
}

async function reject(tx: Transaction, decision: Rejection, now: Date): Promise<DecidedPayout> {
  const { payoutId, decidedBy, status, reason } = decision;
  const row = await rejectPayout.only(tx, { payoutId, decidedBy, reason });
  const outcome = outcomeOf(outcomes.payoutDecision, row.outcome);
  if (outcome !== 'done' && outcome !== 'already') return refuseDecision(outcome, row.status);
  // The listener reads the first reason only.
  if (outcome === 'already' && (await reasonOfPayout.only(tx, { id: payoutId })).reason !== reason)
    return refuseDecision('conflict', row.status);
  if (outcome === 'done') {
    const details = { payout: payoutId, ...(reason === null ? {} : { reason }) };
    const act = { event: 'payout_rejected', userId: row.listenerId, actorId: decidedBy, details } as const;
    await recordAdminAct(tx, act, now);
  }
  const processedAt = row.processedAt?.toISOString() ?? refuse('broken');
  return { id: payoutId, status, processedAt, completesAt: null };
}

/**
 * Refuses with the ledger's reason for not accepting a decision about a payout. A pending one with a decision is about
 * to be completed.
 */
export const refuseDecision = (outcome: LedgerOutcome<'payoutDecision'>, status: string | null): never =>
  refuseOutcome(outcome, status === 'pending' ? 'approved' : status);

/**
 * Undoes an approval before its payout is completed: the request is pending again. Repeats change nothing. By no one
 * (null): its listener was suspended.
 * @throws Refusal not_found, own_decision, already_decided
 */
export async function undoApproval(
  tx: Transaction,
  { payoutId, undoneBy }: { readonly payoutId: string; readonly undoneBy: string | null },
  now: Date,
): Promise<void> {
  if (undoneBy !== null) await refuseOwnPayout(tx, undoneBy, payoutId);
  const { outcome: text, listenerId, status } = await withdrawApproval.only(tx, { payoutId, undoneBy });
  const outcome = outcomeOf(outcomes.payoutDecision, text);
  if (outcome === 'already') return;
  if (outcome !== 'done') return refuseDecision(outcome, status);
  const details = { payout: payoutId };
  await recordAdminAct(
    tx,
    { event: 'payout_approval_undone', userId: listenerId, actorId: undoneBy, details },
    now,
  );
}
