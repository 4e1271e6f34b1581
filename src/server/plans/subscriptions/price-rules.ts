import { type Pack, packs, plans } from '#contract/business-rules.ts';
import { cents, formatCents } from '#contract/cents.ts';
import type { BilledPlan } from '#contract/plans/subscriptions.ts';

/** What the provider would charge for a price, in the currency's smallest unit. */
interface PriceFacts {
  readonly amountCents: number | null;
  readonly currency: string;
  readonly interval: string | null;
  readonly intervalCount: number;
  readonly isActive: boolean;
}

export interface SetPrice {
  readonly product: BilledPlan | Pack;
  readonly priceId: string;
  /** Former prices are only recognized, so their amount does not matter. */
  readonly isSold: boolean;
}

/** The problem with a price at the provider, as a line for the operator; null if there is none. */
export function priceProblem(
  { product, priceId, isSold }: SetPrice,
  facts: PriceFacts | 'missing' | 'refused',
): string | null {
  const setting = settings[product];
  if (facts === 'refused') return 'STRIPE_SECRET_KEY: Stripe does not accept this key.';
  if (facts === 'missing') {
    return `${setting}: Stripe has no price ${priceId} for this key. Test keys and live keys see different prices.`;
  }
  const wrong = isSold ? differences(product, facts) : [];
  return wrong.length > 0 ? `${setting}: the price ${priceId} ${wrong.join(', ')}.` : null;
}

const settings = {
  basic: 'STRIPE_PRICE_BASIC',
  pro: 'STRIPE_PRICE_PRO',
  unlimited: 'STRIPE_PRICE_UNLIMITED',
  ten: 'STRIPE_PRICE_PACK_10',
  twenty: 'STRIPE_PRICE_PACK_20',
} as const;

const isPack = (product: SetPrice['product']): product is Pack => product in packs;

function differences(product: SetPrice['product'], facts: PriceFacts): string[] {
  const [what, price, wanted] = isPack(product)
    ? (['pack', packs[product].price, null] as const)
    : (['plan', plans[product].pricePerMonth, 'month'] as const);
  const { amountCents, currency, interval, intervalCount, isActive } = facts;
  const isPaidRight = interval === wanted && intervalCount === 1;
  const amount = amountCents === null ? 'no fixed amount' : formatCents(cents(amountCents)).replace('$', '');
  return [
    ...(isActive ? [] : ['is archived']),
    ...(currency === 'usd' ? [] : [`is in ${currency.toUpperCase()}, not USD`]),
    ...(amountCents === price
      ? []
      : [`costs ${amount}, not the ${what}'s ${formatCents(price).replace('$', '')}`]),
    ...(isPaidRight
      ? []
      : [`is paid ${intervalText(interval, intervalCount)}, not ${intervalText(wanted, 1)}`]),
  ];
}

const intervalText = (interval: string | null, count: number): string => {
  if (interval === null) return 'once';
  return count === 1 ? `every ${interval}` : `every ${count} ${interval}s`;
};
