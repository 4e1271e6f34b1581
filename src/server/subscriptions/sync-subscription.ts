import type { SubscriptionFacts } from '../adapters/billing/billing.ts';
import type { Transaction } from '../adapters/database/database.ts';
import type { Dependencies } from '../dependencies.ts';
import { planOfPrice } from './plan-prices.ts';
import { changeBy, isOlder } from './subscription-rules.ts';
import {
  lockUserBilling,
  overdueSubscriptions,
  readBilledSubscription,
  saveBilledSubscription,
  userOfCustomer,
} from './subscriptions-store.ts';

/** The name of the job that reads a subscription again at the provider. */
export const syncSubscriptionJob = 'sync-subscription';

type Needs = Pick<Dependencies, 'database' | 'billing' | 'clock'>;

/**
 * Reads a subscription at the provider and makes artist_subscriptions say the same. The facts are read under the user's
 * lock, so that whichever of several notices comes last leaves what is true now.
 */
export async function readSubscriptionAgain(deps: Needs, subscriptionId: string): Promise<void> {
  const first = await deps.billing.readSubscription(subscriptionId);
  const userId = first && (await userOf(deps, first));
  if (!userId) return;
  const replaced = await deps.database.transaction(async (tx) => {
    if ((await lockUserBilling.run(tx, { userId })) === 0) return null;
    const facts = await deps.billing.readSubscription(subscriptionId);
    return facts ? applyFacts(tx, deps, userId, facts) : null;
  });
  if (replaced !== null) await deps.billing.endReplaced(replaced);
}

/** Reads again whatever should have been renewed by now: notices get lost. */
export async function recheckOverdueSubscriptions(deps: Needs): Promise<void> {
  for (const { id } of await overdueSubscriptions.all(deps.database, { now: deps.clock.now() })) {
    await readSubscriptionAgain(deps, id);
  }
}

async function userOf({ database }: Needs, facts: SubscriptionFacts): Promise<string | undefined> {
  if (facts.userId) return facts.userId;
  return (await userOfCustomer.one(database, { customerId: facts.customerId }))?.userId;
}

/** Saves what the facts change. Answers the running subscription that they replace, which has to end. */
async function applyFacts(
  tx: Transaction,
  { billing }: Needs,
  userId: string,
  facts: SubscriptionFacts,
): Promise<string | null> {
  const plan = planOfPrice(billing, facts.priceId);
  if (!plan) return null;
  const nextPlan = facts.nextPriceId === null ? null : (planOfPrice(billing, facts.nextPriceId) ?? null);
  const known = await readBilledSubscription.one(tx, { userId });
  const change = changeBy({ ...facts, plan, nextPlan }, known);
  if (!change) return facts.status === 'active' && isOlder(facts, known) ? facts.id : null;
  await saveBilledSubscription.run(tx, {
    userId,
    ...change,
    startedAt: facts.startedAt,
    periodStart: facts.periodStart,
    periodEnd: facts.periodEnd,
    customerId: facts.customerId,
    billingSubscriptionId: facts.id,
  });
  const other = known?.billingSubscriptionId ?? null;
  return known?.active && other !== null && other !== facts.id ? other : null;
}
