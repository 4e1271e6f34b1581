import type Stripe from 'stripe';
import { z } from 'zod';
import type { SubscriptionFacts } from './billing.ts';

const moment = (seconds: number) => new Date(seconds * 1000);
const idOf = (given: string | { readonly id: string } | null): string | null =>
  typeof given === 'string' ? given : (given?.id ?? null);

/** @param known the configured prices, which select the item of a subscription that has several */
export function factsOf(subscription: Stripe.Subscription, known: readonly string[]): SubscriptionFacts {
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
