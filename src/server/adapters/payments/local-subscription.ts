import type { SubscriptionFacts } from './billing.ts';

/** A subscription of the local provider. */
export interface TestSubscription
  extends Omit<SubscriptionFacts, 'status' | 'isPaid' | 'userId' | 'priceId'> {
  readonly userId: string;
  readonly priceId: string;
  readonly status: 'active' | 'past_due' | 'ended';
  readonly nextPaymentFails: boolean;
}

/** Actions on the portal page. */
export const portalActs = [
  'cancel',
  'resume',
  'keep-plan',
  'fail-next-payment',
  'pay',
  'next-period',
  'pause',
  'unpause',
  'refund',
  'dispute',
  'win-dispute',
  'lose-dispute',
] as const;
export type PortalAct = (typeof portalActs)[number];
/** Actions that affect a payment rather than its subscription. */
const paymentActs = ['refund', 'dispute', 'win-dispute', 'lose-dispute'] as const;
export type PaymentAct = (typeof paymentActs)[number];
export const isPaymentAct = (act: PortalAct): act is PaymentAct => paymentActs.some((known) => known === act);

/** The same day and time one month later (UTC), or the last day of a shorter month. */
export function monthLater(moment: Date): Date {
  const later = new Date(moment);
  later.setUTCMonth(later.getUTCMonth() + 1);
  if (later.getUTCDate() !== moment.getUTCDate()) later.setUTCDate(0);
  return later;
}

/** Applies everything due by now: renewals, failed payments, planned changes and ends. */
export function advanced(subscription: TestSubscription, now: Date): TestSubscription {
  let current = subscription;
  while (current.status !== 'ended' && current.periodEnd <= now) current = nextPeriod(current);
  return current;
}

/** The subscription in its next period. */
function nextPeriod(subscription: TestSubscription): TestSubscription {
  const { periodEnd, cancelsAtPeriodEnd, status, nextPriceId, nextPaymentFails } = subscription;
  // A period left unpaid to its end is not followed by another.
  if (cancelsAtPeriodEnd || status === 'past_due') {
    return { ...subscription, status: 'ended', endedAt: periodEnd, nextPriceId: null };
  }
  return {
    ...subscription,
    priceId: nextPriceId ?? subscription.priceId,
    nextPriceId: null,
    status: nextPaymentFails ? 'past_due' : 'active',
    nextPaymentFails: false,
    periodStart: periodEnd,
    periodEnd: monthLater(periodEnd),
  };
}

/**
 * A more expensive plan starts now, a cheaper one with the next period. `prices` are ordered from cheapest to most
 * expensive.
 */
export function withPrice(
  subscription: TestSubscription,
  priceId: string,
  prices: readonly string[],
): TestSubscription {
  const isCheaper = prices.indexOf(priceId) < prices.indexOf(subscription.priceId);
  if (isCheaper) return { ...subscription, nextPriceId: priceId, cancelsAtPeriodEnd: false };
  return { ...subscription, priceId, nextPriceId: null, cancelsAtPeriodEnd: false };
}

export function afterAct(
  subscription: TestSubscription,
  act: Exclude<PortalAct, PaymentAct>,
  now: Date,
): TestSubscription {
  switch (act) {
    case 'cancel':
      return { ...subscription, cancelsAtPeriodEnd: true, nextPriceId: null };
    case 'resume':
      return { ...subscription, cancelsAtPeriodEnd: false };
    case 'keep-plan':
      return { ...subscription, nextPriceId: null };
    case 'fail-next-payment':
      return { ...subscription, nextPaymentFails: true };
    case 'pay':
      return { ...subscription, status: 'active', nextPaymentFails: false };
    case 'next-period':
      return nextPeriod({ ...subscription, periodEnd: now });
    case 'pause':
      return { ...subscription, collectionPaused: true };
    case 'unpause':
      return { ...subscription, collectionPaused: false };
  }
}
