import { type Plan, plans } from '#contract/business-rules.ts';
import type { BilledPlan } from '#contract/subscriptions.ts';

/** What a provider says about a subscription, with its prices turned into plans. */
export interface BilledSubscription {
  readonly id: string;
  readonly plan: BilledPlan;
  readonly nextPlan: BilledPlan | null;
  readonly status: 'active' | 'past_due' | 'incomplete' | 'ended';
  readonly startedAt: Date;
  readonly periodStart: Date;
  readonly periodEnd: Date;
  readonly cancelsAtPeriodEnd: boolean;
  readonly endedAt: Date | null;
}

/** The subscription that the product knows of. */
export interface KnownSubscription {
  readonly billingSubscriptionId: string | null;
  readonly active: boolean;
  readonly startedAt: Date;
  readonly periodEnd: Date;
  readonly uploadsUsed: number;
}

export interface SubscriptionChange {
  readonly plan: Plan;
  readonly uploadsLimit: number | null;
  readonly pricePerMonthCents: (typeof plans)[Plan]['pricePerMonth'];
  readonly uploadsUsed: number;
  readonly active: boolean;
  readonly expiresAt: Date | null;
  readonly paymentFailed: boolean;
  readonly nextPlan: BilledPlan | null;
}

/** How long a plan goes on after a payment that failed, while the provider tries again. */
const graceMilliseconds = 7 * 24 * 3600 * 1000;

/** What becomes of the known subscription, or null when these facts change nothing: they are of an older one. */
export function changeBy(
  facts: BilledSubscription,
  known: KnownSubscription | undefined,
): SubscriptionChange | null {
  const isKnown = known?.billingSubscriptionId === facts.id;
  if (facts.status === 'incomplete') return null;
  if (facts.status === 'ended' && !isKnown) return null;
  if (!isKnown && isOlder(facts, known)) return null;
  const { uploadsLimit, pricePerMonth } = plans[facts.plan];
  const isSamePeriod = isKnown && facts.periodStart < known.periodEnd;
  return {
    plan: facts.plan,
    uploadsLimit,
    pricePerMonthCents: pricePerMonth,
    uploadsUsed: isSamePeriod ? known.uploadsUsed : 0,
    active: facts.status !== 'ended',
    expiresAt: expiryOf(facts),
    paymentFailed: facts.status === 'past_due',
    nextPlan: facts.nextPlan,
  };
}

/** Whether the known one is billed, still runs and began later. */
export const isOlder = (
  facts: Pick<BilledSubscription, 'startedAt'>,
  known: KnownSubscription | undefined,
): boolean =>
  known !== undefined &&
  known.billingSubscriptionId !== null &&
  known.active &&
  known.startedAt > facts.startedAt;

function expiryOf(facts: BilledSubscription): Date | null {
  if (facts.status === 'ended') return facts.endedAt ?? facts.periodEnd;
  if (facts.status === 'past_due') return new Date(facts.periodStart.getTime() + graceMilliseconds);
  return facts.cancelsAtPeriodEnd ? facts.periodEnd : null;
}
