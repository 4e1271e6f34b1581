import type { Pack } from '#contract/business-rules.ts';
import type { BilledPlan, PackOffer, PlanOffer } from '#contract/plans/subscriptions.ts';
import type { Billing } from '../../adapters/payments/billing.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Report } from '../../foundation/operator-messages.ts';
import { readPriceChecks, savePriceCheck } from './billing-store.ts';
import { priceProblem, type SetPrice } from './price-rules.ts';

/** The product's id of a plan, the same at every provider. */
export const productIdOf = (plan: BilledPlan): string => `earshot_${plan}`;

const billedPlans = ['basic', 'pro', 'unlimited'] as const satisfies readonly BilledPlan[];

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

export const planSoldAt = ({ prices }: Pick<Billing, 'prices'>, priceId: string): BilledPlan | undefined =>
  billedPlans.find((plan) => prices[plan] === priceId);

export const packSoldAt = (billing: Pick<Billing, 'packPrices'>, priceId: string): Pack | undefined =>
  packOffers(billing).find((offer) => offer.priceId === priceId)?.pack;

const packNames = ['ten', 'twenty'] as const satisfies readonly Pack[];

export const packOffers = ({ packPrices }: Pick<Billing, 'packPrices'>): PackOffer[] =>
  packNames.flatMap((pack) => {
    const priceId = packPrices[pack];
    return priceId === undefined ? [] : [{ pack, priceId }];
  });

/** The job that compares configured prices with the plans, at the start and every hour. */
export const checkPricesJob = 'check-prices';

type Needs = Pick<Dependencies, 'database' | 'billing' | 'clock'>;

/** A configured price with the result of the latest comparison. */
interface CheckedPrice extends SetPrice {
  readonly problem: string | null;
  /** Null before the first comparison. */
  readonly checkedAt: Date | null;
}

const setPrices = (billing: Needs['billing']): SetPrice[] => [
  ...billedPlans.flatMap((product) => [
    { product, priceId: billing.prices[product], isSold: true },
    ...billing.formerPrices[product].map((priceId) => ({ product, priceId, isSold: false })),
  ]),
  ...packOffers(billing).map(({ pack: product, priceId }) => ({ product, priceId, isSold: true })),
];

/**
 * Compares every configured price with its plan or pack and reports problems to the operator.
 * @throws BillingUnavailable if the provider cannot be reached; the job retries
 */
export async function checkPrices(deps: Needs, report: Report): Promise<void> {
  const problems = new Set<string>();
  for (const price of setPrices(deps.billing)) {
    const problem = await checkPrice(deps, price);
    if (problem !== null) problems.add(problem);
  }
  for (const problem of problems) report(problem);
}

/** Whether this price matches its plan or pack. A wrong one is checked again, because the operator may have fixed it. */
export async function isPriceGood(deps: Needs, priceId: string): Promise<boolean> {
  const price = setPrices(deps.billing).find((set) => set.priceId === priceId);
  if (!price) return false;
  const [known] = await readPriceChecks.all(deps.database, { priceIds: [priceId] });
  if (known?.problem === null) return true;
  return (await checkPrice(deps, price)) === null;
}

export async function readCheckedPrices({
  database,
  billing,
}: Pick<Needs, 'database' | 'billing'>): Promise<CheckedPrice[]> {
  const all = setPrices(billing);
  const checks = await readPriceChecks.all(database, { priceIds: all.map(({ priceId }) => priceId) });
  return all.map((price) => {
    const check = checks.find(({ priceId }) => priceId === price.priceId);
    return { ...price, problem: check?.problem ?? null, checkedAt: check?.checkedAt ?? null };
  });
}

/** Current problems of the configured prices, as lines for the operator. Stores nothing. */
export async function findPriceProblems(billing: Needs['billing']): Promise<string[]> {
  const found = await Promise.all(setPrices(billing).map((price) => problemOf(billing, price)));
  return found.filter((problem) => problem !== null);
}

const problemOf = async (billing: Needs['billing'], price: SetPrice): Promise<string | null> =>
  priceProblem(price, await billing.readPrice(price.priceId));

async function checkPrice({ database, billing, clock }: Needs, price: SetPrice): Promise<string | null> {
  const problem = await problemOf(billing, price);
  await savePriceCheck.run(database, { priceId: price.priceId, problem, now: clock.now() });
  return problem;
}
