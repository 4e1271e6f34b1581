import Stripe from 'stripe';
import { z } from 'zod';
import type { Pack } from '#contract/business-rules.ts';
import { cents } from '#contract/cents.ts';
import {
  type Bought,
  type PackPayment,
  type PaymentFacts,
  RefundRefused,
  type ReversalFacts,
} from './billing.ts';

const moment = (seconds: number) => new Date(seconds * 1000);
const idOf = (given: string | { readonly id: string } | null | undefined): string | null =>
  typeof given === 'string' ? given : (given?.id ?? null);
/** An invoice may be created slightly before or after its period. */
const slackSeconds = 3600;
/** Each makes two requests at a time, and Stripe limits requests per second. */
const invoicesAtOnce = 5;

/** Payments for a subscription since that time, with their refunds and disputes. */
export async function readPayments(
  stripe: Stripe,
  subscription: string,
  since: Date,
): Promise<PaymentFacts[]> {
  const { data: invoices } = await stripe.invoices.list({
    subscription,
    status: 'paid',
    limit: 100,
    created: createdSince(since),
  });
  const paid: PaymentFacts[] = [];
  const charged = invoices.filter(({ amount_paid: amount }) => amount > 0);
  for (let first = 0; first < charged.length; first += invoicesAtOnce) {
    const some = charged.slice(first, first + invoicesAtOnce);
    paid.push(...(await Promise.all(some.map((invoice) => paymentsOf(stripe, invoice)))).flat());
  }
  return paid;
}

const plans = ['subscription_create', 'subscription_cycle', 'subscription_update'];
const unpaid = ['draft', 'open', 'uncollectible'];

/**
 * Whether something is owed for a subscription's period from that time on. Its newest invoice alone does not tell: a
 * change of plan can be paid while the renewal before it is not. Invoices for anything else do not matter.
 */
export async function owesForPeriod(stripe: Stripe, subscription: string, start: Date): Promise<boolean> {
  const created = createdSince(start);
  const { data } = await stripe.invoices.list({ subscription, created, limit: 100 });
  return data.some(
    (invoice) =>
      unpaid.includes(invoice.status ?? '') &&
      plans.includes(invoice.billing_reason ?? '') &&
      periodOf(invoice).periodEnd > start,
  );
}

const createdSince = (since: Date) => ({ gte: Math.floor(since.getTime() / 1000) - slackSeconds });

async function paymentsOf(stripe: Stripe, invoice: Stripe.Invoice): Promise<PaymentFacts[]> {
  const charges = await chargesOf(stripe, invoice.id);
  const paidAt = invoice.status_transitions.paid_at;
  const arrived = paidAt === null ? {} : { arrivedAt: moment(paidAt) };
  return Promise.all(
    charges.map(async (charge) => ({
      ...(await paymentOf(stripe, charge)),
      ...periodOf(invoice),
      ...arrived,
    })),
  );
}

async function chargesOf(stripe: Stripe, invoice: string): Promise<string[]> {
  const { data } = await stripe.invoicePayments.list({
    invoice,
    status: 'paid',
    expand: ['data.payment.payment_intent'],
  });
  return data.flatMap(({ payment }) => {
    const intent = payment.payment_intent;
    const charge = typeof intent === 'object' ? idOf(intent.latest_charge) : idOf(payment.charge);
    return charge === null ? [] : [charge];
  });
}

async function paymentOf(stripe: Stripe, id: string): Promise<Omit<PackPayment, 'pack' | 'userId'>> {
  const [charge, refunds] = await Promise.all([
    stripe.charges.retrieve(id, { expand: ['balance_transaction'] }),
    // A failed refund only shows in this list, so it is read even if the charge has no refund.
    stripe.refunds.list({ charge: id, limit: 100 }),
  ]);
  const disputes = charge.disputed ? await stripe.disputes.list({ charge: id, limit: 100 }) : { data: [] };
  const booked = charge.balance_transaction;
  return {
    id,
    amountCents: cents(charge.amount),
    feeCents: booked !== null && typeof booked === 'object' ? cents(booked.fee) : null,
    currency: charge.currency,
    paidAt: moment(charge.created),
    arrivedAt: moment(charge.created),
    card: cardOf(charge.payment_method_details ?? null),
    reversals: [...refunds.data.map(refundOf), ...disputes.data.map(disputeOf)],
  };
}

