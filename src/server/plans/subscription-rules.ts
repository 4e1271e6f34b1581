import { type Plan, plans } from '#contract/business-rules.ts';
import type { BilledPlan } from '#contract/plans/subscriptions.ts';
import { type BilledSubscription, type KnownSubscription, owes } from './billed-subscription-rules.ts';
import { graceMilliseconds } from './eligibility-rules.ts';
import { type PaidMoney, reversalOf } from './paid-money-rules.ts';
import { isOlder, isReplacedBy } from './replacement-rules.ts';

export interface SubscriptionChange {
  readonly plan: Plan;
  readonly uploadsLimit: number | null;
  readonly pricePerMonthCents: (typeof plans)[Plan]['pricePerMonth'];
  readonly uploadsUsed: number;
  readonly active: boolean;
  readonly periodStart: Date;
  readonly periodEnd: Date;
  readonly expiresAt: Date | null;
  /** Whether the provider bills no further period, also while a payment is past due. */
  readonly cancelsAtPeriodEnd: boolean;
  readonly paymentFailed: boolean;
  readonly pastDueSince: Date | null;
  readonly pausedFor: 'dispute' | 'collection' | null;
  readonly endedFor: 'refund' | 'dispute' | null;
  readonly nextPlan: BilledPlan | null;
  readonly problem: 'unknown_price' | null;
  readonly nextCheckAt: Date;
}

const hourMilliseconds = 3_600_000;

/**
 * The change to the stored subscription, or null if these facts do not affect it: they are about an older one, or about
 * a new one with an unknown price or an unpaid bill. A stored one with an unknown price keeps its plan and follows the
 * provider otherwise. A stored one keeps its plan and period until the next is paid, because each brings reviews that
 * cost money.
 */
export function changeBy(
  facts: BilledSubscription,
  known: KnownSubscription | undefined,
  money: PaidMoney,
  now: Date,
): SubscriptionChange | null {
  const same = known?.billingSubscriptionId === facts.id ? known : undefined;
  if (facts.status === 'incomplete') return null;
  if (facts.status === 'ended' && !same) return null;
  if (!same && isOlder(facts, known)) return null;
  const isOwing = owes(facts);
  // Refunded or disputed before it began, so the running one stays.
  const isBack = reversalOf(money) !== null || money.openDisputes > 0;
  if (!same && isBack && isReplacedBy(facts, known)) return null;
  const plan = isOwing ? same?.plan : (facts.plan ?? same?.plan);
  // A new subscription that is unpaid or on an unknown price gives no plan.
  if (plan === undefined) return null;
  const { periodStart, periodEnd } = isOwing && same ? same : facts;
  const { uploadsLimit, pricePerMonth } = plans[plan];
  const endedFor = reversalOf(money) ?? (facts.status === 'ended' ? (same?.endedFor ?? null) : null);
  const active = facts.status !== 'ended' && endedFor === null;
  const pastDueSince = facts.status === 'past_due' ? (same?.pastDueSince ?? now) : null;
  const pausedFor = active ? pauseBy(facts, money) : null;
  const problem = active && facts.plan === null ? 'unknown_price' : null;
  // The provider may begin a period early, and may date a new price of the same period later.
  const isSamePeriod = same !== undefined && (periodStart <= same.periodStart || periodEnd <= same.periodEnd);
  const isUnsettled = pastDueSince !== null || pausedFor !== null || problem !== null;
  return {
    plan,
    uploadsLimit,
    pricePerMonthCents: pricePerMonth,
    uploadsUsed: isSamePeriod ? same.uploadsUsed : 0,
    active,
    periodStart,
    periodEnd,
    expiresAt:
      endedFor === null
        ? expiryOf(facts, isOwing && same ? endOfKept(facts, same) : null, pastDueSince)
        : endOf(facts, same, now),
    cancelsAtPeriodEnd: facts.cancelsAtPeriodEnd,
    paymentFailed: pastDueSince !== null,
    pastDueSince,
    pausedFor,
    endedFor,
    nextPlan: facts.nextPlan,
    problem,
    nextCheckAt: later(isUnsettled || isOwing || facts.periodEnd < now ? now : facts.periodEnd),
  };
}

/** When to read a subscription again without a notice. */
export const later = (moment: Date): Date => new Date(moment.getTime() + hourMilliseconds);

function pauseBy(facts: BilledSubscription, { openDisputes }: PaidMoney): 'dispute' | 'collection' | null {
  if (openDisputes > 0) return 'dispute';
  return facts.collectionPaused ? 'collection' : null;
}

/** @param keptEnd the end of the last paid period, while the next is unpaid */
function expiryOf(facts: BilledSubscription, keptEnd: Date | null, pastDueSince: Date | null): Date | null {
  if (facts.status === 'ended') return facts.endedAt ?? facts.periodEnd;
  // What was paid lasts to its end, also if an upgrade is not paid.
  if (pastDueSince !== null) return latest(afterGrace(pastDueSince), keptEnd ?? pastDueSince);
  if (!facts.cancelsAtPeriodEnd) return null;
  return keptEnd === null ? facts.periodEnd : earliest(facts.periodEnd, afterGrace(keptEnd));
}

/** When the last paid period ends: at the latest when the provider began the next one. An upgrade begins none. */
const endOfKept = ({ periodStart }: BilledSubscription, kept: KnownSubscription): Date =>
  periodStart > kept.periodStart ? earliest(periodStart, kept.periodEnd) : kept.periodEnd;

const afterGrace = (moment: Date): Date => new Date(moment.getTime() + graceMilliseconds);
const latest = (one: Date, other: Date): Date => (one > other ? one : other);
const earliest = (one: Date, other: Date): Date => (one < other ? one : other);

/** When a plan ended whose payment was returned: now, unless it had ended before. */
function endOf(facts: BilledSubscription, same: KnownSubscription | undefined, now: Date): Date {
  if (same && !same.active && same.expiresAt !== null) return same.expiresAt;
  return facts.endedAt !== null && facts.endedAt < now ? facts.endedAt : now;
}
