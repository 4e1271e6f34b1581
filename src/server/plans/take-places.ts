import { plans, withoutPlan } from '#contract/business-rules.ts';
import { cents } from '#contract/cents.ts';
import { dayMilliseconds } from '#contract/day-milliseconds.ts';
import type { Cents } from '#contract/primitives.ts';
import type { Queryable, Transaction } from '../adapters/database/database.ts';
import { takeFromLimit } from '../adapters/limits/rate-limit.ts';
import type { Config } from '../settings/config.ts';
import { monthStart, planTerms, type Subscription } from './eligibility-rules.ts';
import { type OfVersion, promisedDate } from './forecast-rules.ts';
import { lockGivenBack, spendGivenReviews } from './given-back-store.ts';
import {
  type Allowance,
  allowancePeriod,
  daysOfMonth,
  freeBudgetCents,
  includedAfter,
  type LaterPlaces,
  laterPlaces,
  nextMonth,
  type PlacesFrom,
  type PlacesWait,
  placesOf,
  reviewsLeft,
  waitForBudget,
  waitForReviews,
} from './included-rules.ts';
import {
  artistHasBounds,
  firstPayment,
  fixFreeBudget,
  lockAllowance,
  openedOf,
  planIncome,
  raiseAllowance,
  readFreeBudget,
  takeFreePlaces,
  takeReviews,
  uploadsOfShare,
} from './places-store.ts';
import { refundableUntil } from './refund-rules.ts';
import { addOpenPlaces, lockSupply } from './supply-store.ts';

type Needs = { readonly config: Pick<Config, 'freeBudget'> };

/** The places of a track and their source. If the track waits, they are its target, taken later. */
export interface Places {
  readonly waitsFor: PlacesWait['waitsFor'] | null;
  readonly beginsAt: Date | null;
  readonly placesFrom: PlacesFrom;
  readonly allowanceId: string | null;
  readonly reviewTarget: number;
  /** The part of the target that opens later. */
  readonly later: LaterPlaces | null;
}

/** The places of a new track, with its weight in the queue. */
export interface NewPlaces extends Places {
  readonly priorityWeight: number;
}

const atOnce: Pick<Places, 'waitsFor' | 'beginsAt' | 'later'> = {
  waitsFor: null,
  beginsAt: null,
  later: null,
};

/**
 * Takes the places of a new track in the caller's transaction: from the reviews of the plan used for the upload, or
 * from the month's free budget for a credit.
 */
export async function takePlaces(
  deps: Needs,
  tx: Transaction,
  upload: {
    readonly artistId: string;
    readonly running: Subscription | undefined;
    /** A target below the plan's. */
    readonly wantedTarget: number | undefined;
    /** The network of the request, if it tells anything. */
    readonly sender: string | undefined;
    readonly now: Date;
  },
): Promise<NewPlaces> {
  const { artistId, running, wantedTarget, sender, now } = upload;
  const { priorityWeight, reviewTarget: planTarget } = planTerms(running);
  const reviewTarget = Math.min(planTarget, wantedTarget ?? planTarget);
  if (!(await artistHasBounds.only(tx, { artistId })).hasBounds) {
    return {
      placesFrom: 'apart',
      allowanceId: null,
      reviewTarget,
      priorityWeight,
      ...atOnce,
    };
  }
  const places = running
    ? await takeIncludedPlaces(tx, { artistId, running, reviewTarget, now })
    : await takeCreditPlaces(deps, tx, sender, now);
  return { ...places, priorityWeight };
}

/**
 * The date by which the places of a track that starts now are promised, if possible. Later forecasts include these
 * places.
 */
export async function promiseFor(
  tx: Transaction,
  { placesFrom, waitsFor, reviewTarget, later, priorityWeight }: NewPlaces,
  version: OfVersion | undefined,
  now: Date,
): Promise<Date | null> {
  if (waitsFor !== null || placesFrom === 'apart') return null;
  const rank = placesFrom === 'credit' ? 0 : priorityWeight;
  const supply = await lockSupply.only(tx, {});
  const { movedPlaces = 0, movedRank = null } = version ?? {};
  await addOpenPlaces.run(tx, { rank, places: reviewTarget + movedPlaces });
  if (movedRank !== null) await addOpenPlaces.run(tx, { rank: movedRank, places: -movedPlaces });
  return placesFrom === 'plan' ? promisedDate(supply, { reviewTarget, rank, later, version }, now) : null;
}

/** Takes places from the current period's included reviews. */
export async function takeIncludedPlaces(
  tx: Transaction,
  {
    artistId,
    running,
    reviewTarget,
    now,
  }: { artistId: string; running: Subscription; reviewTarget: number; now: Date },
): Promise<Places> {
  const allowance = await keepAllowance(tx, artistId, running, now);
  const given = await lockGivenBack.all(tx, { artistId });
  const ofPeriod = reviewsLeft(allowance);
  const places = placesOf(reviewTarget, ofPeriod + sumOf(given.map(({ reviewsLeft: reviews }) => reviews)));
  const from = { placesFrom: 'plan', reviewTarget, later: null } as const;
  if (places === null) {
    return { ...from, allowanceId: null, ...waitForReviews(running, allowance.periodEnd) };
  }
  // Uses those that expire with the period first.
  const taken = Math.min(places, ofPeriod);
  await takeReviews.run(tx, { id: allowance.id, reviews: taken });
  await takeGivenReviews(tx, given, places - taken);
  const { opened } = await openedOf.only(tx, { artistId, now });
  const later = laterPlaces({ ...allowance, opened }, places, await opensFully(tx, artistId, running, now));
  return { ...from, allowanceId: allowance.id, reviewTarget: places, ...atOnce, later };
}

