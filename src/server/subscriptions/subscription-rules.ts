import { type Plan, plans } from '#contract/business-rules.ts';
import type { BilledPlan } from '#contract/subscriptions/subscriptions.ts';
import { graceMilliseconds } from './eligibility-rules.ts';

/** What a provider says about a subscription, with its prices turned into plans. */
export interface BilledSubscription {
  readonly id: string;
  /** Null when the price is in no setting. */
  readonly plan: BilledPlan | null;
  readonly nextPlan: BilledPlan | null;
  readonly status: 'active' | 'past_due' | 'incomplete' | 'ended';
  readonly collectionPaused: boolean;
  readonly startedAt: Date;
  readonly periodStart: Date;
  readonly periodEnd: Date;
  readonly cancelsAtPeriodEnd: boolean;
  readonly endedAt: Date | null;
}

/** The subscription that the product knows of. */
export interface KnownSubscription {
  readonly billingSubscriptionId: string | null;
  readonly plan: Plan;
  readonly active: boolean;
  readonly startedAt: Date;
  readonly periodEnd: Date;
  readonly expiresAt: Date | null;
  readonly uploadsUsed: number;
  readonly pastDueSince: Date | null;
  readonly endedFor: 'refund' | 'dispute' | null;
}

/** What has become of the money that was paid for a subscription. */
export interface PaidMoney {
  /** Paid for periods that are not over. */
  readonly paidCents: number;
  /** Refunded of it. */
  readonly refundedCents: number;
  /** Of these payments, how many an admin decided to refund, unless the provider refused or the refund failed on its way. */
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
  readonly expiresAt: Date | null;
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
 * What becomes of the known subscription, or null when these facts change nothing: they are of an older one, or of a new one
 * on a price that is in no setting. A known one on such a price keeps its plan, and follows the provider in all else.
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
  const plan = facts.plan ?? same?.plan;
  if (plan === undefined) return null;
  const { uploadsLimit, pricePerMonth } = plans[plan];
  const endedFor = reversalOf(money) ?? (facts.status === 'ended' ? (same?.endedFor ?? null) : null);
  const active = facts.status !== 'ended' && endedFor === null;
  const pastDueSince = facts.status === 'past_due' ? (same?.pastDueSince ?? now) : null;
  const pausedFor = active ? pauseBy(facts, money) : null;
  const problem = active && facts.plan === null ? 'unknown_price' : null;
  const isSamePeriod = same !== undefined && facts.periodStart < same.periodEnd;
  const isUnsettled = pastDueSince !== null || pausedFor !== null || problem !== null;
  return {
    plan,
    uploadsLimit,
    pricePerMonthCents: pricePerMonth,
    uploadsUsed: isSamePeriod ? same.uploadsUsed : 0,
    active,
    expiresAt: endedFor === null ? expiryOf(facts, pastDueSince) : endOf(facts, same, now),
    paymentFailed: pastDueSince !== null,
    pastDueSince,
    pausedFor,
    endedFor,
    nextPlan: facts.nextPlan,
    problem,
    nextCheckAt: later(isUnsettled || facts.periodEnd < now ? now : facts.periodEnd),
  };
}

/** When a subscription is read again that no notice comes of. */
export const later = (moment: Date): Date => new Date(moment.getTime() + hourMilliseconds);

/** Whether the known one is billed, still runs and began later. */
export const isOlder = (
  facts: Pick<BilledSubscription, 'startedAt'>,
  known: Pick<KnownSubscription, 'billingSubscriptionId' | 'active' | 'startedAt'> | undefined,
): boolean =>
  known !== undefined &&
  known.billingSubscriptionId !== null &&
  known.active &&
  known.startedAt > facts.startedAt;

/**
 * Why the money of the running period is gone, if it is. A refund of a part is goodwill and ends nothing; what an admin decided to
 * refund ends the plan, whatever else was paid.
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

function expiryOf(facts: BilledSubscription, pastDueSince: Date | null): Date | null {
  if (facts.status === 'ended') return facts.endedAt ?? facts.periodEnd;
  if (pastDueSince !== null) return new Date(pastDueSince.getTime() + graceMilliseconds);
  return facts.cancelsAtPeriodEnd ? facts.periodEnd : null;
}

/** When a plan ended whose money went back: at once, unless it had ended before. */
function endOf(facts: BilledSubscription, same: KnownSubscription | undefined, now: Date): Date {
  if (same && !same.active && same.expiresAt !== null) return same.expiresAt;
  return facts.endedAt !== null && facts.endedAt < now ? facts.endedAt : now;
}
