import { plans } from '#contract/business-rules.ts';
import type { BilledPlan, SubscriptionStatus } from '#contract/subscriptions.ts';

/** Whether this is the card of the running plan; the trial marks the Icon card too (decisions 3). */
export const isCurrentPlan = (offered: BilledPlan, { plan }: Pick<SubscriptionStatus, 'plan'>): boolean =>
  plan === offered || (plan === 'icon' && offered === 'unlimited');

const order: readonly BilledPlan[] = ['basic', 'pro', 'unlimited'];

/** Whether the offered plan is larger than the running one; without a plan every one is. */
export const isLargerPlan = (offered: BilledPlan, { plan }: Pick<SubscriptionStatus, 'plan'>): boolean =>
  plan === null || order.indexOf(offered) > order.indexOf(plan === 'icon' ? 'unlimited' : plan);

/** Periods are those of UTC, so that this page names the day that the provider names. */
const day = (iso: string) =>
  new Date(iso).toLocaleDateString('en-US', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });

/** What happens next with a running plan, in one sentence. */
export function whatComesNext(status: SubscriptionStatus): string {
  const { subscriptionEnd, trial, paymentFailed, cancelsAtPeriodEnd, nextPlan } = status;
  const date = subscriptionEnd === null ? '' : day(subscriptionEnd);
  if (paymentFailed)
    return `The last payment failed. Your plan goes on until ${date}; please check your card.`;
  if (trial) return `Your trial runs until ${date}.`;
  if (cancelsAtPeriodEnd) return `It is cancelled and ends on ${date}. Until then you can resume it.`;
  if (nextPlan !== null) return `It continues as ${plans[nextPlan].label} on ${date}.`;
  return `It renews on ${date}.`;
}

/** What has become of a plan that does not run any more. */
export const whatHasEnded = ({ endedAt }: NonNullable<SubscriptionStatus['endedPlan']>): string =>
  `It ended on ${day(endedAt)}. Your tracks and reviews stay; subscribe to any plan to upload more.`;

/** Where a checkout stands, as the address it came back to and the plan tell. */
export type CheckoutNews = 'none' | 'cancelled' | 'waiting' | 'begun' | 'planned';

export function checkoutNews(
  checkout: string | undefined,
  status: Pick<SubscriptionStatus, 'plan' | 'nextPlan' | 'isBilled'> | undefined,
): CheckoutNews {
  if (checkout === 'cancelled') return 'cancelled';
  if (checkout === undefined || !['basic', 'pro', 'unlimited'].includes(checkout)) return 'none';
  if (status === undefined || !status.isBilled) return 'waiting';
  if (status.nextPlan === checkout) return 'planned';
  return status.plan === checkout ? 'begun' : 'waiting';
}
