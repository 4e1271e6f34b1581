import { plans } from '#contract/business-rules.ts';
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

/** A configured price. */
export interface SetPrice {
  readonly plan: BilledPlan;
  readonly priceId: string;
  /** Former prices are only recognized, so their amount does not matter. */
  readonly isSold: boolean;
}

/** The problem with a price at the provider, as a line for the operator; null if there is none. */
export function priceProblem(
  { plan, priceId, isSold }: SetPrice,
  facts: PriceFacts | 'missing' | 'refused',
): string | null {
  const setting = `STRIPE_PRICE_${plan.toUpperCase()}`;
  if (facts === 'refused') return 'STRIPE_SECRET_KEY: Stripe does not accept this key.';
  if (facts === 'missing') {
    return `${setting}: Stripe has no price ${priceId} for this key. Test keys and live keys see different prices.`;
  }
  const wrong = isSold ? differences(plan, facts) : [];
  return wrong.length > 0 ? `${setting}: the price ${priceId} ${wrong.join(', ')}.` : null;
}

function differences(plan: BilledPlan, facts: PriceFacts): string[] {
  const { pricePerMonth } = plans[plan];
  const { amountCents, currency, interval, intervalCount, isActive } = facts;
  const isMonthly = interval === 'month' && intervalCount === 1;
  const amount = amountCents === null ? 'no fixed amount' : formatCents(cents(amountCents)).replace('$', '');
  return [
    ...(isActive ? [] : ['is archived']),
    ...(currency === 'usd' ? [] : [`is in ${currency.toUpperCase()}, not USD`]),
    ...(amountCents === pricePerMonth
      ? []
      : [`costs ${amount}, not the plan's ${formatCents(pricePerMonth).replace('$', '')}`]),
    ...(isMonthly ? [] : [`is paid ${intervalText(interval, intervalCount)}, not every month`]),
  ];
}

const intervalText = (interval: string | null, count: number): string => {
  if (interval === null) return 'once';
  return count === 1 ? `every ${interval}` : `every ${count} ${interval}s`;
};
