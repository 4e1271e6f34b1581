import { recordAdminAct } from '../accounts/record-admin-act.ts';
import type { Transaction } from '../adapters/database/database.ts';
import { refuseDecision } from './decide-payout.ts';
import { outcomeOf, outcomes } from './ledger-outcomes.ts';
import { undo } from './payout-approvals-store.ts';

/**
 * Takes an approval back while its payout is not completed: the request is pending as before. A repeat changes nothing.
 * Refuses 'not_found', 'own_decision' and 'already_decided'.
 */
export async function undoApproval(
  tx: Transaction,
  { payoutId, undoneBy }: { readonly payoutId: string; readonly undoneBy: string },
  now: Date,
): Promise<void> {
  const { outcome: text, listenerId, status } = await undo.only(tx, { payoutId, undoneBy });
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
