import { csvOf } from '#contract/csv.ts';
import type { Cents } from '#contract/primitives.ts';

/** One approved payout on its way to its listener. */
interface PayoutOrder {
  /** Also the idempotency key: however often it is handed over, it is paid once. */
  readonly payoutId: string;
  readonly recipientName: string;
  readonly recipientEmail: string;
  readonly amountCents: Cents;
  readonly approvedAt: Date;
}

interface PayoutExportToHandOver {
  readonly id: string;
  readonly madeAt: Date;
  readonly orders: readonly PayoutOrder[];
}

/** Who moves the money: the operator by hand, or a payment service such as Stripe Connect. */
export interface PayoutService {
  /** Hands the orders over. Answers the file that a person has to carry to the bank, or null when there is none. */
  handOver(payouts: PayoutExportToHandOver): Promise<{ name: string; content: string } | null>;
}

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
