import { createHash } from 'node:crypto';
import Stripe from 'stripe';
import { type Billing, BillingUnavailable, type CheckoutOrder, type SubscriptionFacts } from './billing.ts';
import { factsOf, noticeOf } from './stripe-facts.ts';
import { portalConfiguration } from './stripe-portal.ts';

export interface StripeBillingOptions {
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly prices: Billing['prices'];
  /** Where Stripe is, for tests; without it the real one. */
  readonly server?: { readonly host: string; readonly port: number; readonly protocol: 'http' };
}

/** Billing by Stripe: its checkout, its portal, its signed notices. */
export function stripeBilling({ secretKey, webhookSecret, prices, server }: StripeBillingOptions): Billing {
  const stripe = new Stripe(secretKey, {
    maxNetworkRetries: 2,
    timeout: 10_000,
    telemetry: false,
    appInfo: { name: 'Earshot' },
    ...server,
  });
  const configuration = portalConfiguration(stripe, Object.values(prices));

  const openChange = async (order: CheckoutOrder, customer: string, subscription: string) => {
    const { items } = await stripe.subscriptions.retrieve(subscription);
    const item = items.data[0];
    if (!item) throw new BillingUnavailable('The subscription at Stripe has no price.');
    return stripe.billingPortal.sessions.create({
      customer,
      configuration: await configuration(),
      return_url: order.returnUrl,
      flow_data: {
        type: 'subscription_update_confirm',
        after_completion: { type: 'redirect', redirect: { return_url: order.returnUrl } },
        subscription_update_confirm: {
          subscription,
          items: [{ id: item.id, price: order.priceId, quantity: 1 }],
        },
      },
    });
  };

  const openNew = async (order: CheckoutOrder) => {
    const { userId, email, customerId, priceId, returnUrl } = order;
    const session: Stripe.Checkout.SessionCreateParams = {
      mode: 'subscription',
      client_reference_id: userId,
      ...(customerId ? { customer: customerId } : { customer_email: email }),
      line_items: [{ price: priceId, quantity: 1 }],
      subscription_data: { metadata: { user_id: userId } },
      success_url: returnUrl,
      cancel_url: cancelledUrl(returnUrl),
    };
    // Stripe refuses a key that comes with another content, so the content is part of it.
    const content = createHash('sha256').update(JSON.stringify(session)).digest('base64url');
    const idempotencyKey = `checkout ${order.attempt} ${content}`;
    const { url } = await stripe.checkout.sessions.create(session, { idempotencyKey });
    if (!url) throw new BillingUnavailable('Stripe opened a checkout without an address.');
    return { url };
  };

  return {
    testMode: false,
    prices,
    openCheckout: (order) =>
      asked(() =>
        order.customerId && order.subscriptionId
          ? openChange(order, order.customerId, order.subscriptionId)
          : openNew(order),
      ),
    openPortal: ({ customerId, returnUrl }) =>
      asked(async () =>
        stripe.billingPortal.sessions.create({
          customer: customerId,
          configuration: await configuration(),
          return_url: returnUrl,
        }),
      ),
    readNotice: async (body, headers) => {
      const event = verified(stripe, body, headers['stripe-signature'], webhookSecret);
      return event && noticeOf(event);
    },
    readSubscription: (id) => readFacts(stripe, id),
    endReplaced: (id) =>
      asked(async () => {
        await stripe.subscriptions.cancel(id, { prorate: true, invoice_now: true });
      }),
  };
}

/** The address that tells the page that nothing was bought. */
export function cancelledUrl(returnUrl: string): string {
  const url = new URL(returnUrl);
  url.searchParams.set('checkout', 'cancelled');
  return url.href;
}

function verified(
  stripe: Stripe,
  body: Buffer,
  signature: string | string[] | undefined,
  secret: string,
): Stripe.Event | undefined {
  try {
    return stripe.webhooks.constructEvent(body, signature ?? '', secret);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return undefined;
    throw error;
  }
}

async function readFacts(stripe: Stripe, id: string): Promise<SubscriptionFacts | undefined> {
  return asked(async () => {
    try {
      return factsOf(await stripe.subscriptions.retrieve(id, { expand: ['schedule'] }));
    } catch (error) {
      if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing') {
        return undefined;
      }
      throw error;
    }
  });
}

async function asked<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) {
      throw new BillingUnavailable('Stripe refused or did not answer.', { cause: error });
    }
    throw error;
  }
}
