import { randomUUID } from 'node:crypto';
import type { CheckoutOrder, ClosedCheckout } from '../adapters/billing/billing.ts';
import { enqueue } from '../adapters/jobs/job-queue.ts';
import type { Dependencies } from '../dependencies.ts';
import { refuse } from '../refusals.ts';
import { attemptMilliseconds, isPlanToCome, isSameOrder, longBefore } from './checkout-rules.ts';
import * as checkouts from './checkouts-store.ts';
import { lockUserBilling, readBilledSubscription } from './subscriptions-store.ts';
import { syncSubscriptionJob } from './sync-subscription.ts';

type Needs = Pick<Dependencies, 'database' | 'clock' | 'billing'>;
type Order = Omit<CheckoutOrder, 'attempt'>;
type Open = Awaited<ReturnType<typeof checkouts.openCheckouts.all>>[number];

/** Each opening closes the ones before it, so there are more only if the provider did not respond. */
const most = 20;

/**
 * Opens the provider's page for a new subscription and closes the user's earlier ones, so that only the newest can be
 * paid. The same order gets the page that is still open.
 * @throws Refusal payment_under_way
 * @throws BillingUnavailable
 */
export async function openOnlyCheckout(deps: Needs, order: Order): Promise<{ url: string }> {
  const { database, clock } = deps;
  const { userId } = order;
  let same: { url: string } | undefined;
  for (const open of await checkouts.openCheckouts.all(database, { userId, most })) {
    if (isSameOrder(open, order, clock.now())) same = await reopen(deps, userId, open);
    else await close(deps, userId, open);
  }
  if (same) return same;
  const opened =
    (await openNew(deps, order, await attemptOf(deps, userId))) ??
    (await openNew(deps, order, randomUUID())) ??
    refuse('billing_unavailable');
  for (const open of opened.others) await close(deps, userId, open);
  return { url: opened.url };
}

/**
 * Closes the user's checkouts before the account is deleted. What was paid at the last moment is ended when its notice
 * arrives.
 * @throws BillingUnavailable
 */
export async function closeCheckouts({ database, billing }: Needs, userId: string): Promise<void> {
  for (const { id } of await checkouts.openCheckouts.all(database, { userId, most }))
    await billing.closeCheckout(id);
}

/** Differs after every checkout, because the provider repeats its response to a repeated attempt. */
async function attemptOf({ database, clock }: Needs, userId: string): Promise<string> {
  const newest = await checkouts.newestCheckout.one(database, { userId });
  return `${Math.floor(clock.now().getTime() / attemptMilliseconds)} ${newest?.id ?? ''}`;
}

/** Opens a page, and finds those that other tabs opened in the meantime. Undefined if it was closed by one of them. */
async function openNew(
  { database, billing, clock }: Needs,
  order: Order,
  attempt: string,
): Promise<{ url: string; others: readonly Open[] } | undefined> {
  const { id, url } = await billing.openCheckout({ ...order, attempt });
  const { userId, priceId, customerId } = order;
  const now = clock.now();
  return database.transaction(async (tx) => {
    await lockUserBilling.one(tx, { userId });
    await checkouts.saveCheckout.run(tx, { id, userId, priceId, customerId, now });
    if ((await checkouts.isCheckoutClosed.only(tx, { id })).isClosed) return undefined;
    await checkouts.forgetClosedCheckouts.run(tx, { userId, before: longBefore(now) });
    const open = await checkouts.openCheckouts.all(tx, { userId, most });
    return { url, others: open.filter((other) => other.id !== id) };
  });
}

/** The page of a checkout that can still be paid. */
async function reopen(deps: Needs, userId: string, { id }: Open): Promise<{ url: string } | undefined> {
  const state = await deps.billing.readCheckout(id);
  if (state.status === 'open') return { url: state.url };
  await noteClosed(deps, userId, id, state);
  return undefined;
}

const close = async (deps: Needs, userId: string, { id }: Open): Promise<void> =>
  noteClosed(deps, userId, id, await deps.billing.closeCheckout(id));

/** A user who has just paid must not pay again because the notice is late. */
async function noteClosed(deps: Needs, userId: string, id: string, state: ClosedCheckout): Promise<void> {
  const { database, billing, clock } = deps;
  if (state.status === 'paid') {
    const { subscriptionId } = state;
    const facts = await billing.readSubscription(subscriptionId);
    const known = await readBilledSubscription.one(database, { userId });
    if (isPlanToCome(facts, known?.billingSubscriptionId ?? null, clock.now())) {
      const key = `${syncSubscriptionJob}:checkout:${subscriptionId}`;
      const job = { name: syncSubscriptionJob, payload: { subscriptionId }, key };
      await database.transaction((tx) => enqueue(tx, job));
      refuse('payment_under_way');
    }
  }
  await checkouts.markCheckoutClosed.run(database, { id, now: clock.now() });
}
