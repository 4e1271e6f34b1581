import { leastPlaces, openInRefundDays, type Plan, plans } from '#contract/business-rules.ts';
import type { Subscription } from './eligibility-rules.ts';

/** The reviews included in one plan period. */
export interface Allowance {
  /** The most expensive plan of this period so far. */
  readonly plan: Plan;
  readonly periodStart: Date;
  readonly periodEnd: Date;
  readonly included: number;
  /** Places of it that tracks have taken. */
  readonly taken: number;
}

export const reviewsLeft = ({ included, taken }: Pick<Allowance, 'included' | 'taken'>): number =>
  included - taken;

/** The period that included reviews count for: the plan's month, or the whole trial. */
export function allowancePeriod(
  running: Pick<Subscription, 'plan' | 'startedAt' | 'expiresAt' | 'periodStart' | 'periodEnd'>,
): Pick<Allowance, 'periodStart' | 'periodEnd'> {
  const { plan, startedAt, expiresAt, periodStart, periodEnd } = running;
  if (plan === 'icon' && expiresAt !== null) return { periodStart: startedAt, periodEnd: expiresAt };
  return { periodStart, periodEnd };
}

/**
 * The included reviews after a change to `plan` within the period: a more expensive plan adds the difference once, in
 * proportion to the days left, to the nearest review. Nothing is taken away before the period ends.
 */
export function includedAfter(allowance: Allowance, plan: Plan, now: Date): number {
  const { periodStart, periodEnd, included } = allowance;
  const difference = plans[plan].includedReviews - plans[allowance.plan].includedReviews;
  if (difference <= 0) return included;
  const whole = periodEnd.getTime() - periodStart.getTime();
  const left = Math.min(Math.max(periodEnd.getTime() - now.getTime(), 0), whole);
  return included + Math.round((difference * left) / whole);
}

/** The places that a track gets out of what is left; null if it waits for the next period. */
export const placesOf = (reviewTarget: number, left: number): number | null =>
  left < leastPlaces ? null : Math.min(reviewTarget, left);

/** Whether another period is expected after this one. */
const isRenewed = ({ expiresAt }: Pick<Subscription, 'expiresAt'>, periodEnd: Date): boolean =>
  expiresAt === null || expiresAt > periodEnd;

/** What a track waits for before it gets its places, and when that is expected. */
export interface PlacesWait {
  readonly waitsFor: 'period' | 'plan' | 'budget';
  readonly beginsAt: Date | null;
}

/** What a track waits for if too few of the period's included reviews are left. */
export const waitForReviews = (running: Pick<Subscription, 'expiresAt'>, periodEnd: Date): PlacesWait =>
  isRenewed(running, periodEnd)
    ? { waitsFor: 'period', beginsAt: periodEnd }
    : { waitsFor: 'plan', beginsAt: null };

/**
 * What a track waits for if the month's free budget is spent.
 * @param day when it was to begin; the same time of the next month counts
 */
export function waitForBudget(now: Date, day: Date | null = null): PlacesWait {
  const sinceStart = day ? day.getTime() - Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), 1) : 0;
  return { waitsFor: 'budget', beginsAt: new Date(nextMonth(now).getTime() + sinceStart) };
}

/** The first moment of the next calendar month in UTC. */
export const nextMonth = (now: Date): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));

export const daysOfMonth = (now: Date): number =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 0)).getUTCDate();

/** The monthly budget in cents for uploads without payment. */
export const freeBudgetCents = (
  lastMonthsIncomeCents: number,
  { percent, leastCents }: { readonly percent: number; readonly leastCents: number },
): number => Math.max(leastCents, Math.floor((lastMonthsIncomeCents * percent) / 100));

/** The source of a track's places. */
export type PlacesFrom = 'plan' | 'credit' | 'apart';

/** Places of a track that open at a later time. */
export interface LaterPlaces {
  readonly places: number;
  readonly opensAt: Date;
}

/**
 * How many of a track's places open later because the first payment can still be refunded: until then at most a third
 * of the included reviews are open. Null if all open at once.
 */
export function laterPlaces(
  { included, opened }: { readonly included: number; readonly opened: number },
  places: number,
  opensAt: Date | null,
): LaterPlaces | null {
  if (opensAt === null) return null;
  const later = places - Math.min(places, Math.max(0, openInRefundDays(included) - opened));
  return later === 0 ? null : { places: later, opensAt };
}

/** The part of a smaller target that opens later; what opens at once does not change. */
export function laterOfSmaller(
  later: LaterPlaces | null,
  reviewTarget: number,
  smallerTarget: number,
): LaterPlaces | null {
  const places = (later?.places ?? 0) - (reviewTarget - smallerTarget);
  return later !== null && places > 0 ? { ...later, places } : null;
}

/** The later places of a track, including those that move to it. */
export const bothLater = (own: LaterPlaces | null, moved: LaterPlaces | null): LaterPlaces | null =>
  own && moved ? { places: own.places + moved.places, opensAt: own.opensAt } : (own ?? moved);
