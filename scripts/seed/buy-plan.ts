import type { BilledPlan } from '#contract/subscriptions.ts';
import type { LocalBilling } from '#server/adapters/billing/local-billing.ts';
import type { Database } from '#server/adapters/database/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { createCheckout } from '#server/subscriptions/create-checkout.ts';
import { takeBillingNotice } from '#server/subscriptions/take-billing-notice.ts';
import { giveUnlimitedPlan } from './give-unlimited-plan.ts';

type Needs = Dependencies & { readonly billing: LocalBilling };

/** Hands the local provider's notices over without a running server. */
export function takeNotices(deps: Needs): void {
  deps.billing.connect(async (body, headers) => {
    const report = (line: string) => process.stderr.write(`${line}\n`);
    if (!(await takeBillingNotice(deps, body, headers, report)))
      throw new Error('A billing notice was refused.');
  });
}

const month = 30 * 24 * 3600 * 1000;

/**
 * Subscribes a sample artist through the checkout of the test mode. Where Stripe is set up, which knows no samples, the artist
 * has a plan that no provider renews.
 */
export async function buyPlan(deps: Needs, owner: Database, userId: string, plan: BilledPlan): Promise<void> {
  if (deps.config.stripe !== undefined) {
    const now = deps.clock.now();
    await giveUnlimitedPlan(owner, userId, now, new Date(now.getTime() + month));
    return;
  }
  const { url } = await createCheckout(deps, userId, deps.billing.prices[plan]);
  await deps.billing.complete(url.split('/').at(-1) ?? '');
}
