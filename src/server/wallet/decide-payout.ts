import type { ActivityEvent } from '#contract/activity-events.ts';
import { recordAdminAct } from '../accounts/record-admin-act.ts';
import type { Transaction } from '../adapters/database/database.ts';
import { refuse } from '../refusals.ts';
import { outcomeOf, outcomes } from './ledger-outcomes.ts';
import { decide } from './ledger-store.ts';

export interface PayoutDecision {
  readonly payoutId: string;
  readonly decidedBy: string;
  readonly status: 'completed' | 'rejected';
  /** Needed for a rejection; the listener reads it. */
  readonly reason: string | null;
}

export interface DecidedPayout {
  readonly id: string;
  /** 'pending': approved by the first of two admins. */
  readonly status: 'completed' | 'rejected' | 'pending';
  readonly processedAt: string | null;
}

/**
 * Completes or rejects a pending payout request. The same decision again answers the first; the opposite is refused.
 * Once this admin's own completions within 24 hours would pass the amount of the rates, the first approval counts, and another
 * admin completes.
 */
export async function decidePayout(
  tx: Transaction,
  decision: PayoutDecision,
  now: Date,
): Promise<DecidedPayout> {
  const { payoutId, decidedBy, status, reason } = decision;
  const { outcome, ...stored } = await decide.only(tx, { payoutId, decidedBy, decision: status, reason });
  const { listenerId } = stored;
  switch (outcomeOf(outcomes.payoutDecision, outcome)) {
    case 'done':
      await recordDecision(tx, decision, { event: `payout_${status}`, listenerId }, now);
      return { id: payoutId, status, processedAt: stored.processedAt?.toISOString() ?? refuse('broken') };
    case 'already':
      return { id: payoutId, status, processedAt: stored.processedAt?.toISOString() ?? refuse('broken') };
    case 'awaits_second':
      await recordDecision(tx, decision, { event: 'payout_first_approved', listenerId }, now);
      return { id: payoutId, status: 'pending', processedAt: null };
    case 'conflict':
      return refuse('already_decided', { status: stored.status ?? 'decided' });
    case 'missing':
      return refuse('not_found');
    case 'own':
      return refuse('own_decision');
    case 'owed':
      return refuse('money_owed');
    case 'test_account':
      return refuse('test_account');
    case 'halted':
      return refuse('payouts_halted');
    case 'not_admin':
      return refuse('access_denied');
  }
}

const recordDecision = (
  tx: Transaction,
  { payoutId, decidedBy, reason }: PayoutDecision,
  { event, listenerId }: { readonly event: ActivityEvent; readonly listenerId: string | null },
  now: Date,
) => {
  const details = { payout: payoutId, ...(reason === null ? {} : { reason }) };
  return recordAdminAct(tx, { event, userId: listenerId, actorId: decidedBy, details }, now);
};
