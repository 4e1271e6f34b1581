import type { PayoutCost } from '#contract/money/payout-transfers/payout-costs.ts';
import type { Cents } from '#contract/primitives.ts';
import type { Dependencies } from '../../dependencies.ts';
import { decodeCursor, type Page, pageOfRows } from '../../foundation/cursor.ts';
import { recordAdminAct } from '../../identity/record-admin-act.ts';
import { refuseOutcome } from '../wallet/ledger-outcomes.ts';
import { bookCost, costsBooked, totalCost } from './books-store.ts';
import { type MoneyAct, moneyAct } from './money-act.ts';

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

const pageSize = 10;

/** The total cost of payouts, and the costs that admins entered, newest first. */
export async function listPayoutCosts(
  { database }: Pick<Dependencies, 'database'>,
  cursor?: string,
): Promise<Page<PayoutCost> & { totalCents: Cents }> {
  const rows = await costsBooked.all(database, { ...decodeCursor(cursor), most: pageSize + 1 });
  const { totalCents } = await totalCost.only(database, {});
  const page = pageOfRows(rows, pageSize, ({ createdAt, ...row }) => ({
    ...row,
    bookedAt: createdAt.toISOString(),
  }));
  return { ...page, totalCents };
}
