import Stripe from 'stripe';
import {
  type Billing,
  BillingUnavailable,
  type ChangeOrder,
  type PriceFacts,
  type SubscriptionFacts,
} from './billing.ts';
import { closeCheckout, openCheckout, readCheckout } from './stripe-checkouts.ts';
import { isSignedByStripe, openStripe, type StripeServer } from './stripe-client.ts';
import { factsOf } from './stripe-facts.ts';
import { isMissing, unlessMissing } from './stripe-missing.ts';
import { noticeOf } from './stripe-notices.ts';
import { owesForPeriod, readPayments, refundCharge, subscriptionOfCharge } from './stripe-payments.ts';
import { portalConfiguration } from './stripe-portal.ts';

export interface StripeBillingOptions {
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly prices: Billing['prices'];
  readonly formerPrices: Billing['formerPrices'];
  /** Whether Stripe adds taxes, which requires an address and a tax number. */
  readonly tax: boolean;
  readonly promotionCodes: boolean;
  /** Stripe's address in tests; the real one by default. */
  readonly server?: StripeServer;
}

/** Billing with Stripe: its checkout, portal and signed notices. */
export function stripeBilling(options: StripeBillingOptions): Billing {
  const { secretKey, webhookSecret, prices, formerPrices, server } = options;
  const stripe = openStripe(secretKey, server);
  const configuration = portalConfiguration(stripe, Object.values(prices), options.tax);
  const ours = [...Object.values(prices), ...Object.values(formerPrices).flat()];

  const openChange = async (order: ChangeOrder) => {
    const { customerId: customer, subscriptionId: subscription } = order;
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

  return {
    testMode: false,
    prices,
    formerPrices,
    openCheckout: (order) => asked(() => openCheckout(stripe, options, order)),
    openChange: (order) => asked(() => openChange(order)),
    readCheckout: (id) => asked(() => readCheckout(stripe, id)),
    closeCheckout: (id) => asked(() => closeCheckout(stripe, id)),
    openPortal: ({ customerId, returnUrl }) =>
      asked(async () =>
        stripe.billingPortal.sessions.create({
          customer: customerId,
          configuration: await configuration(),
          return_url: returnUrl,
        }),
      ),
    readNotice: async (body, headers) => {
      const isSigned = isSignedByStripe(stripe, body, headers['stripe-signature'], webhookSecret);
      return isSigned ? noticeOf(body) : undefined;
    },
    readSubscription: (id) => readFacts(stripe, id, ours),
    endReplaced: (id) => end(stripe, id, { prorate: true, invoice_now: true }),
    endReversed: (id) => end(stripe, id, { prorate: false, invoice_now: false }),
    refund: (id, key) => asked(() => refundCharge(stripe, id, key)),
    readPayments: (id, since) => asked(() => readPayments(stripe, id, since)),
    subscriptionOfCharge: (id) => asked(() => unlessMissing(() => subscriptionOfCharge(stripe, id))),
    readPrice: (id) => asked(() => readPrice(stripe, id)),
  };
}

async function readFacts(
  stripe: Stripe,
  id: string,
  ours: readonly string[],
): Promise<SubscriptionFacts | undefined> {
  return asked(() =>
    unlessMissing(async () => {
      const expand = ['schedule', 'latest_invoice'];
      const facts = factsOf(await stripe.subscriptions.retrieve(id, { expand }), ours);
      const owes =
        facts.isPaid && facts.status === 'active' && (await owesForPeriod(stripe, id, facts.periodStart));
      return owes ? { ...facts, isPaid: false } : facts;
    }),
  );
}

/** Ends a subscription at once. Stripe reports an ended one as missing, which is fine. */
const end = (stripe: Stripe, id: string, how: Stripe.SubscriptionCancelParams): Promise<void> =>
  asked(async () => {
    await unlessMissing(() => stripe.subscriptions.cancel(id, how));
  });

async function readPrice(stripe: Stripe, id: string): Promise<PriceFacts | 'missing' | 'refused'> {
  try {
    const price = await stripe.prices.retrieve(id, { expand: ['product'] });
    const { unit_amount: amountCents, currency, recurring, active, product } = price;
    const isProductActive = typeof product === 'string' || ('active' in product && product.active);
    return {
      amountCents,
      currency,
      interval: recurring?.interval ?? null,
      intervalCount: recurring?.interval_count ?? 1,
      isActive: active && isProductActive,
    };
  } catch (error) {
    if (isMissing(error)) return 'missing';
    const { StripeAuthenticationError, StripePermissionError } = Stripe.errors;
    if (error instanceof StripeAuthenticationError || error instanceof StripePermissionError)
      return 'refused';
    throw error;
  }
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
