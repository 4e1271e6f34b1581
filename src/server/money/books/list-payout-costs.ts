import type { PayoutCost } from '#contract/money/payout-transfers/payout-costs.ts';
import type { Cents } from '#contract/primitives.ts';
import { decodeCursor, type Page, pageOfRows } from '../../foundation/cursor.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { costsBooked, totalCost } from './payout-costs-store.ts';

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
