import { type Plan, plans } from '#contract/business-rules.ts';
import type { BilledPlan } from '#contract/plans/subscriptions.ts';
import {
  type BilledSubscription,
  type KnownSubscription,
  owes,
  type PaidMoney,
  reversalOf,
} from './billed-subscription-rules.ts';
import { graceMilliseconds } from './eligibility-rules.ts';

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

/** When to read a subscription again without a notice. */
export const later = (moment: Date): Date => new Date(moment.getTime() + hourMilliseconds);

interface Given {
  readonly plan: Plan;
  readonly periodStart: Date;
  readonly periodEnd: Date;
  readonly uploadsUsed: number;
  /** The end of the last paid period, while the next is unpaid. */
  readonly keptEnd: Date | null;
}

/** The provider's view. Returned: what was paid is refunded or disputed. */
type Billed = 'incomplete' | 'ended' | 'unpaid' | 'paid' | 'returned';
type Start = (facts: BilledSubscription) => Given | null;
type Continue = (facts: BilledSubscription, stored: KnownSubscription) => Given | null;

/** By what is stored: this subscription, or no other one that lasts. */
interface Transitions {
  readonly same: Continue;
  readonly none: Start;
}

/** Only a paid subscription starts a plan, because each brings reviews that cost money. */
const transitions: Readonly<Record<Billed, Transitions>> = {
  incomplete: { same: ignore, none: ignore },
  ended: { same: follow, none: ignore },
  unpaid: { same: keepPeriod, none: ignore },
  paid: { same: follow, none: start },
  returned: { same: follow, none: start },
};

function ignore(): null {
  return null;
}

/** An unknown price gives no plan. */
function start({ plan, periodStart, periodEnd }: BilledSubscription): Given | null {
  return plan && { plan, periodStart, periodEnd, uploadsUsed: 0, keptEnd: null };
}

/** On an unknown price the stored plan stays, and the rest follows the provider. */
function follow({ plan, periodStart, periodEnd }: BilledSubscription, stored: KnownSubscription): Given {
  // The provider may begin a period early, and may date a new price of the same period later.
  const isSamePeriod = periodStart <= stored.periodStart || periodEnd <= stored.periodEnd;
  const uploadsUsed = isSamePeriod ? stored.uploadsUsed : 0;
  return { plan: plan ?? stored.plan, periodStart, periodEnd, uploadsUsed, keptEnd: null };
}

/** Plan and period stay until the next is paid. */
function keepPeriod(facts: BilledSubscription, stored: KnownSubscription): Given {
  const { plan, periodStart, periodEnd, uploadsUsed } = stored;
  return { plan, periodStart, periodEnd, uploadsUsed, keptEnd: endOfKept(facts, stored) };
}

function billedOf(facts: BilledSubscription, money: PaidMoney): Billed {
  if (facts.status === 'incomplete' || facts.status === 'ended') return facts.status;
  if (owes(facts)) return 'unpaid';
  return reversalOf(money) !== null || money.openDisputes > 0 ? 'returned' : 'paid';
}

/** The plan that an artist has with another billed subscription, if it has not ended here. */
export const otherPlan = <Known extends Pick<KnownSubscription, 'billingSubscriptionId' | 'active'>>(
  known: Known | undefined,
  subscriptionId: string,
): Known | undefined =>
  known?.active && known.billingSubscriptionId !== null && known.billingSubscriptionId !== subscriptionId
    ? known
    : undefined;

/** The change to the stored subscription, or null if these facts do not affect it. */
export function changeBy(
  facts: BilledSubscription,
  known: KnownSubscription | undefined,
  money: PaidMoney,
  now: Date,
): SubscriptionChange | null {
  const same = known?.billingSubscriptionId === facts.id ? known : undefined;
  const transition = transitions[billedOf(facts, money)];
  const given = same ? transition.same(facts, same) : transition.none(facts);
  return given && { ...termsOf(given), ...standingOf(facts, same, money, given.keptEnd, now) };
}

function termsOf({ plan, periodStart, periodEnd, uploadsUsed }: Given) {
  const { uploadsLimit, pricePerMonth } = plans[plan];
  return { plan, uploadsLimit, pricePerMonthCents: pricePerMonth, uploadsUsed, periodStart, periodEnd };
}

function standingOf(
  facts: BilledSubscription,
  same: KnownSubscription | undefined,
  money: PaidMoney,
  keptEnd: Date | null,
  now: Date,
) {
  const endedFor = endedForBy(facts, same, money);
  const active = facts.status !== 'ended' && endedFor === null;
  const pastDueSince = facts.status === 'past_due' ? (same?.pastDueSince ?? now) : null;
  const pausedFor = active ? pauseBy(facts, money) : null;
  const problem = active && facts.plan === null ? ('unknown_price' as const) : null;
  const isUnsettled = pastDueSince !== null || pausedFor !== null || problem !== null || keptEnd !== null;
  return {
    active,
    expiresAt: endedFor === null ? expiryOf(facts, keptEnd, pastDueSince) : endOf(facts, same, now),
    cancelsAtPeriodEnd: facts.cancelsAtPeriodEnd,
    paymentFailed: pastDueSince !== null,
    pastDueSince,
    pausedFor,
    endedFor,
    nextPlan: facts.nextPlan,
    problem,
    nextCheckAt: later(isUnsettled || facts.periodEnd < now ? now : facts.periodEnd),
  };
}

function endedForBy(
  facts: BilledSubscription,
  same: KnownSubscription | undefined,
  money: PaidMoney,
): 'refund' | 'dispute' | null {
  const stored = facts.status === 'ended' ? same?.endedFor : null;
  return reversalOf(money) ?? stored ?? null;
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
