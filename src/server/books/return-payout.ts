import { recordAdminAct } from '../accounts/record-admin-act.ts';
import type { Dependencies } from '../dependencies.ts';
import { refuseOutcome } from '../wallet/refuse-outcome.ts';
import { listenerOfPayout, returnToListener } from './books-store.ts';
import { type MoneyAct, moneyAct } from './money-act.ts';

/**
 * Books a completed payout back that did not arrive; what is owed is settled first. Refuses 'not_found', 'own_decision' and
 * 'already_decided' for one that was not completed, or that a payment service has had for less than 14 days.
 */
export function returnPayout(
  deps: Pick<Dependencies, 'database' | 'clock'>,
  act: MoneyAct,
  returned: { readonly payoutId: string; readonly reason: string },
): Promise<{ id: string; status: 'rejected'; returnedAt: string }> {
  const { payoutId, reason } = returned;
  return moneyAct(deps, act, { call: 'returnPayout', request: returned }, async (tx) => {
    const now = deps.clock.now();
    const row = await returnToListener.only(tx, { payoutId, returnedBy: act.admin, reason, now });
    const isReturned = row.outcome === 'done' || row.outcome === 'already';
    if (!isReturned || row.returnedAt === null) return refuseOutcome(row.outcome, row.status);
    if (row.outcome === 'done') {
      const { listenerId: userId } = await listenerOfPayout.only(tx, { id: payoutId });
      const details = { payout: payoutId, reason };
      await recordAdminAct(tx, { event: 'payout_returned', userId, actorId: act.admin, details }, now);
    }
    return { id: payoutId, status: 'rejected', returnedAt: row.returnedAt.toISOString() };
  });
}
