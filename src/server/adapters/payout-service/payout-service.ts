import type { Cents } from '#contract/primitives.ts';

/** One approved payout on its way to its listener. */
export interface PayoutOrder {
  /** Also the idempotency key: however often it is handed over, it is paid once. */
  readonly payoutId: string;
  readonly recipientName: string;
  readonly recipientEmail: string;
  readonly amountCents: Cents;
  readonly approvedAt: Date;
}

export interface PayoutExportToHandOver {
  readonly id: string;
  readonly madeAt: Date;
  readonly orders: readonly PayoutOrder[];
}

/** Who moves the money: the operator by hand, or a payment service such as Stripe Connect. */
export interface PayoutService {
  /** Hands the orders over. Answers the file that a person has to carry to the bank, or null when there is none. */
  handOver(payouts: PayoutExportToHandOver): Promise<{ name: string; content: string } | null>;
}
