import { randomUUID } from 'node:crypto';
import type { Pack } from '#contract/business-rules.ts';
import { dayMilliseconds } from '#contract/day-milliseconds.ts';
import { checkoutText } from '#contract/plans/offer-texts.ts';
import type { BilledPlan } from '#contract/plans/subscriptions.ts';
import type { Queryable } from '../../adapters/database/database.ts';
import { BillingUnavailable } from '../../adapters/payments/billing.ts';
import type { Dependencies } from '../../dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { linkedAmong } from '../../trust/linked-accounts/linked-accounts.ts';
import { forecastOffers } from '../balance/forecast.ts';
import { lastingSubscription, type Subscription } from './eligibility-rules.ts';
import { openOnlyCheckout } from './open-checkout.ts';
import { isPriceGood, packSoldAt, planSoldAt } from './prices.ts';
import { secondSubscriptions } from './refund-store.ts';
import { emailOf, readBilledSubscription } from './subscriptions-store.ts';

type Needs = Pick<Dependencies, 'database' | 'clock' | 'billing' | 'config'>;

/** Where the provider returns the browser after a checkout: the page that waits for the provider's notice. */
const returnUrl = (publicUrl: string, checkout: string) =>
  `${publicUrl}/app/subscription?checkout=${checkout}`;

/** With this many second subscriptions of an account and those linked to it, checkout closes for this many days. */
const mostSeconds = 2;
const closedDays = 30;

/** A try fails only if one of the user's checkouts was paid during it. */
const mostTries = 3;

/**
 * Opens the provider's page to buy a pack, to subscribe, or to confirm a change of plan, so that no one is billed twice.
 * @throws Refusal unknown_price, already_on_plan, plan_not_for_sale, payment_under_way, checkout_closed,
 * billing_unavailable
 */
export async function createCheckout(deps: Needs, userId: string, priceId: string): Promise<{ url: string }> {
  const pack = packSoldAt(deps.billing, priceId);
  if (pack) return openPack(deps, { userId, priceId, pack });
  const plan = planSoldAt(deps.billing, priceId) ?? refuse('unknown_price');
  for (let tried = 0; tried < mostTries; tried += 1) {
    const page = await openPage(deps, { userId, priceId, plan });
    if (page) return page;
  }
  return refuse('billing_unavailable');
}

/** A pack may be bought beside a plan and as often as wanted, so its page closes no other one. */
async function openPack(
  { database, clock, billing, config }: Needs,
  order: { userId: string; priceId: string; pack: Pack },
): Promise<{ url: string }> {
  const { userId, priceId, pack } = order;
  if (!(await orUnavailable(isPriceGood({ database, clock, billing }, priceId)))) refuse('plan_not_for_sale');
  if (await isCheckoutClosed(database, userId, clock.now())) refuse('checkout_closed');
  const { email } = await emailOf.only(database, { userId });
  const customerId = (await readBilledSubscription.one(database, { userId }))?.customerId ?? null;
  const terms = await termsOf({ database, clock }, userId, pack);
  const page = { ...order, email, customerId, terms, returnUrl: returnUrl(config.publicUrl, pack) };
  return urlOf(billing.openCheckout({ ...page, attempt: randomUUID() }));
}

/** Undefined if an earlier checkout was paid meanwhile, so that the plan has to be read again. */
async function openPage(
  deps: Needs,
  { userId, priceId, plan }: { userId: string; priceId: string; plan: BilledPlan },
): Promise<{ url: string } | undefined> {
  const { database, clock, billing, config } = deps;
  const known = await readBilledSubscription.one(database, { userId });
  const lasting = known?.billingSubscriptionId ? lastingSubscription(known, clock.now()) : undefined;
  const running = (await isAtProvider(billing, lasting)) ? lasting : undefined;
  if (running?.plan === plan && running.nextPlan === null) refuse('already_on_plan');
  if (!(await orUnavailable(isPriceGood(deps, priceId)))) refuse('plan_not_for_sale');
  const customerId = lasting && !running ? null : (known?.customerId ?? null);
  const order = { userId, priceId, returnUrl: returnUrl(config.publicUrl, plan) };
  if (running?.billingSubscriptionId && customerId) {
    const subscriptionId = running.billingSubscriptionId;
    return urlOf(billing.openChange({ ...order, customerId, subscriptionId }));
  }
  if (await isCheckoutClosed(database, userId, clock.now())) refuse('checkout_closed');
  const { email } = await emailOf.only(database, { userId });
  const terms = await termsOf(deps, userId, plan);
  return orUnavailable(openOnlyCheckout(deps, { ...order, pack: null, terms, customerId, email }));
}

const day = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});

const termsOf = async (
  deps: Pick<Needs, 'database' | 'clock'>,
  userId: string,
  offer: BilledPlan | Pack,
): Promise<string> =>
  checkoutText(offer, await forecastOffers(deps, userId), (date) => day.format(new Date(date)));

/** After two refunds of second subscriptions, because the provider keeps its fee each time. */
async function isCheckoutClosed(db: Queryable, userId: string, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - closedDays * dayMilliseconds);
  const seconds = (await secondSubscriptions.all(db, { since })).map((second) => second.userId);
  const linked = await linkedAmong(db, userId, seconds);
  return seconds.filter((id) => id === userId || linked.has(id)).length >= mostSeconds;
}

/**
 * After a change of the key the provider may lack a plan that lasts here. It can be bought again. A provider that does
 * not respond says nothing about that.
 */
async function isAtProvider(
  billing: Needs['billing'],
  lasting: Pick<Subscription, 'billingSubscriptionId'> | undefined,
): Promise<boolean> {
  const id = lasting?.billingSubscriptionId ?? null;
  return id !== null && (await orUnavailable(billing.readSubscription(id))) !== undefined;
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

/** Providers tell more of their pages than browsers may know. */
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
