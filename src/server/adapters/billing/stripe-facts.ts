import type Stripe from 'stripe';
import { z } from 'zod';
import type { Notice, SubscriptionFacts } from './billing.ts';

const moment = (seconds: number) => new Date(seconds * 1000);
const idOf = (given: string | { readonly id: string } | null): string | null =>
  typeof given === 'string' ? given : (given?.id ?? null);

/** Which subscription an event concerns; its content is not believed, because events come late and in any order. */
export function noticeOf(event: Stripe.Event): Notice {
  return { id: event.id, subscriptionId: subscriptionOf(event) };
}

function subscriptionOf(event: Stripe.Event): string | null {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return idOf(event.data.object.subscription);
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
    case 'customer.subscription.paused':
    case 'customer.subscription.resumed':
      return event.data.object.id;
    case 'invoice.paid':
    case 'invoice.payment_failed':
      return idOf(event.data.object.parent?.subscription_details?.subscription ?? null);
    case 'subscription_schedule.updated':
    case 'subscription_schedule.released':
    case 'subscription_schedule.canceled':
      return idOf(event.data.object.subscription) ?? event.data.object.released_subscription;
    default:
      return null;
  }
}

/** Undefined for a subscription without a price: it is none of ours. */
export function factsOf(subscription: Stripe.Subscription): SubscriptionFacts | undefined {
  const item = subscription.items.data[0];
  if (!item) return undefined;
  const { ended_at: endedAt, cancel_at_period_end: atEnd, cancel_at: cancelAt } = subscription;
  return {
    id: subscription.id,
    customerId: idOf(subscription.customer) ?? '',
    userId: userOf(subscription),
    priceId: item.price.id,
    status: statusOf(subscription.status),
    startedAt: moment(subscription.start_date),
    periodStart: moment(item.current_period_start),
    periodEnd: moment(item.current_period_end),
    cancelsAtPeriodEnd: atEnd || cancelAt !== null,
    nextPriceId: nextPriceOf(subscription.schedule, item.current_period_end),
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
      // canceled, unpaid, paused, incomplete_expired, and whatever Stripe may add: nothing is paid for.
      return 'ended';
  }
}

/** A downgrade that waits for the end of the period is the schedule's next phase. */
function nextPriceOf(
  schedule: string | Stripe.SubscriptionSchedule | null,
  periodEnd: number,
): string | null {
  if (schedule === null || typeof schedule === 'string') return null;
  const next = schedule.phases.find((phase) => phase.start_date >= periodEnd);
  return idOf(next?.items[0]?.price ?? null);
}
