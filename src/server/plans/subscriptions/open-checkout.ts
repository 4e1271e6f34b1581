import { randomUUID } from 'node:crypto';
import { enqueue } from '../../adapters/jobs/job-queue.ts';
import {
  BillingUnavailable,
  type CheckoutOrder,
  type ClosedCheckout,
} from '../../adapters/payments/billing.ts';
import type { Dependencies } from '../../dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import {
  attemptMilliseconds,
  isFirstPaymentFailed,
  isPlanToCome,
  isSameOrder,
  longBefore,
} from './checkout-rules.ts';
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
 * paid. The same order gets the page that is still open. Undefined if an earlier page was paid meanwhile: the user may
 * have a plan now.
 * @throws Refusal payment_under_way
 * @throws BillingUnavailable
 */
export async function openOnlyCheckout(deps: Needs, order: Order): Promise<{ url: string } | undefined> {
  const { database, clock } = deps;
  const { userId } = order;
  let same: { url: string } | undefined;
  let isPaid = false;
  for (const open of await checkouts.openCheckouts.all(database, { userId, most })) {
    const isSame = same === undefined && isSameOrder(open, order, clock.now());
    const state = await (isSame ? deps.billing.readCheckout(open.id) : deps.billing.closeCheckout(open.id));
    if (state.status === 'open') same = { url: state.url };
    else isPaid = (await noteClosed(deps, userId, open.id, state)) || isPaid;
  }
  if (isPaid) return undefined;
  return same ?? openNewest(deps, order);
}

async function openNewest(deps: Needs, order: Order): Promise<{ url: string } | undefined> {
  const { userId } = order;
  const opened =
    (await openNew(deps, order, await attemptOf(deps, userId))) ??
    (await openNew(deps, order, randomUUID())) ??
    refuse('billing_unavailable');
  for (const { id } of opened.others) {
    if (!(await noteClosed(deps, userId, id, await deps.billing.closeCheckout(id)))) continue;
    await noteClosed(deps, userId, opened.id, await deps.billing.closeCheckout(opened.id));
    return undefined;
  }
  return { url: opened.url };
}

/**
 * Closes the user's checkouts before the account is deleted. What is paid on a page that the provider does not close is
 * ended when its notice arrives.
 * @throws Refusal payment_under_way
 */
export async function closeCheckouts(deps: Needs, userId: string): Promise<void> {
  try {
    for (const { id } of await checkouts.openCheckouts.all(deps.database, { userId, most }))
      await noteClosed(deps, userId, id, await deps.billing.closeCheckout(id));
  } catch (error) {
    if (!(error instanceof BillingUnavailable)) throw error;
  }
}

/** Differs after every checkout, because the provider repeats its response to a repeated attempt. */
async function attemptOf({ database, clock }: Needs, userId: string): Promise<string> {
  const newest = await checkouts.newestCheckout.one(database, { userId });
  return `${Math.floor(clock.now().getTime() / attemptMilliseconds)} ${newest?.id ?? ''}`;
}

/**
 * Opens a page, and finds those opened before it. Undefined if the provider repeated an earlier response and another tab
 * has opened or closed pages since.
 */
async function openNew(
  { database, billing, clock }: Needs,
  order: Order,
  attempt: string,
): Promise<{ id: string; url: string; others: readonly Open[] } | undefined> {
  const { id, url } = await billing.openCheckout({ ...order, attempt });
  const { userId, priceId, customerId } = order;
  const now = clock.now();
  return database.transaction(async (tx) => {
    await lockUserBilling.one(tx, { userId });
    await checkouts.saveCheckout.run(tx, { id, userId, priceId, customerId, now });
    if (!(await checkouts.isNewestCheckout.only(tx, { id })).isNewest) return undefined;
    await checkouts.forgetClosedCheckouts.run(tx, { userId, before: longBefore(now) });
    const open = await checkouts.openCheckouts.all(tx, { userId, most });
    return { id, url, others: open.filter((other) => other.id !== id) };
  });
}

/**
 * Records that a page can no longer be paid. Returns whether it was paid for a plan that is known now. A user who has just
 * paid must not pay again because the notice is late, and a failed first payment must not be tried again later.
 * @throws Refusal payment_under_way
 */
async function noteClosed(
  { database, billing, clock }: Needs,
  userId: string,
  id: string,
  state: ClosedCheckout,
): Promise<boolean> {
  const facts = state.status === 'paid' ? await billing.readSubscription(state.subscriptionId) : undefined;
  const known = (await readBilledSubscription.one(database, { userId }))?.billingSubscriptionId ?? null;
  if (facts && isPlanToCome(facts, known)) {
    const { id: subscriptionId } = facts;
    const key = `${syncSubscriptionJob}:checkout:${subscriptionId}`;
    const job = { name: syncSubscriptionJob, payload: { subscriptionId }, key };
    await database.transaction((tx) => enqueue(tx, job));
    refuse('payment_under_way');
  }
  if (facts && isFirstPaymentFailed(facts, known)) await billing.end(facts.id);
  await checkouts.markCheckoutClosed.run(database, { id, now: clock.now() });
  return facts !== undefined && facts.status === 'active';
}
