import type {
  BilledSubscription,
  KnownSubscription,
  PaidMoney,
} from '#server/plans/subscriptions/billed-subscription-rules.ts';

export const start = new Date('2026-03-01T00:00:00.000Z');
export const now = new Date('2026-03-10T00:00:00.000Z');
export const end = new Date('2026-04-01T00:00:00.000Z');
export const justAfter = (date: Date) => new Date(date.getTime() + 1);

export const billed = (over: Partial<BilledSubscription> = {}): BilledSubscription => ({
  id: 'sub_new',
  plan: 'basic',
  nextPlan: null,
  status: 'active',
  isPaid: true,
  collectionPaused: false,
  startedAt: start,
  periodStart: start,
  periodEnd: end,
  cancelsAtPeriodEnd: false,
  endedAt: null,
  ...over,
});
export const known = (over: Partial<KnownSubscription> = {}): KnownSubscription => ({
  billingSubscriptionId: 'sub_new',
  plan: 'basic',
  active: true,
  periodStart: start,
  periodEnd: end,
  expiresAt: null,
  uploadsUsed: 1,
  pastDueSince: null,
  endedFor: null,
  ...over,
});
/** The period before the one that the provider tells of. */
export const lastPeriod = (over: Partial<KnownSubscription> = {}) =>
  known({ periodStart: new Date('2026-02-01T00:00:00.000Z'), periodEnd: start, ...over });
export const paid = (over: Partial<PaidMoney> = {}): PaidMoney => ({
  paidCents: 2900,
  refundedCents: 0,
  refundsDecided: 0,
  openDisputes: 0,
  lostDisputes: 0,
  ...over,
});
