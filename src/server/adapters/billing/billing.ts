import type { IncomingHttpHeaders } from 'node:http';

/** What the provider says about one subscription at this moment. */
export interface SubscriptionFacts {
  readonly id: string;
  readonly customerId: string;
  /** The user we named when the checkout was opened; null on a subscription that was made elsewhere. */
  readonly userId: string | null;
  readonly priceId: string;
  /** `incomplete`: the first payment has not gone through yet. */
  readonly status: 'active' | 'past_due' | 'incomplete' | 'ended';
  readonly startedAt: Date;
  readonly periodStart: Date;
  readonly periodEnd: Date;
  readonly cancelsAtPeriodEnd: boolean;
  /** The price of the next period, where it is another one. */
  readonly nextPriceId: string | null;
  readonly endedAt: Date | null;
}

/** A notice says only that something happened; what is true is read again with `readSubscription`. */
export interface Notice {
  readonly id: string;
  /** Null when the notice is about nothing that concerns us. */
  readonly subscriptionId: string | null;
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

/** Whoever takes the money. Rejects with `BillingUnavailable` when it cannot be asked. */
export interface Billing {
  readonly testMode: boolean;
  /** The provider's price of each plan that can be subscribed to. */
  readonly prices: Readonly<Record<'basic' | 'pro' | 'unlimited', string>>;
  openCheckout(order: CheckoutOrder): Promise<{ readonly url: string }>;
  openPortal(order: PortalOrder): Promise<{ readonly url: string }>;
  /** Undefined when the signature does not fit the body. */
  readNotice(body: Buffer, headers: IncomingHttpHeaders): Promise<Notice | undefined>;
  /** Undefined when the provider knows no such subscription. */
  readSubscription(subscriptionId: string): Promise<SubscriptionFacts | undefined>;
  /** Ends a subscription at once that another one of the same user has replaced, and credits what is left. */
  endReplaced(subscriptionId: string): Promise<void>;
}

export class BillingUnavailable extends Error {
  override readonly name = 'BillingUnavailable';
}
