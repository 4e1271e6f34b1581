import { packs, plans } from '#contract/business-rules.ts';
import type { BilledPlan, SubscriptionStatus } from '#contract/plans/subscriptions.ts';

/** Whether this is the current plan's card; the trial marks the Icon card as well (decisions 3). */
export const isCurrentPlan = (offered: BilledPlan, { plan }: Pick<SubscriptionStatus, 'plan'>): boolean =>
  plan === offered || (plan === 'icon' && offered === 'unlimited');

const order: readonly BilledPlan[] = ['basic', 'pro', 'unlimited'];

/** Whether the offered plan is larger than the current one; always without a plan. */
export const isLargerPlan = (offered: BilledPlan, { plan }: Pick<SubscriptionStatus, 'plan'>): boolean =>
  plan === null || order.indexOf(offered) > order.indexOf(plan === 'icon' ? 'unlimited' : plan);

/** In UTC, so that this page shows the same day as the provider. */
const day = (iso: string) =>
  new Date(iso).toLocaleDateString('en-US', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });

/** What happens next with the current plan, in one sentence. */
export function whatComesNext(status: SubscriptionStatus): string {
  const { subscriptionEnd, trial, paymentFailed, cancelsAtPeriodEnd, nextPlan, pausedFor, awaitsRenewal } =
    status;
  const date = subscriptionEnd === null ? '' : day(subscriptionEnd);
  if (pausedFor !== null) return whyPaused[pausedFor];
  if (paymentFailed) {
    return `Your last payment failed. You keep your plan and what is left of your uploads and reviews until ${date}. New ones come with your next payment. Update your card under Manage Subscription.`;
  }
  if (awaitsRenewal) {
    return 'Your payment is being processed. You can still use what is left of your uploads and reviews. New ones come with the payment.';
  }
  if (trial) return `Your trial runs until ${date}.`;
  if (cancelsAtPeriodEnd)
    return `It is canceled and ends on ${date}. Until then you can resume it under Manage Subscription.`;
  if (nextPlan !== null) return `It continues as ${plans[nextPlan].label} on ${date}.`;
  return `It renews on ${date}.`;
}

const untilThen =
  'Your tracks and reviews stay, and your tracks still get reviews. You can’t upload on this plan until then.';

/** Why a plan is paused, and what to do. */
const whyPaused: Readonly<Record<NonNullable<SubscriptionStatus['pausedFor']>, string>> = {
  dispute: `Your plan is paused because you or your bank disputed a payment. It resumes if the dispute is settled in our favor. ${untilThen} If the dispute is a mistake, ask your bank to withdraw it, then tell support.`,
  collection: `Your plan is paused, and you aren’t charged for it. It resumes when support turns your payments back on. ${untilThen}`,
  unconfirmed: `Your plan is paused because the payment provider hasn’t confirmed your renewal. It resumes as soon as that happens. ${untilThen} If you were charged, contact support.`,
};

const whyEnded = {
  refund: ' because we refunded your payment',
  dispute: ' because your payment was disputed and went back to your bank',
} as const;

/** What happened to an ended plan. */
export const whatHasEnded = ({ endedAt, endedFor }: NonNullable<SubscriptionStatus['endedPlan']>): string =>
  `It ended on ${day(endedAt)}${endedFor === null ? '' : whyEnded[endedFor]}. Your tracks and reviews stay. Subscribe to any plan to upload more.`;

/** The state of a checkout, from the returned URL and the plan. */
export type CheckoutNews = 'none' | 'cancelled' | 'waiting' | 'begun' | 'planned' | 'bought';

export function checkoutNews(
  checkout: string | undefined,
  status: Pick<SubscriptionStatus, 'plan' | 'nextPlan' | 'isBilled'> | undefined,
): CheckoutNews {
  if (checkout === 'cancelled') return 'cancelled';
  if (checkout !== undefined && Object.hasOwn(packs, checkout)) return 'bought';
  if (checkout === undefined || !['basic', 'pro', 'unlimited'].includes(checkout)) return 'none';
  if (status === undefined || !status.isBilled) return 'waiting';
  if (status.nextPlan === checkout) return 'planned';
  return status.plan === checkout ? 'begun' : 'waiting';
}