/** The fingerprint of the card or bank account, equal for everyone who pays with it. */
function cardOf(details: Stripe.Charge.PaymentMethodDetails | null): string | null {
  const { card, us_bank_account: usAccount, sepa_debit: sepa } = details ?? {};
  return card?.fingerprint ?? usAccount?.fingerprint ?? sepa?.fingerprint ?? null;
}

/**
 * Refusals that Stripe repeats, forever or for as long as a dispute is open. A low balance, a missing permission or a
 * wrong key are temporary.
 */
const disputed: readonly (string | undefined)[] = ['charge_disputed', 'refund_disputed_payment'];
const finalRefusals: readonly (string | undefined)[] = ['charge_not_refundable', ...disputed];

/** Refunds the rest of a charge; one already refunded counts as success. */
export async function refundCharge(stripe: Stripe, charge: string, idempotencyKey: string): Promise<void> {
  try {
    await stripe.refunds.create({ charge, reason: 'requested_by_customer' }, { idempotencyKey });
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    const isDisputed = disputed.includes(error.code);
    if (finalRefusals.includes(error.code)) throw new RefundRefused(error.message, { isDisputed });
    if (error.code !== 'charge_already_refunded') throw error;
  }
}

function periodOf(invoice: Stripe.Invoice): Pick<PaymentFacts, 'periodStart' | 'periodEnd'> {
  const periods = invoice.lines.data.map(({ period }) => period);
  const start = Math.min(...periods.map(({ start }) => start));
  const end = Math.max(...periods.map(({ end }) => end));
  return periods.length === 0
    ? { periodStart: moment(invoice.period_start), periodEnd: moment(invoice.period_end) }
    : { periodStart: moment(start), periodEnd: moment(end) };
}

const refundOf = (refund: Stripe.Refund): ReversalFacts => ({
  id: refund.id,
  kind: 'refund',
  amountCents: cents(refund.amount),
  feeCents: null,
  currency: refund.currency,
  status:
    refund.status === 'succeeded'
      ? 'succeeded'
      : refund.status === 'failed' || refund.status === 'canceled'
        ? 'failed'
        : 'pending',
  happenedAt: moment(refund.created),
});

const disputeOf = (dispute: Stripe.Dispute): ReversalFacts => ({
  id: dispute.id,
  kind: 'dispute',
  amountCents: cents(dispute.amount),
  feeCents: cents(dispute.balance_transactions.reduce((sum, { fee }) => sum + fee, 0)),
  currency: dispute.currency,
  status: disputeStatus(dispute.status),
  happenedAt: moment(dispute.created),
});

function disputeStatus(status: Stripe.Dispute.Status): ReversalFacts['status'] {
  switch (status) {
    case 'needs_response':
    case 'under_review':
      return 'open';
    case 'lost':
    case 'appeal_needs_response':
    case 'appeal_under_review':
      return 'lost';
    case 'won':
    case 'prevented':
    case 'warning_closed':
      return 'won';
    default:
      // An early inquiry of the bank, which has moved no money.
      return 'inquiry';
  }
}

/** What the checkout of a pack leaves with its payment. */
export const packMetadata = (userId: string, pack: Pack) => ({ user_id: userId, pack });
const PackMetadata = z.object({ user_id: z.uuid(), pack: z.enum(['ten', 'twenty']) });

/** @param id of a charge or of a payment intent */
export async function readBought(stripe: Stripe, id: string): Promise<Bought | undefined> {
  const intentId = id.startsWith('pi_') ? id : idOf((await stripe.charges.retrieve(id)).payment_intent);
  if (intentId === null) return undefined;
  const intent = await stripe.paymentIntents.retrieve(intentId);
  const pack = PackMetadata.safeParse(intent.metadata);
  const charge = idOf(intent.latest_charge);
  if (!pack.success) return subscriptionOf(stripe, intentId);
  if (intent.status !== 'succeeded' || charge === null) return undefined;
  const { user_id: userId, pack: bought } = pack.data;
  return { packPayment: { ...(await paymentOf(stripe, charge)), userId, pack: bought } };
}

async function subscriptionOf(stripe: Stripe, intent: string): Promise<Bought | undefined> {
  const { data } = await stripe.invoicePayments.list({
    payment: { type: 'payment_intent', payment_intent: intent },
    limit: 1,
    expand: ['data.invoice'],
  });
  const invoice = data[0]?.invoice;
  if (!invoice || typeof invoice === 'string' || !('parent' in invoice)) return undefined;
  const subscriptionId = idOf(invoice.parent?.subscription_details?.subscription);
  return subscriptionId === null ? undefined : { subscriptionId, paidAt: moment(invoice.created) };
}
