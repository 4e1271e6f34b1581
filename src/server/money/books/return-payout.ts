import type { Dependencies } from '../../foundation/dependencies.ts';
import { recordAdminAct } from '../../identity/record-admin-act.ts';
import { refuseOwn } from '../../trust/linked-accounts/refuse-own.ts';
import { refuseOutcome } from '../wallet/refuse-outcome.ts';
import { listenerOfPayout, returnToListener } from './books-store.ts';
import { type MoneyAct, moneyAct } from './money-act.ts';

/**
 * Returns a completed payout that did not arrive to the balance, settling what is owed first.
 * @throws Refusal not_found, own_decision; already_decided if it was not completed, or a payment service has had it for
 * less than 14 days
 */
export function returnPayout(
  deps: Pick<Dependencies, 'database' | 'clock'>,
  act: MoneyAct,
  returned: { readonly payoutId: string; readonly reason: string },
): Promise<{ id: string; status: 'rejected'; returnedAt: string }> {
  const { payoutId, reason } = returned;
  return moneyAct(deps, act, { call: 'returnPayout', request: returned }, async (tx) => {
    const now = deps.clock.now();
    const payout = await listenerOfPayout.one(tx, { id: payoutId });
    await refuseOwn(tx, act.admin, [payout?.listenerId]);
    const row = await returnToListener.only(tx, { payoutId, returnedBy: act.admin, reason, now });
    const isReturned = row.outcome === 'done' || row.outcome === 'already';
    if (!isReturned || row.returnedAt === null) return refuseOutcome(row.outcome, row.status);
    if (row.outcome === 'done' && payout) {
      const { listenerId: userId } = payout;
      const details = { payout: payoutId, reason };
      await recordAdminAct(tx, { event: 'payout_returned', userId, actorId: act.admin, details }, now);
    }
    return { id: payoutId, status: 'rejected', returnedAt: row.returnedAt.toISOString() };
  });
}
