import type { SubscriptionStatus } from '#contract/plans/subscriptions.ts';

/** An artist without a plan, to whom everything is for sale. */
export const status: SubscriptionStatus = {
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
  offers: (['basic', 'pro', 'unlimited'] as const).map((plan) => ({
    plan,
    productId: `earshot_${plan}`,
    priceId: `price_${plan}`,
  })),
  packs: [
    { pack: 'ten', priceId: 'price_ten' },
    { pack: 'twenty', priceId: 'price_twenty' },
  ],
  testMode: true,
};
