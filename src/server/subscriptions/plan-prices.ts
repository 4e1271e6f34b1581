import type { BilledPlan, PlanOffer } from '#contract/subscriptions/subscriptions.ts';
import type { Billing } from '../adapters/billing/billing.ts';

/** The product's own name of a plan, the same at every provider. */
export const productIdOf = (plan: BilledPlan): string => `earshot_${plan}`;

/** From cheap to dear. */
export const billedPlans = ['basic', 'pro', 'unlimited'] as const satisfies readonly BilledPlan[];

/** The plan table of the server: what can be subscribed to, from cheap to dear. */
export const planOffers = ({ prices }: Pick<Billing, 'prices'>): PlanOffer[] =>
  billedPlans.map((plan) => ({
    plan,
    productId: productIdOf(plan),
    priceId: prices[plan],
  }));

/** The plan that a price is for, also where the price is no longer sold. */
export const planOfPrice = (
  { prices, formerPrices }: Pick<Billing, 'prices' | 'formerPrices'>,
  priceId: string,
): BilledPlan | undefined =>
  billedPlans.find((plan) => prices[plan] === priceId || formerPrices[plan].includes(priceId));

/** The plan that is sold at this price now. */
export const planSoldAt = ({ prices }: Pick<Billing, 'prices'>, priceId: string): BilledPlan | undefined =>
  billedPlans.find((plan) => prices[plan] === priceId);
