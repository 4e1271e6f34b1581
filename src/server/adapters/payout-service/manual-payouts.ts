import { csvOf } from '#contract/csv.ts';
import type { PayoutService } from './payout-service.ts';

const header = ['Payout', 'Name', 'E-mail', 'Amount', 'Currency', 'Approved'];

/** By hand: a CSV file, one line for each payout, for the operator's bank. */
export const manualPayouts: PayoutService = {
  handOver: async ({ id, madeAt, orders }) => ({
    name: `payouts-${madeAt.toISOString().slice(0, 10)}-${id.slice(0, 8)}.csv`,
    content: csvOf([
      header,
      ...orders.map((order) => [
        order.payoutId,
        order.recipientName,
        order.recipientEmail,
        { cents: order.amountCents },
        'USD',
        order.approvedAt.toISOString(),
      ]),
    ]),
  }),
};
