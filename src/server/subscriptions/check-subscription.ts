import type { SubscriptionStatus } from '#contract/subscriptions.ts';
import type { Dependencies } from '../dependencies.ts';
import { runningSubscription, type Subscription } from './eligibility-rules.ts';
import { planOffers, productIdOf } from './plan-prices.ts';
import { readBilledSubscription } from './subscriptions-store.ts';

/** The caller's plan, derived from artist_subscriptions alone: the browser and the provider are not asked. */
export async function checkSubscription(
  { database, clock, billing }: Pick<Dependencies, 'database' | 'clock' | 'billing'>,
  userId: string,
): Promise<SubscriptionStatus> {
  const known = await readBilledSubscription.one(database, { userId });
  const running = runningSubscription(known, clock.now());
  const offered = { offers: planOffers(billing), testMode: billing.testMode };
  if (!known) return { ...withoutPlan, ...offered };
  if (!running) return { ...withoutPlan, endedPlan: endOf(known), ...offered };
  return {
    subscribed: true,
    productId: known.plan === 'icon' ? null : productIdOf(known.plan),
    subscriptionEnd: (known.expiresAt ?? running.periodEnd).toISOString(),
    plan: known.plan,
    trial: known.trial,
    isBilled: known.billingSubscriptionId !== null,
    cancelsAtPeriodEnd: known.expiresAt !== null && !known.paymentFailed && !known.trial,
    nextPlan: known.nextPlan,
    paymentFailed: known.paymentFailed,
    endedPlan: null,
    ...offered,
  };
}

const endOf = ({ plan, expiresAt, periodEnd }: Pick<Subscription, 'plan' | 'expiresAt' | 'periodEnd'>) => ({
  plan,
  endedAt: (expiresAt ?? periodEnd).toISOString(),
});

const withoutPlan = {
  subscribed: false,
  productId: null,
  subscriptionEnd: null,
  plan: null,
  trial: false,
  isBilled: false,
  cancelsAtPeriodEnd: false,
  nextPlan: null,
  paymentFailed: false,
  endedPlan: null,
} as const;
