import { type Plan, plans } from '#contract/business-rules.ts';
import type { BilledPlan } from '#contract/subscriptions/subscriptions.ts';
import { graceMilliseconds } from './eligibility-rules.ts';

/** A provider's view of a subscription, with prices mapped to plans. */
export interface BilledSubscription {
  readonly id: string;
  /** Null if no setting has the price. */
  readonly plan: BilledPlan | null;
  readonly nextPlan: BilledPlan | null;
  readonly status: 'active' | 'past_due' | 'incomplete' | 'ended';
  readonly isPaid: boolean;
  readonly collectionPaused: boolean;
  readonly startedAt: Date;
  readonly periodStart: Date;
  readonly periodEnd: Date;
  readonly cancelsAtPeriodEnd: boolean;
  readonly endedAt: Date | null;
}

/** The subscription as stored. */
export interface KnownSubscription {
  readonly billingSubscriptionId: string | null;
  readonly plan: Plan;
  readonly active: boolean;
  readonly startedAt: Date;
  readonly periodStart: Date;
  readonly periodEnd: Date;
  readonly expiresAt: Date | null;
  readonly uploadsUsed: number;
  readonly pastDueSince: Date | null;
  readonly endedFor: 'refund' | 'dispute' | null;
}

/** Money paid for a subscription, and what happened to it. */
export interface PaidMoney {
  /** Paid for periods that are not over, in cents. */
  readonly paidCents: number;
  /** The part of it that was refunded, in cents. */
  readonly refundedCents: number;
  /** How many of these payments an admin decided to refund, unless the provider refused or the refund failed. */
  readonly refundsDecided: number;
  readonly openDisputes: number;
  readonly lostDisputes: number;
}

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
  if (isOwing && !same) return null;
  // Refunded or disputed before it began, so the running one stays.
  const isBack = reversalOf(money) !== null || money.openDisputes > 0;
  if (!same && isBack && isReplacedBy(facts, known)) return null;
  const plan = isOwing ? same?.plan : (facts.plan ?? same?.plan);
  if (plan === undefined) return null;
  const { periodStart, periodEnd } = isOwing && same ? same : facts;
  const { uploadsLimit, pricePerMonth } = plans[plan];
  const endedFor = reversalOf(money) ?? (facts.status === 'ended' ? (same?.endedFor ?? null) : null);
  const active = facts.status !== 'ended' && endedFor === null;
  const pastDueSince = facts.status === 'past_due' ? (same?.pastDueSince ?? now) : null;
  const pausedFor = active ? pauseBy(facts, money) : null;
  const problem = active && facts.plan === null ? 'unknown_price' : null;
  const isSamePeriod = same !== undefined && periodStart < same.periodEnd;
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

/** Whether the period of this subscription and price is not paid yet. */
const owes = ({ status, isPaid }: Pick<BilledSubscription, 'status' | 'isPaid'>): boolean =>
  status !== 'ended' && !isPaid;

/**
 * Payments count for the plan if their period ends after this. While a period is unpaid, the last paid one counts, even
 * if it is over.
 */
export function endOfUncounted(
  facts: Pick<BilledSubscription, 'id' | 'status' | 'isPaid'>,
  known: Pick<KnownSubscription, 'billingSubscriptionId' | 'periodEnd'> | undefined,
  now: Date,
): Date {
  const kept = owes(facts) && known?.billingSubscriptionId === facts.id ? known.periodEnd : now;
  return kept < now ? new Date(kept.getTime() - 1) : now;
}

/** Whether the provider may still bill it. */
export const isRunning = ({ status }: Pick<BilledSubscription, 'status'>): boolean =>
  status === 'active' || status === 'past_due';

/** Whether this subscription replaces the known one while that runs: the provider ends the known one. */
export const isReplacedBy = (
  facts: Pick<BilledSubscription, 'id' | 'startedAt'>,
  known: Pick<KnownSubscription, 'billingSubscriptionId' | 'active' | 'startedAt'> | undefined,
): boolean =>
  known?.active === true &&
  known.billingSubscriptionId !== null &&
  known.billingSubscriptionId !== facts.id &&
  !isOlder(facts, known);

/**
 * Whether the unused time of a replaced subscription may be credited: only time that was paid, and whose money has not
 * gone back and is not disputed.
 */
export const isCredited = (replaced: Pick<BilledSubscription, 'isPaid'>, money: PaidMoney): boolean =>
  replaced.isPaid && reversalOf(money) === null && money.openDisputes === 0;

/** When to read a subscription again without a notice. */
export const later = (moment: Date): Date => new Date(moment.getTime() + hourMilliseconds);

/** Whether the stored one is billed, still runs and started later. Of two that started together, the id decides. */
export const isOlder = (
  facts: Pick<BilledSubscription, 'id' | 'startedAt'>,
  known: Pick<KnownSubscription, 'billingSubscriptionId' | 'active' | 'startedAt'> | undefined,
): boolean => {
  if (!known?.active || known.billingSubscriptionId === null) return false;
  const later = known.startedAt.getTime() - facts.startedAt.getTime();
  return later > 0 || (later === 0 && known.billingSubscriptionId > facts.id);
};

/**
 * Why the current period's money is gone, if it is. A partial refund is goodwill and ends nothing; a refund that an
 * admin decided ends the plan, whatever else was paid.
 */
export function reversalOf({
  paidCents,
  refundedCents,
  refundsDecided,
  lostDisputes,
}: PaidMoney): 'refund' | 'dispute' | null {
  if (lostDisputes > 0) return 'dispute';
  if (refundsDecided > 0) return 'refund';
  return paidCents > 0 && refundedCents >= paidCents ? 'refund' : null;
}

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
