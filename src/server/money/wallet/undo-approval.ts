import type { Transaction } from '../../adapters/database/database.ts';
import { recordAdminAct } from '../../identity/record-admin-act.ts';
import { refuseDecision, refuseOwnPayout } from './decide-payout.ts';
import { outcomeOf, outcomes } from './ledger-outcomes.ts';
import { withdrawApproval } from './payout-approvals-store.ts';

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
