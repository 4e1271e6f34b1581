import { BillingUnavailable } from '../adapters/billing/billing.ts';
import type { Dependencies } from '../dependencies.ts';
import { refuse } from '../refusals.ts';
import { runningSubscription } from './eligibility-rules.ts';
import { planOfPrice } from './plan-prices.ts';
import { emailOf, readBilledSubscription } from './subscriptions-store.ts';

type Needs = Pick<Dependencies, 'database' | 'clock' | 'billing' | 'config'>;

/** Where the provider sends the browser after a checkout: the page that waits for the provider's notice. */
const returnUrl = (publicUrl: string, checkout: string) =>
  `${publicUrl}/app/subscription?checkout=${checkout}`;

/** Two tabs or a second click within so long are one attempt; a later one begins anew. */
const attemptMilliseconds = 10 * 60_000;

/**
 * Opens the provider's page to subscribe, or to confirm another plan of a running subscription: nobody is billed twice.
 * Refuses unknown_price, already_on_plan, billing_unavailable.
 */
export async function createCheckout(
  { database, clock, billing, config }: Needs,
  userId: string,
  priceId: string,
): Promise<{ url: string }> {
  const plan = planOfPrice(billing, priceId) ?? refuse('unknown_price');
  const known = await readBilledSubscription.one(database, { userId });
  const running = known?.billingSubscriptionId && runningSubscription(known, clock.now()) ? known : undefined;
  if (running?.plan === plan && running.nextPlan === null) refuse('already_on_plan');
  const { email } = await emailOf.only(database, { userId });
  return orUnavailable(
    billing.openCheckout({
      userId,
      email,
      customerId: known?.customerId ?? null,
      priceId,
      subscriptionId: running?.billingSubscriptionId ?? null,
      returnUrl: returnUrl(config.publicUrl, plan),
      attempt: String(Math.floor(clock.now().getTime() / attemptMilliseconds)),
    }),
  );
}

/** Opens the provider's page to manage the subscription. Refuses no_subscription, billing_unavailable. */
export async function openCustomerPortal(
  { database, billing, config }: Needs,
  userId: string,
): Promise<{ url: string }> {
  const known = await readBilledSubscription.one(database, { userId });
  if (!known?.customerId || !known.billingSubscriptionId) return refuse('no_subscription');
  return orUnavailable(
    billing.openPortal({
      userId,
      customerId: known.customerId,
      subscriptionId: known.billingSubscriptionId,
      returnUrl: returnUrl(config.publicUrl, 'managed'),
    }),
  );
}

async function orUnavailable(opening: Promise<{ readonly url: string }>): Promise<{ url: string }> {
  try {
    return { url: (await opening).url };
  } catch (error) {
    if (error instanceof BillingUnavailable) refuse('billing_unavailable');
    throw error;
  }
}
