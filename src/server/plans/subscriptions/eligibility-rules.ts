import { type Plan, plans, withoutPlan } from '#contract/business-rules.ts';
import { dayMilliseconds } from '#contract/day-milliseconds.ts';
import type { UploadEligibility } from '#contract/plans/subscriptions.ts';

/** An artist's subscription, and how much of the current period is used. */
export interface Subscription {
  readonly plan: Plan;
  readonly uploadsLimit: number | null;
  readonly uploadsUsed: number;
  readonly active: boolean;
  readonly startedAt: Date;
  readonly expiresAt: Date | null;
  readonly periodStart: Date;
  readonly periodEnd: Date;
  /** Whether a provider bills for it and therefore confirms its renewals. */
  readonly isBilled: boolean;
  /** The provider's id; null if none bills for it. */
  readonly billingSubscriptionId: string | null;
  readonly pausedFor: 'dispute' | 'collection' | null;
}

/** Why a plan that has not ended allows no uploads. */
export type Pause = NonNullable<Subscription['pausedFor']> | 'unconfirmed';

/** How long a plan continues after a failed payment, or while the provider has not confirmed a renewal. */
export const graceMilliseconds = 7 * dayMilliseconds;

/** A period that was over by this moment has had its grace. */
export const beforeGrace = (now: Date): Date => new Date(now.getTime() - graceMilliseconds);

export interface Credits {
  readonly remaining: number;
  /** The month's first day, YYYY-MM-DD in UTC. */
  readonly periodStart: string;
}

export interface PlanTerms {
  readonly priorityWeight: number;
  readonly reviewTarget: number;
}

/** The subscription in its current period; undefined if it has ended. It may be paused. */
export function lastingSubscription<Known extends Subscription>(
  subscription: Known | undefined,
  now: Date,
): Known | undefined {
  if (!subscription?.active) return undefined;
  if (subscription.expiresAt !== null && subscription.expiresAt <= now) return undefined;
  // A billed plan gets its next allowance when the provider confirms the next period.
  if (subscription.isBilled || subscription.periodEnd > now) return subscription;
  return { ...subscription, ...periodAt(subscription.periodEnd, now), uploadsUsed: 0 };
}

/** Why a current subscription is paused; null if it is not. */
export function pauseOf(lasting: Subscription, now: Date): Pause | null {
  if (lasting.pausedFor !== null) return lasting.pausedFor;
  const isUnconfirmed =
    lasting.isBilled &&
    lasting.expiresAt === null &&
    lasting.periodEnd.getTime() + graceMilliseconds <= now.getTime();
  return isUnconfirmed ? 'unconfirmed' : null;
}

/** The subscription that uploads may use now; undefined if it has ended or is paused. */
export function runningSubscription<Known extends Subscription>(
  subscription: Known | undefined,
  now: Date,
): Known | undefined {
  const lasting = lastingSubscription(subscription, now);
  return lasting && pauseOf(lasting, now) === null ? lasting : undefined;
}

export const hasUploadsLeft = ({ uploadsLimit, uploadsUsed }: Subscription): boolean =>
  uploadsLimit === null || uploadsUsed < uploadsLimit;

/** This month's credits, reset each calendar month (UTC) without carrying over (decisions 3). */
export function creditsOfMonth(
  credits: Credits | undefined,
  now: Date,
  freeCreditsPerMonth: number,
): Credits {
  const month = monthStart(now);
  if (credits && credits.periodStart >= month) return credits;
  return { remaining: freeCreditsPerMonth, periodStart: month };
}

/** Whether an upload is allowed now, and from what: the plan's allowance before credits (decisions 3). */
export function eligibility(
  running: Subscription | undefined,
  credits: Credits,
  isPlanPaused = false,
): Omit<
  UploadEligibility,
  'balance' | 'assigns' | 'mostReviews' | 'forecast' | 'isCreditShared' | 'freeUploads'
> {
  const source =
    running && hasUploadsLeft(running) ? 'subscription' : credits.remaining > 0 ? 'credits' : 'none';
  return {
    plan: running?.plan ?? null,
    uploadsLimit: running ? running.uploadsLimit : 0,
    uploadsUsed: running?.uploadsUsed ?? 0,
    canUpload: source !== 'none',
    source,
    creditsRemaining: credits.remaining,
    isPlanPaused,
  };
}

export const planTerms = (plan: Plan | null): PlanTerms => (plan === null ? withoutPlan : plans[plan]);

export const monthStart = (now: Date): string => `${now.toISOString().slice(0, 7)}-01`;

/** The monthly period around `now`, continuing from the end of the last known one. */
function periodAt(lastEnd: Date, now: Date): Pick<Subscription, 'periodStart' | 'periodEnd'> {
  let months = 0;
  while (monthsLater(lastEnd, months + 1) <= now) months += 1;
  return { periodStart: monthsLater(lastEnd, months), periodEnd: monthsLater(lastEnd, months + 1) };
}

/** The same day and time this many months later (UTC), or the last day of a shorter month. */
export function monthsLater(moment: Date, months: number): Date {
  const later = new Date(moment);
  later.setUTCMonth(later.getUTCMonth() + months);
  if (later.getUTCDate() !== moment.getUTCDate()) later.setUTCDate(0);
  return later;
}
