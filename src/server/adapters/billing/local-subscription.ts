import type { SubscriptionFacts } from './billing.ts';

/** A subscription in the books of the local provider. */
export interface TestSubscription extends Omit<SubscriptionFacts, 'status' | 'userId' | 'priceId'> {
  readonly userId: string;
  readonly priceId: string;
  readonly status: 'active' | 'past_due' | 'ended';
  readonly nextPaymentFails: boolean;
}

/** What can be done with a subscription on the portal's page. */
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
/** What happens to a payment, and not to its subscription. */
const paymentActs = ['refund', 'dispute', 'win-dispute', 'lose-dispute'] as const;
export type PaymentAct = (typeof paymentActs)[number];
export const isPaymentAct = (act: PortalAct): act is PaymentAct => paymentActs.some((known) => known === act);

/** The same day and time one month later in UTC, or the last day of a shorter month. */
export function monthLater(moment: Date): Date {
  const later = new Date(moment);
  later.setUTCMonth(later.getUTCMonth() + 1);
  if (later.getUTCDate() !== moment.getUTCDate()) later.setUTCDate(0);
  return later;
}

/** Everything that has come due until now: renewals, failed payments, planned changes and ends. */
export function advanced(subscription: TestSubscription, now: Date): TestSubscription {
  let current = subscription;
  while (current.status !== 'ended' && current.periodEnd <= now) current = nextPeriod(current);
  return current;
}

/** The subscription in the period that begins where the running one ends. */
function nextPeriod(subscription: TestSubscription): TestSubscription {
  const { periodEnd, cancelsAtPeriodEnd, status, nextPriceId, nextPaymentFails } = subscription;
  // Who has not paid for a whole period gets no further one.
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

/** A dearer plan begins now, a cheaper one with the next period. `prices` are ordered from cheap to dear. */
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
