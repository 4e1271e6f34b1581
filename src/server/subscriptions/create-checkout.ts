import { BillingUnavailable } from '../adapters/billing/billing.ts';
import type { Dependencies } from '../dependencies.ts';
import { refuse } from '../refusals.ts';
import { isPriceGood } from './check-prices.ts';
import { lastingSubscription } from './eligibility-rules.ts';
import { openOnlyCheckout } from './open-checkout.ts';
import { planSoldAt } from './plan-prices.ts';
import { emailOf, readBilledSubscription } from './subscriptions-store.ts';

type Needs = Pick<Dependencies, 'database' | 'clock' | 'billing' | 'config'>;

/** Where the provider returns the browser after a checkout: the page that waits for the provider's notice. */
const returnUrl = (publicUrl: string, checkout: string) =>
  `${publicUrl}/app/subscription?checkout=${checkout}`;

/**
 * Opens the provider's page to subscribe or to confirm a change of plan, so that no one is billed twice.
 * @throws Refusal unknown_price, already_on_plan, plan_not_for_sale, payment_under_way, billing_unavailable
 */
export async function createCheckout(deps: Needs, userId: string, priceId: string): Promise<{ url: string }> {
  const { database, clock, billing, config } = deps;
  const plan = planSoldAt(billing, priceId) ?? refuse('unknown_price');
  const known = await readBilledSubscription.one(database, { userId });
  const running = known?.billingSubscriptionId && lastingSubscription(known, clock.now()) ? known : undefined;
  if (running?.plan === plan && running.nextPlan === null) refuse('already_on_plan');
  if (!(await orUnavailable(isPriceGood(deps, priceId)))) refuse('plan_not_for_sale');
  const customerId = known?.customerId ?? null;
  const order = { userId, priceId, returnUrl: returnUrl(config.publicUrl, plan) };
  if (running?.billingSubscriptionId && customerId) {
    const subscriptionId = running.billingSubscriptionId;
    return urlOf(billing.openChange({ ...order, customerId, subscriptionId }));
  }
  const { email } = await emailOf.only(database, { userId });
  return urlOf(openOnlyCheckout(deps, { ...order, customerId, email }));
}

/** Opens the provider's page to manage the subscription. @throws Refusal no_subscription, billing_unavailable */
export async function openCustomerPortal(
  { database, billing, config }: Needs,
  userId: string,
): Promise<{ url: string }> {
  const known = await readBilledSubscription.one(database, { userId });
  if (!known?.customerId || !known.billingSubscriptionId) return refuse('no_subscription');
  return urlOf(
    billing.openPortal({
      userId,
      customerId: known.customerId,
      subscriptionId: known.billingSubscriptionId,
      returnUrl: returnUrl(config.publicUrl, 'managed'),
    }),
  );
}

const urlOf = async (opening: Promise<{ readonly url: string }>): Promise<{ url: string }> => ({
  url: (await orUnavailable(opening)).url,
});

async function orUnavailable<Answer>(asking: Promise<Answer>): Promise<Answer> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof BillingUnavailable) refuse('billing_unavailable');
    throw error;
  }
}
