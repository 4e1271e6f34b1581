import type { BoughtPack, SubscriptionStatus } from '#contract/plans/subscriptions.ts';
import type { Dependencies } from '../../dependencies.ts';
import { lastingSubscription, pauseOf, type Subscription } from './eligibility-rules.ts';
import { packOffers, planOffers, productIdOf } from './prices.ts';
import { packsOf } from './refund-store.ts';
import { readBilledSubscription } from './subscriptions-store.ts';

/** The caller's plan, from artist_subscriptions alone, without trusting the browser or asking the provider. */
export async function checkSubscription(
  { database, clock, billing }: Pick<Dependencies, 'database' | 'clock' | 'billing'>,
  userId: string,
): Promise<SubscriptionStatus> {
  const known = await readBilledSubscription.one(database, { userId });
  const now = clock.now();
  const lasting = lastingSubscription(known, now);
  const offered = { offers: planOffers(billing), packs: packOffers(billing), testMode: billing.testMode };
  if (!known) return { ...withoutPlan, ...offered };
  if (!lasting) return { ...withoutPlan, endedPlan: endOf(known), ...offered };
  return {
    subscribed: true,
    productId: known.plan === 'icon' ? null : productIdOf(known.plan),
    subscriptionEnd: (known.expiresAt ?? lasting.periodEnd).toISOString(),
    plan: known.plan,
    trial: known.trial,
    isBilled: known.billingSubscriptionId !== null,
    cancelsAtPeriodEnd: known.expiresAt !== null && !known.paymentFailed && !known.trial,
    nextPlan: known.nextPlan,
    paymentFailed: known.paymentFailed,
    awaitsRenewal: lasting.periodEnd <= now && !known.paymentFailed,
    pausedFor: pauseOf(lasting, now),
    endedPlan: null,
    ...offered,
  };
}

type Ended = Pick<Subscription, 'plan' | 'expiresAt' | 'periodEnd'>;
const endOf = ({
  plan,
  expiresAt,
  periodEnd,
  endedFor,
}: Ended & { endedFor: 'refund' | 'dispute' | null }) => ({
  plan,
  endedAt: (expiresAt ?? periodEnd).toISOString(),
  endedFor,
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
  awaitsRenewal: false,
  pausedFor: null,
  endedPlan: null,
} as const;

export async function listBoughtPacks(
  { database }: Pick<Dependencies, 'database'>,
  userId: string,
): Promise<BoughtPack[]> {
  const bought = await packsOf.all(database, { userId, most: 20 });
  return bought.map(({ pack, paidAt, amountCents, backCents, openDisputes, isToRefund }) => ({
    pack,
    paidAt: paidAt.toISOString(),
    amountCents,
    state:
      openDisputes > 0
        ? 'disputed'
        : backCents >= amountCents
          ? 'refunded'
          : isToRefund
            ? 'refunding'
            : 'paid',
  }));
}
