import type { Pack } from '#contract/business-rules.ts';
import type { BilledPlan, PackOffer, PlanOffer } from '#contract/plans/subscriptions.ts';
import type { Billing } from '../../adapters/payments/billing.ts';

/** The product's id of a plan, the same at every provider. */
export const productIdOf = (plan: BilledPlan): string => `earshot_${plan}`;

/** Cheapest first. */
export const billedPlans = ['basic', 'pro', 'unlimited'] as const satisfies readonly BilledPlan[];

/** The plans that can be subscribed to, cheapest first. */
export const planOffers = ({ prices }: Pick<Billing, 'prices'>): PlanOffer[] =>
  billedPlans.map((plan) => ({
    plan,
    productId: productIdOf(plan),
    priceId: prices[plan],
  }));

/** The plan of a price, even if the price is no longer sold. */
export const planOfPrice = (
  { prices, formerPrices }: Pick<Billing, 'prices' | 'formerPrices'>,
  priceId: string,
): BilledPlan | undefined =>
  billedPlans.find((plan) => prices[plan] === priceId || formerPrices[plan].includes(priceId));

/** The plan currently sold at this price. */
export const planSoldAt = ({ prices }: Pick<Billing, 'prices'>, priceId: string): BilledPlan | undefined =>
  billedPlans.find((plan) => prices[plan] === priceId);

/** The pack sold at this price. */
export const packSoldAt = (billing: Pick<Billing, 'packPrices'>, priceId: string): Pack | undefined =>
  packOffers(billing).find((offer) => offer.priceId === priceId)?.pack;

const packNames = ['ten', 'twenty'] as const satisfies readonly Pack[];

/** The packs that can be bought. */
export const packOffers = ({ packPrices }: Pick<Billing, 'packPrices'>): PackOffer[] =>
  packNames.flatMap((pack) => {
    const priceId = packPrices[pack];
    return priceId === undefined ? [] : [{ pack, priceId }];
  });
