import type { Plan } from '#contract/business-rules.ts';
import type { BilledPlan } from '#contract/plans/subscriptions.ts';

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

export interface KnownSubscription {
  readonly billingSubscriptionId: string | null;
  readonly plan: Plan;
  readonly active: boolean;
  readonly periodStart: Date;
  readonly periodEnd: Date;
  readonly expiresAt: Date | null;
  readonly uploadsUsed: number;
  readonly pastDueSince: Date | null;
  readonly endedFor: 'refund' | 'dispute' | null;
}

/** Whether the period of this subscription and price is not paid yet. */
export const owes = ({ status, isPaid }: Pick<BilledSubscription, 'status' | 'isPaid'>): boolean =>
  status !== 'ended' && !isPaid;

/** Whether the provider may still bill it. */
export const isRunning = ({ status }: Pick<BilledSubscription, 'status'>): boolean =>
  status === 'active' || status === 'past_due';

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
