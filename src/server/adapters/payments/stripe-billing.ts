import Stripe from 'stripe';
import { z } from 'zod';
import {
  type Billing,
  BillingUnavailable,
  type ChangeOrder,
  type PriceFacts,
  type SubscriptionFacts,
} from './billing.ts';
import { closeCheckout, openCheckout, portalConfiguration, readCheckout } from './stripe-checkouts.ts';
import {
  isMissing,
  isSignedByStripe,
  openStripe,
  type StripeServer,
  unlessMissing,
} from './stripe-client.ts';
import { noticeOf } from './stripe-notices.ts';
import { owesForPeriod, readBought, readPayments, refundCharge } from './stripe-payments.ts';

export interface StripeBillingOptions {
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly prices: Billing['prices'];
  readonly formerPrices: Billing['formerPrices'];
  readonly packPrices: Billing['packPrices'];
  /** Whether Stripe adds taxes, which requires an address and a tax number. */
  readonly tax: boolean;
  readonly promotionCodes: boolean;
  /** Stripe's address in tests; the real one by default. */
  readonly server?: StripeServer;
}

/** Billing with Stripe: its checkout, portal and signed notices. */
export function stripeBilling(options: StripeBillingOptions): Billing {
  const { secretKey, webhookSecret, prices, formerPrices, packPrices, server } = options;
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
    packPrices,
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
    end: (id) => end(stripe, id),
    refund: (id, key) => asked(() => refundCharge(stripe, id, key)),
    readPayments: (id, since) => asked(() => readPayments(stripe, id, since)),
    readBought: (id) => asked(() => unlessMissing(() => readBought(stripe, id))),
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
const end = (stripe: Stripe, id: string): Promise<void> =>
  asked(async () => {
    await unlessMissing(() => stripe.subscriptions.cancel(id, { prorate: false, invoice_now: false }));
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

const moment = (seconds: number) => new Date(seconds * 1000);
const idOf = (given: string | { readonly id: string } | null): string | null =>
  typeof given === 'string' ? given : (given?.id ?? null);

/** @param known the configured prices, which select the item of a subscription that has several */
function factsOf(subscription: Stripe.Subscription, known: readonly string[]): SubscriptionFacts {
  const items = subscription.items.data;
  const item = items.find(({ price }) => known.includes(price.id)) ?? items[0];
  const { start_date: start, ended_at: endedAt } = subscription;
  const { cancel_at_period_end: atEnd, cancel_at: cancelAt } = subscription;
  // Without an item, no period is known to be paid.
  const periodEnd = item?.current_period_end ?? Math.max(endedAt ?? start, start + 1);
  return {
    id: subscription.id,
    customerId: idOf(subscription.customer) ?? '',
    userId: userOf(subscription),
    priceId: item?.price.id ?? null,
    status: statusOf(subscription.status),
    isPaid: isPaid(subscription),
    collectionPaused: Boolean(subscription.pause_collection),
    startedAt: moment(start),
    periodStart: moment(item?.current_period_start ?? start),
    periodEnd: moment(periodEnd),
    cancelsAtPeriodEnd: atEnd || cancelAt !== null,
    nextPriceId: nextPriceOf(subscription.schedule, periodEnd),
    endedAt: endedAt === null ? null : moment(endedAt),
  };
}

const userOf = ({ metadata }: Stripe.Subscription): string | null => {
  const named = z.uuid().safeParse(metadata.user_id);
  return named.success ? named.data : null;
};

function statusOf(status: Stripe.Subscription.Status): SubscriptionFacts['status'] {
  switch (status) {
    case 'active':
    case 'trialing':
      return 'active';
    case 'past_due':
      return 'past_due';
    case 'incomplete':
      return 'incomplete';
    default:
      // canceled, unpaid, paused, incomplete_expired and any future status: not paid for.
      return 'ended';
  }
}

/** An invoice that the operator has waived is void. Without any invoice nothing is owed. */
function isPaid({ status, latest_invoice: invoice }: Stripe.Subscription): boolean {
  if (status === 'past_due') return false;
  return !invoice || typeof invoice === 'string' || invoice.status === 'paid' || invoice.status === 'void';
}

/** A downgrade at the end of the period is the next phase of the schedule. */
function nextPriceOf(
  schedule: string | Stripe.SubscriptionSchedule | null,
  periodEnd: number,
): string | null {
  if (schedule === null || typeof schedule === 'string') return null;
  const next = schedule.phases.find((phase) => phase.start_date >= periodEnd);
  return idOf(next?.items[0]?.price ?? null);
}
