import Stripe from 'stripe';
import { z } from 'zod';
import { jsonOf } from '../../foundation/json-of.ts';
import type { Notice } from './billing.ts';
import { openStripe, type StripeServer } from './stripe-client.ts';

/** The ids in an event that name what to read again. Its other fields may be late or out of order. */
type Subject = Partial<Pick<Notice, 'subscriptionId' | 'paymentId'>>;

/** Older API versions put the id elsewhere, and some fields hold either an id or the whole object. */
const Id = z
  .union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
  .nullish()
  .catch(null)
  .transform((id) => id ?? null);
const Itself = z.object({ id: z.string() });
const Checkout = z.object({ subscription: Id, payment_intent: Id });
const OfCharge = z.object({ charge: Id });
const Invoice = z.object({
  subscription: Id,
  parent: z
    .object({ subscription_details: z.object({ subscription: Id }).nullish().catch(null) })
    .nullish()
    .catch(null),
});
const Schedule = z.object({ subscription: Id, released_subscription: Id });

const itself = (object: unknown): Subject => ({ subscriptionId: Itself.parse(object).id });
/** A checkout of a pack has no subscription. */
const ofCheckout = (object: unknown): Subject => {
  const { subscription, payment_intent: paymentId } = Checkout.parse(object);
  return subscription === null ? { paymentId } : { subscriptionId: subscription };
};
const ofInvoice = (object: unknown): Subject => {
  const { parent, subscription } = Invoice.parse(object);
  return { subscriptionId: parent?.subscription_details?.subscription ?? subscription };
};
const ofSchedule = (object: unknown): Subject => {
  const { subscription, released_subscription: released } = Schedule.parse(object);
  return { subscriptionId: subscription ?? released };
};
const itsCharge = (object: unknown): Subject => ({ paymentId: OfCharge.parse(object).charge });

/**
 * All events to enable at Stripe, with what to read for each. docs/operations.md has the same list; a test compares
 * them.
 */
const readers = {
  'checkout.session.completed': ofCheckout,
  'checkout.session.async_payment_succeeded': ofCheckout,
  'customer.subscription.created': itself,
  'customer.subscription.updated': itself,
  'customer.subscription.deleted': itself,
  'customer.subscription.paused': itself,
  'customer.subscription.resumed': itself,
  'invoice.paid': ofInvoice,
  'invoice.payment_failed': ofInvoice,
  'subscription_schedule.updated': ofSchedule,
  'subscription_schedule.released': ofSchedule,
  'subscription_schedule.canceled': ofSchedule,
  'charge.refunded': (object: unknown): Subject => ({ paymentId: Itself.parse(object).id }),
  'refund.updated': itsCharge,
  'refund.failed': itsCharge,
  'charge.dispute.created': itsCharge,
  'charge.dispute.updated': itsCharge,
  'charge.dispute.closed': itsCharge,
} as const satisfies Partial<Record<Stripe.Event['type'], (object: unknown) => Subject>>;

export const handledEvents: readonly string[] = Object.keys(readers);

const Envelope = z.object({
  id: z.string().regex(/^[\w-]{1,255}$/),
  object: z.string().optional(),
  type: z.string().max(200),
  data: z.object({ object: z.unknown() }).optional(),
});

/** Undefined if these bytes are not an event. An event we cannot use has no ids and a reason. */
export function noticeOf(body: Buffer): Notice | undefined {
  const parsed = Envelope.safeParse(jsonOf(body.toString()));
  if (!parsed.success) return undefined;
  const { id, type: kind, data } = parsed.data;
  const nothing = { id, kind, subscriptionId: null, paymentId: null };
  const reader = Object.entries(readers).find(([type]) => type === kind)?.[1];
  if (data === undefined) return { ...nothing, ignored: 'it has no data (a thin event)' };
  if (!reader) return { ...nothing, ignored: 'Earshot does not handle this type' };
  try {
    const subject = reader(data.object);
    const isNamed = Boolean(subject.subscriptionId ?? subject.paymentId);
    return {
      ...nothing,
      ...subject,
      ...(isNamed ? {} : { ignored: 'it names no subscription and no payment' }),
    };
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    return { ...nothing, ignored: 'it has an unknown format' };
  }
}

/** A webhook endpoint at Stripe. Its signing secret cannot be read back. */
interface WebhookEndpoint {
  readonly url: string;
  readonly isEnabled: boolean;
  /** `*` means all events. */
  readonly events: readonly string[];
  /** Null if it uses the account's default version. */
  readonly apiVersion: string | null;
}

const atMost = 100;

/**
 * The account's webhook endpoints; `refused` if a restricted key may not list them.
 * @throws if Stripe does not respond
 */
export async function readWebhookEndpoints(
  secretKey: string,
  server?: StripeServer,
): Promise<readonly WebhookEndpoint[] | 'refused'> {
  try {
    const { data } = await openStripe(secretKey, server).webhookEndpoints.list({ limit: atMost });
    return data.map(({ url, status, enabled_events: events, api_version: apiVersion }) => ({
      url,
      isEnabled: status === 'enabled',
      events,
      apiVersion,
    }));
  } catch (error) {
    const { StripeAuthenticationError, StripePermissionError } = Stripe.errors;
    if (error instanceof StripeAuthenticationError || error instanceof StripePermissionError)
      return 'refused';
    throw error;
  }
}
