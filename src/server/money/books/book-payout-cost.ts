import type { Cents } from '#contract/primitives.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { recordAdminAct } from '../../identity/record-admin-act.ts';
import { refuseOutcome } from '../wallet/refuse-outcome.ts';
import { type MoneyAct, moneyAct } from './money-act.ts';
import { bookCost } from './payout-costs-store.ts';

/** Books a fee for payouts by a payment service or bank; a negative amount is a refund. @throws Refusal key_reused */
export function bookPayoutCost(
  deps: Pick<Dependencies, 'database' | 'clock'>,
  act: MoneyAct,
  cost: { readonly amountCents: Cents; readonly reason: string },
): Promise<{ id: string }> {
  return moneyAct(deps, act, { call: 'bookPayoutCost', request: cost }, async (tx) => {
    const now = deps.clock.now();
    const { outcome, id } = await bookCost.only(tx, { ...cost, bookedBy: act.admin, key: act.key, now });
    if (id === null || (outcome !== 'done' && outcome !== 'already')) return refuseOutcome(outcome, null);
    if (outcome === 'done') {
      const details = { cents: cost.amountCents, reason: cost.reason };
      const recorded = { event: 'payout_cost_booked', userId: null, actorId: act.admin, details } as const;
      await recordAdminAct(tx, recorded, now);
    }
    return { id };
  });
}
