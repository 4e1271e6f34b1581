import { firstPaymentReviews, houseShare, type Plan, plans, withoutPlan } from '#contract/business-rules.ts';
import type { LotSource } from '#contract/plans/balance/balance.ts';

/** A lot with reviews that can be assigned now. */
export interface OpenLot {
  readonly id: string;
  readonly source: LotSource;
  readonly plan: Plan | null;
  /** Reviews that no track has. */
  readonly left: number;
  /** How many of them were never assigned before. */
  readonly fresh: number;
}

export interface Picked {
  readonly lotId: string;
  readonly reviews: number;
  /** How many of them a date may be promised for. */
  readonly dated: number;
  readonly weight: number;
}

export const leftIn = (lots: readonly Pick<OpenLot, 'left'>[]): number =>
  lots.reduce((sum, { left }) => sum + left, 0);

/** The place in the queue of a lot's reviews: a plan's weight, last what nobody bought, else 1. */
export const weightOf = ({ source, plan }: Pick<OpenLot, 'source' | 'plan'>): number => {
  if (plan !== null) return plans[plan].priorityWeight;
  return source === 'free' ? 0 : withoutPlan.priorityWeight;
};

const datedSources: readonly LotSource[] = ['plan', 'pack'];
/** What an upload assigns as a whole. */
const wholeSources: readonly LotSource[] = ['free', 'pack', 'missed', 'takedown'];

/** Takes this many reviews from the lots, which come in the order of their expiry; fewer if they have no more. */
export function pickReviews(lots: readonly OpenLot[], wanted: number): Picked[] {
  let missing = wanted;
  return lots.flatMap((lot) => {
    const reviews = Math.min(missing, lot.left);
    if (reviews <= 0) return [];
    missing -= reviews;
    const dated = datedSources.includes(lot.source) ? Math.max(0, Math.min(reviews, lot.fresh)) : 0;
    return [{ lotId: lot.id, reviews, dated, weight: weightOf(lot) }];
  });
}

export const withoutPicked = (lots: readonly OpenLot[], picked: readonly Picked[]): OpenLot[] =>
  lots.map((lot) => {
    const reviews = picked.find(({ lotId }) => lotId === lot.id)?.reviews ?? 0;
    return { ...lot, left: lot.left - reviews, fresh: lot.fresh - reviews };
  });

/**
 * How many reviews an upload assigns unless its artist says less: the plan's target for one of the plan's uploads, else
 * all of packs, free reviews and what missed dates brought. Both as far as there are any.
 * @param plan the plan whose upload is used; null for a credit
 */
export function assignedAtUpload(lots: readonly OpenLot[], plan: Plan | null): number {
  const left = leftIn(lots);
  if (plan !== null) return Math.min(plans[plan].reviewTarget, left);
  const apart = leftIn(lots.filter(({ source }) => wholeSources.includes(source)));
  return Math.max(apart, Math.min(withoutPlan.reviewTarget, left));
}

export interface PeriodLot {
  readonly plan: Plan;
  readonly reviews: number;
}

/**
 * The reviews that a period still has to bring: all of the plan, or the difference to the highest plan so far, by the days
 * that are left, to the nearest review. Nothing is taken away before the period ends.
 */
export function reviewsToBring(
  known: readonly PeriodLot[],
  plan: Plan,
  period: { readonly start: Date; readonly end: Date },
  paidAt: Date,
): number {
  const all = plans[plan].includedReviews;
  if (known.length === 0) return all;
  const highest = Math.max(...known.map((lot) => plans[lot.plan].includedReviews));
  if (all <= highest) return 0;
  const whole = period.end.getTime() - period.start.getTime();
  const left = Math.min(Math.max(period.end.getTime() - paidAt.getTime(), 0), whole);
  return Math.round(((all - highest) * left) / whole);
}

/** How a plan's new reviews open while the account's first payment may be refunded: at once, and once it may not. */
export function openingOf(
  reviews: number,
  opened: number,
  isRefundable: boolean,
): { readonly now: number; readonly later: number } {
  if (!isRefundable) return { now: reviews, later: 0 };
  const now = Math.min(reviews, Math.max(0, firstPaymentReviews - opened));
  return { now, later: reviews - now };
}

/** The most that the house gives for a payment that brought this many reviews: for missed dates, and for late reviews. */
export const mostOfHouse = (brought: number): number => Math.ceil(brought * houseShare);