/** When all included reviews will be open, while the account's first payment can still be refunded; null after that. */
export async function opensFully(
  db: Queryable,
  artistId: string,
  running: Pick<Subscription, 'isBilled' | 'startedAt'>,
  now: Date,
): Promise<Date | null> {
  if (!running.isBilled) return null;
  const { paidAt } = await firstPayment.only(db, { userId: artistId });
  const until = refundableUntil(paidAt ?? running.startedAt);
  return until > now ? until : null;
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

async function takeGivenReviews(
  tx: Transaction,
  given: readonly { readonly trackId: string; readonly reviewsLeft: number }[],
  wanted: number,
): Promise<void> {
  let missing = wanted;
  for (const { trackId, reviewsLeft: left } of given) {
    const reviews = Math.min(missing, left);
    if (reviews > 0) await spendGivenReviews.run(tx, { trackId, reviews });
    missing -= reviews;
  }
}

const ofCredit = {
  placesFrom: 'credit',
  allowanceId: null,
  reviewTarget: withoutPlan.reviewTarget,
  later: null,
} as const;

/**
 * Takes a credit's places, whatever the plan. A sender's network gets a tenth of a day's share of the month's budget, but
 * at least one upload a day: beyond that the track waits for the network's next day, as for a spent budget.
 */
export async function takeCreditPlaces(
  deps: Needs,
  tx: Transaction,
  sender: string | undefined,
  now: Date,
): Promise<Places> {
  const places = await openBudget(deps, tx, now);
  if (sender === undefined) return takeBudgetPlaces(deps, tx, now);
  const share = shareOfSender / daysOfMonth(now);
  const { uploads } = await uploadsOfShare.only(tx, { ...places, share });
  const today = await freeDay(tx, { sender, uploads, now }, now);
  if (today > now) return { ...ofCredit, waitsFor: 'budget', beginsAt: today };
  if (await takeFreePlaces.one(tx, places)) return { ...ofCredit, ...atOnce };
  const beginsAt = await freeDay(tx, { sender, uploads, now }, nextMonth(now));
  return { ...ofCredit, waitsFor: 'budget', beginsAt };
}

/** The same for a track whose day has come. Beyond the budget it keeps its day of the month, so that days stay apart. */
export async function takeBudgetPlaces(
  deps: Needs,
  tx: Transaction,
  now: Date,
  day: Date | null = null,
): Promise<Places> {
  const taken = await takeFreePlaces.one(tx, await openBudget(deps, tx, now));
  return taken ? { ...ofCredit, ...atOnce } : { ...ofCredit, ...waitForBudget(now, day) };
}

async function openBudget(deps: Needs, tx: Transaction, now: Date) {
  const month = monthStart(now);
  await fixFreeBudget.run(tx, { month, budgetCents: await freeBudgetOfMonth(deps, tx, now) });
  return { month, places: withoutPlan.reviewTarget };
}

const shareOfSender = 0.1;
/** The furthest day that a sender's uploads are spread to. */
const mostDaysAhead = 60;
const keptSeconds = (2 * mostDaysAhead * dayMilliseconds) / 1000;

/** Takes one of a sender's uploads on the first day from `from` on that has one left; `from` itself if that is this day. */
async function freeDay(
  tx: Transaction,
  { sender, uploads, now }: { readonly sender: string; readonly uploads: number; readonly now: Date },
  from: Date,
): Promise<Date> {
  for (let day = from; ; day = startOfDay(new Date(day.getTime() + dayMilliseconds))) {
    const bucket = `free uploads of ${sender} on ${day.toISOString().slice(0, 10)}`;
    const isLast = day.getTime() >= from.getTime() + mostDaysAhead * dayMilliseconds;
    if (isLast || (await takeFromLimit(tx, bucket, uploads, keptSeconds, now)).taken) return day;
  }
}

const startOfDay = (at: Date) => new Date(Math.floor(at.getTime() / dayMilliseconds) * dayMilliseconds);

/** Locks the current period's allowance; an upgrade adds to it. */
export async function keepAllowance(
  tx: Transaction,
  artistId: string,
  running: Subscription,
  now: Date,
): Promise<Allowance & { readonly id: string }> {
  const { plan, billingSubscriptionId } = running;
  const { includedReviews } = plans[plan];
  const allowance = await lockAllowance.only(tx, {
    artistId,
    plan,
    ...allowancePeriod(running),
    included: includedReviews,
    billingSubscriptionId,
  });
  const included = includedAfter(allowance, plan, now);
  if (includedReviews <= plans[allowance.plan].includedReviews) return allowance;
  await raiseAllowance.run(tx, { id: allowance.id, plan, included });
  return { ...allowance, plan, included };
}

/** In cents: a share of last month's plan income, set when it is first used. */
export async function freeBudgetOfMonth({ config }: Needs, db: Queryable, now: Date): Promise<Cents> {
  const month = monthStart(now);
  const fixed = await readFreeBudget.one(db, { month });
  if (fixed) return fixed.budgetCents;
  const to = new Date(`${month}T00:00:00Z`);
  const from = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() - 1, 1));
  const { incomeCents } = await planIncome.only(db, { from, to });
  return cents(freeBudgetCents(incomeCents, config.freeBudget));
}
