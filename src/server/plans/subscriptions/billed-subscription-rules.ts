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

/** The subscription as stored. */
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
