import type { BilledSubscription } from './billed-subscription-rules.ts';

/** Two presses within this time are one attempt. */
export const attemptMilliseconds = 10 * 60_000;

/** No request that was made before this is still repeated, so what it opened can be forgotten once it is closed. */
export const longBefore = (now: Date): Date => new Date(now.getTime() - 6 * attemptMilliseconds);

interface OpenCheckout {
  readonly priceId: string;
  readonly customerId: string | null;
  readonly openedAt: Date;
  /** An earlier page is being closed by another tab. */
  readonly isNewest: boolean;
}

/** Whether an open checkout can be used again for this order, in the same attempt. */
export const isSameOrder = (
  open: OpenCheckout,
  { priceId, customerId }: Pick<OpenCheckout, 'priceId' | 'customerId'>,
  now: Date,
): boolean =>
  open.isNewest &&
  open.priceId === priceId &&
  open.customerId === customerId &&
  now.getTime() - open.openedAt.getTime() < attemptMilliseconds;

/**
 * Whether the plan that a checkout has paid for is still to come: its notice is on its way, or a bank is still moving the
 * money. Undefined facts: the provider no longer has the subscription.
 */
export const isPlanToCome = (
  facts: Pick<BilledSubscription, 'id' | 'status'> | undefined,
  knownSubscriptionId: string | null,
): boolean =>
  facts !== undefined &&
  (facts.status === 'active' || facts.status === 'incomplete') &&
  facts.id !== knownSubscriptionId;

/** Whether the first payment of a plan failed. The provider would try it again, also after another plan was paid. */
export const isFirstPaymentFailed = (
  facts: Pick<BilledSubscription, 'id' | 'status'> | undefined,
  knownSubscriptionId: string | null,
): boolean => facts?.status === 'past_due' && facts.id !== knownSubscriptionId;
