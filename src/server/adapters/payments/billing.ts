import type { IncomingHttpHeaders } from 'node:http';
import type { Pack } from '#contract/business-rules.ts';
import type { Cents } from '#contract/primitives.ts';

/** The provider's current view of a subscription. */
export interface SubscriptionFacts {
  readonly id: string;
  readonly customerId: string;
  /** The user we passed when opening the checkout; null if the subscription was created elsewhere. */
  readonly userId: string | null;
  /** If there are several, one of ours; null without any price. */
  readonly priceId: string | null;
  /** `incomplete`: the first payment has not succeeded yet. */
  readonly status: 'active' | 'past_due' | 'incomplete' | 'ended';
  /**
   * Whether nothing is owed for this period and price. A renewal is billed within hours after its period begins, so
   * `active` alone does not mean that it is paid.
   */
  readonly isPaid: boolean;
  /** Whether the operator has paused payment collection. */
  readonly collectionPaused: boolean;
  readonly startedAt: Date;
  readonly periodStart: Date;
  readonly periodEnd: Date;
  readonly cancelsAtPeriodEnd: boolean;
  /** The price of the next period, if it changes. */
  readonly nextPriceId: string | null;
  readonly endedAt: Date | null;
}

/** A notice only says that something happened. The facts are read from the provider afterwards. */
export interface Notice {
  readonly id: string;
  /** The provider's name of the event. */
  readonly kind: string;
  /** The subscription to read; null if the notice names none. */
  readonly subscriptionId: string | null;
  /** The payment that was made, refunded or disputed, and whose subscription or pack has to be read. */
  readonly paymentId: string | null;
  /** Why this notice is ignored, for the log. */
  readonly ignored?: string;
}

/** A payment for a subscription. */
export interface PaymentFacts {
  readonly id: string;
  readonly amountCents: Cents;
  /** The provider's fee; null while unknown. */
  readonly feeCents: Cents | null;
  /** Three lowercase letters. */
  readonly currency: string;
  readonly periodStart: Date;
  readonly periodEnd: Date;
  /** When the user paid. */
  readonly paidAt: Date;
  /** When the money arrived: with a bank debit days later. */
  readonly arrivedAt: Date;
  /** The provider's fingerprint of the card or account used, equal for the same one; null if it gives none. */
  readonly card: string | null;
  readonly reversals: readonly ReversalFacts[];
}

/** A payment for a pack. */
export interface PackPayment extends Omit<PaymentFacts, 'periodStart' | 'periodEnd'> {
  readonly pack: Pack;
  /** The user we passed when opening the checkout. */
  readonly userId: string;
}

/** What a payment was for. */
export type Bought =
  | { readonly subscriptionId: string; readonly paidAt: Date }
  | { readonly packPayment: PackPayment };

/** A refund or dispute of a payment. A dispute that is only an inquiry has moved no money. */
export interface ReversalFacts {
  readonly id: string;
  readonly kind: 'refund' | 'dispute';
  readonly amountCents: Cents;
  readonly feeCents: Cents | null;
  readonly currency: string;
  readonly status: 'pending' | 'succeeded' | 'failed' | 'inquiry' | 'open' | 'won' | 'lost';
  readonly happenedAt: Date;
}

/** What the provider would charge for a price, in the currency's smallest unit. */
export interface PriceFacts {
  readonly amountCents: number | null;
  readonly currency: string;
  /** For example `month`; null for a one-time price. */
  readonly interval: string | null;
  readonly intervalCount: number;
  /** False if the price or its product is archived. */
  readonly isActive: boolean;
}

export interface CheckoutOrder {
  readonly userId: string;
  readonly email: string;
  readonly customerId: string | null;
  readonly priceId: string;
  /** Null to subscribe to a plan. */
  readonly pack: Pack | null;
  /** What is bought, said beside the button that pays. */
  readonly terms: string;
  /** The page to which the provider returns the browser. */
  readonly returnUrl: string;
  /**
   * Identifies the attempt: the same order in the same attempt opens the same checkout, which can only be paid once.
   */
  readonly attempt: string;
}

/** A checkout that can no longer be paid: closed, expired, or paid for this subscription. */
export type ClosedCheckout =
  | { readonly status: 'closed' }
  | { readonly status: 'paid'; readonly subscriptionId: string };

export interface PortalOrder {
  readonly userId: string;
  readonly customerId: string;
  readonly subscriptionId: string;
  readonly returnUrl: string;
}

export interface ChangeOrder extends PortalOrder {
  readonly priceId: string;
}

/** The payment provider. Its calls reject with `BillingUnavailable` if it cannot be reached. */
export interface Billing {
  readonly testMode: boolean;
  /** The provider's price of each plan that can be subscribed to. */
  readonly prices: Readonly<Record<'basic' | 'pro' | 'unlimited', string>>;
  /** Prices that are no longer sold but may still be billed. */
  readonly formerPrices: Readonly<Record<'basic' | 'pro' | 'unlimited', readonly string[]>>;
  /** One-time prices of the packs that are for sale. */
  readonly packPrices: Readonly<Partial<Record<Pack, string>>>;
  /** Opens a page that starts a new subscription, or buys a pack, when it is paid. */
  openCheckout(order: CheckoutOrder): Promise<{ readonly id: string; readonly url: string }>;
  /** Opens a page that changes the running subscription when the user confirms it. */
  openChange(order: ChangeOrder): Promise<{ readonly url: string }>;
  readCheckout(id: string): Promise<{ readonly status: 'open'; readonly url: string } | ClosedCheckout>;
  /** Closes a checkout, so that it can no longer be paid. */
  closeCheckout(id: string): Promise<ClosedCheckout>;
  openPortal(order: PortalOrder): Promise<{ readonly url: string }>;
  /** Undefined if the signature does not match the body, or the body is not a notice. */
  readNotice(body: Buffer, headers: IncomingHttpHeaders): Promise<Notice | undefined>;
  /** Undefined if the provider has no such subscription. */
  readSubscription(subscriptionId: string): Promise<SubscriptionFacts | undefined>;
  /** Immediately ends a subscription, so that it is not billed again. Credits nothing. */
  end(subscriptionId: string): Promise<void>;
  /**
   * Refunds the rest of a payment. Repeating it with the same key, or for a payment already refunded, has no effect.
   * Rejects with `RefundRefused` if the provider refuses.
   */
  refund(paymentId: string, key: string): Promise<void>;
  /** Payments for a subscription since that time, with their refunds and disputes. */
  readPayments(subscriptionId: string, since: Date): Promise<readonly PaymentFacts[]>;
  /** What a payment was for. Undefined if it has not arrived, or was for something else. */
  readBought(paymentId: string): Promise<Bought | undefined>;
  /** `missing`: the provider has no such price. `refused`: it rejected our API key. */
  readPrice(priceId: string): Promise<PriceFacts | 'missing' | 'refused'>;
}

export class BillingUnavailable extends Error {
  override readonly name = 'BillingUnavailable';
}

/** The provider refuses a refund, and retrying does not help. The message is the provider's own. */
export class RefundRefused extends Error {
  override readonly name = 'RefundRefused';
  /** True if the cause is a dispute: once it is won, retrying helps. */
  readonly isDisputed: boolean;

  constructor(words: string, { isDisputed = false }: { readonly isDisputed?: boolean } = {}) {
    super(words);
    this.isDisputed = isDisputed;
  }
}
