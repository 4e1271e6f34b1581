import { createHash } from 'node:crypto';
import Stripe from 'stripe';
import { type Billing, BillingUnavailable, type CheckoutOrder, type ClosedCheckout } from './billing.ts';
import { isMissing, unlessMissing } from './stripe-client.ts';
import { packMetadata } from './stripe-payments.ts';

interface CheckoutOptions {
  readonly tax: boolean;
  readonly promotionCodes: boolean;
}

/**
 * The same order in the same attempt opens the same checkout. After a change of the key Stripe may lack the customer, who is
 * then a new one.
 */
export async function openCheckout(
  stripe: Stripe,
  options: CheckoutOptions,
  order: CheckoutOrder,
): Promise<{ id: string; url: string }> {
  try {
    return await createSession(stripe, options, order);
  } catch (error) {
    if (order.customerId === null || !isMissing(error)) throw error;
    return createSession(stripe, options, { ...order, customerId: null });
  }
}

async function createSession(
  stripe: Stripe,
  options: CheckoutOptions,
  order: CheckoutOrder,
): Promise<{ id: string; url: string }> {
  const { userId, email, customerId, priceId, pack, terms, returnUrl } = order;
  const session: Stripe.Checkout.SessionCreateParams = {
    client_reference_id: userId,
    ...(customerId ? { customer: customerId } : { customer_email: email }),
    line_items: [{ price: priceId, quantity: 1 }],
    custom_text: { submit: { message: terms } },
    ...(pack === null
      ? { mode: 'subscription', subscription_data: { metadata: { user_id: userId } } }
      : { mode: 'payment', payment_intent_data: { metadata: packMetadata(userId, pack) } }),
    ...(options.tax ? taxOf(customerId, pack !== null) : {}),
    ...(options.promotionCodes && pack === null ? { allow_promotion_codes: true } : {}),
    success_url: returnUrl,
    cancel_url: cancelledUrl(returnUrl),
  };
  // Stripe rejects an idempotency key that is reused with other content, so the content is part of the key.
  const content = createHash('sha256').update(JSON.stringify(session)).digest('base64url');
  const idempotencyKey = `checkout ${order.attempt} ${content}`;
  const { id, url } = await stripe.checkout.sessions.create(session, { idempotencyKey });
  if (!url) throw new BillingUnavailable('Stripe opened a checkout without an address.');
  return { id, url };
}

/** The return address that tells the page that nothing was bought. */
function cancelledUrl(returnUrl: string): string {
  const url = new URL(returnUrl);
  url.searchParams.set('checkout', 'cancelled');
  return url.href;
}

/** Taxes depend on the address, so Stripe asks for it and updates a known customer's. */
const taxOf = (
  customerId: string | null,
  isPaidOnce: boolean,
): Partial<Stripe.Checkout.SessionCreateParams> => ({
  automatic_tax: { enabled: true },
  tax_id_collection: { enabled: true },
  billing_address_collection: 'required',
  ...(customerId ? { customer_update: { address: 'auto', name: 'auto' } } : {}),
  ...(isPaidOnce && !customerId ? { customer_creation: 'always' } : {}),
});

/** What was paid for something other than a subscription is not ours. */
function closedStateOf(session: Stripe.Checkout.Session | undefined): ClosedCheckout {
  const { status, subscription } = session ?? {};
  if (status !== 'complete' || !subscription) return { status: 'closed' };
  return {
    status: 'paid',
    subscriptionId: typeof subscription === 'string' ? subscription : subscription.id,
  };
}

const retrieve = (stripe: Stripe, id: string): Promise<Stripe.Checkout.Session | undefined> =>
  unlessMissing(() => stripe.checkout.sessions.retrieve(id));

export async function readCheckout(stripe: Stripe, id: string): ReturnType<Billing['readCheckout']> {
  const session = await retrieve(stripe, id);
  return session?.status === 'open' && session.url
    ? { status: 'open', url: session.url }
    : closedStateOf(session);
}

/** Stripe rejects the request for a checkout that is no longer open. */
export async function closeCheckout(stripe: Stripe, id: string): Promise<ClosedCheckout> {
  try {
    return closedStateOf(await stripe.checkout.sessions.expire(id));
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    const session = await retrieve(stripe, id);
    if (session?.status === 'open') throw error;
    return closedStateOf(session);
  }
}

const mark = 'earshot';

/**
 * The portal's configuration: upgrades take effect now, downgrades and cancellations at the end of the period. Found by
 * its metadata or created, once per process.
 */
export function portalConfiguration(
  stripe: Stripe,
  prices: readonly string[],
  tax: boolean,
): () => Promise<string> {
  let known: Promise<string> | undefined;
  return () => {
    known ??= findOrMake(stripe, prices, tax).catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
}

async function findOrMake(stripe: Stripe, prices: readonly string[], tax: boolean): Promise<string> {
  const marked = [...prices, ...(tax ? ['tax'] : [])].join(' ');
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 });
  const found = data.find(({ metadata }) => metadata?.[mark] === marked);
  return found?.id ?? (await make(stripe, prices, tax, marked)).id;
}

async function make(stripe: Stripe, prices: readonly string[], tax: boolean, marked: string) {
  const priced = await Promise.all(prices.map((price) => stripe.prices.retrieve(price)));
  const products = [...new Set(priced.map(productOf))];
  return stripe.billingPortal.configurations.create({
    metadata: { [mark]: marked },
    features: {
      invoice_history: { enabled: true },
      ...(tax ? { customer_update: { enabled: true, allowed_updates: ['address', 'tax_id'] } } : {}),
      payment_method_update: { enabled: true },
      subscription_cancel: { enabled: true, mode: 'at_period_end' },
      subscription_update: {
        enabled: true,
        default_allowed_updates: ['price'],
        proration_behavior: 'always_invoice',
        schedule_at_period_end: { conditions: [{ type: 'decreasing_item_amount' }] },
        products: products.map((product) => ({
          product,
          prices: priced.filter((price) => productOf(price) === product).map(({ id }) => id),
        })),
      },
    },
  });
}

const productOf = ({ product }: Stripe.Price): string => (typeof product === 'string' ? product : product.id);
