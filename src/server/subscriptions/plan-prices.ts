import type { BilledPlan, PlanOffer } from '#contract/subscriptions.ts';
import type { Billing } from '../adapters/billing/billing.ts';

/** The product's own name of a plan, the same at every provider. */
export const productIdOf = (plan: BilledPlan): string => `earshot_${plan}`;

/** The plan table of the server: what can be subscribed to, from cheap to dear. */
export const planOffers = ({ prices }: Pick<Billing, 'prices'>): PlanOffer[] =>
  (['basic', 'pro', 'unlimited'] as const).map((plan) => ({
    plan,
    productId: productIdOf(plan),
    priceId: prices[plan],
  }));

export const planOfPrice = (billing: Pick<Billing, 'prices'>, priceId: string): BilledPlan | undefined =>
  planOffers(billing).find((offer) => offer.priceId === priceId)?.plan;
