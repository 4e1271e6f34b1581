import type { IncomingHttpHeaders } from 'node:http';
import type { Cents } from '#contract/primitives.ts';

/** What the provider says about one subscription at this moment. */
export interface SubscriptionFacts {
  readonly id: string;
  readonly customerId: string;
  /** The user we named when the checkout was opened; null on a subscription that was made elsewhere. */
  readonly userId: string | null;
  /** One of ours where there are several; null on a subscription without any price. */
  readonly priceId: string | null;
  /** `incomplete`: the first payment has not gone through yet. */
  readonly status: 'active' | 'past_due' | 'incomplete' | 'ended';
  /** Whether the operator has paused the collection of payments. */
  readonly collectionPaused: boolean;
  readonly startedAt: Date;
  readonly periodStart: Date;
  readonly periodEnd: Date;
  readonly cancelsAtPeriodEnd: boolean;
  /** The price of the next period, where it is another one. */
  readonly nextPriceId: string | null;
  readonly endedAt: Date | null;
}

/** A notice says only that something happened. What is true is read again at the provider. */
export interface Notice {
  readonly id: string;
  /** The provider's name for what happened. */
  readonly kind: string;
  /** The subscription to read again; null when the notice names none. */
  readonly subscriptionId: string | null;
  /** The payment that was refunded or disputed; its subscription is read again. */
  readonly chargeId: string | null;
  /** Why nothing is done with this notice, for the log. */
  readonly ignored?: string;
}

/** A payment for a subscription. */
export interface PaymentFacts {
  readonly id: string;
  readonly amountCents: Cents;
  /** What the provider keeps of it; null while that is not known. */
  readonly feeCents: Cents | null;
  /** Three lowercase letters. */
  readonly currency: string;
  readonly periodStart: Date;
  readonly periodEnd: Date;
  readonly paidAt: Date;
  /** The provider's name for the card or account that was paid with, the same for the same one; null where it tells none. */
  readonly card: string | null;
  readonly reversals: readonly ReversalFacts[];
}

/** A refund or a dispute of a payment. A dispute that is only an inquiry has taken no money back. */
export interface ReversalFacts {
  readonly id: string;
  readonly kind: 'refund' | 'dispute';
  readonly amountCents: Cents;
  readonly feeCents: Cents | null;
  readonly currency: string;
  readonly status: 'pending' | 'succeeded' | 'failed' | 'inquiry' | 'open' | 'won' | 'lost';
  readonly happenedAt: Date;
}

/** What the provider would charge for a price. */
export interface PriceFacts {
  readonly amountCents: number | null;
  readonly currency: string;
  /** For example `month`; null for a price that is paid once. */
  readonly interval: string | null;
  readonly intervalCount: number;
  /** False when the price or its product is archived. */
  readonly isActive: boolean;
}

export interface CheckoutOrder {
  readonly userId: string;
  readonly email: string;
  readonly customerId: string | null;
  readonly priceId: string;
  /** The running subscription that changes to the price; null begins a new one. */
  readonly subscriptionId: string | null;
  /** Where the provider sends the browser afterwards. */
  readonly returnUrl: string;
  /** Names the attempt: the same order in the same attempt opens the same checkout, which can be paid once. */
  readonly attempt: string;
}

export interface PortalOrder {
  readonly userId: string;
  readonly customerId: string;
  readonly subscriptionId: string;
  readonly returnUrl: string;
}

/** The payment provider. Its calls reject with `BillingUnavailable` if it cannot be reached. */
export interface Billing {
  readonly testMode: boolean;
  /** The provider's price of each plan that can be subscribed to. */
  readonly prices: Readonly<Record<'basic' | 'pro' | 'unlimited', string>>;
  /** Prices that are no longer sold but may still be billed. */
  readonly formerPrices: Readonly<Record<'basic' | 'pro' | 'unlimited', readonly string[]>>;
  openCheckout(order: CheckoutOrder): Promise<{ readonly url: string }>;
  openPortal(order: PortalOrder): Promise<{ readonly url: string }>;
  /** Undefined when the signature does not fit the body, or the body is no notice. */
  readNotice(body: Buffer, headers: IncomingHttpHeaders): Promise<Notice | undefined>;
  /** Undefined when the provider knows no such subscription. */
  readSubscription(subscriptionId: string): Promise<SubscriptionFacts | undefined>;
  /** Ends a subscription at once that another one of the same user has replaced, and credits what is left. */
  endReplaced(subscriptionId: string): Promise<void>;
  /** Ends a subscription at once whose money went back, so that nobody is billed for it again. Nothing is credited. */
  endReversed(subscriptionId: string): Promise<void>;
  /**
   * Refunds what is left of a payment; asked again with the same key, or for one that is refunded already, it does nothing. Rejects
   * with `RefundRefused` when the provider will not.
   */
  refund(paymentId: string, key: string): Promise<void>;
  /** What was paid for a subscription since then, with refunds and disputes. */
  readPayments(subscriptionId: string, since: Date): Promise<readonly PaymentFacts[]>;
  /** The subscription that a payment was for, and when it was billed. Undefined when it was for something else. */
  subscriptionOfCharge(
    chargeId: string,
  ): Promise<{ readonly subscriptionId: string; readonly paidAt: Date } | undefined>;
  /** `missing`: the provider has no such price. `refused`: it does not accept our key. */
  readPrice(priceId: string): Promise<PriceFacts | 'missing' | 'refused'>;
}

export class BillingUnavailable extends Error {
  override readonly name = 'BillingUnavailable';
}

/** The provider does not refund a payment, and asking again does not help. Its message are the provider's own words. */
export class RefundRefused extends Error {
  override readonly name = 'RefundRefused';
  /** Because the payment is disputed: once the dispute is won, asking again helps. */
  readonly isDisputed: boolean;

  constructor(words: string, { isDisputed = false }: { readonly isDisputed?: boolean } = {}) {
    super(words);
    this.isDisputed = isDisputed;
  }
}
