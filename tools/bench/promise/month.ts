import { freeReviews, plans } from '#contract/business-rules.ts';
import { mostOfHouse, type Picked, pickReviews, weightOf } from '#server/plans/balance/balance-rules.ts';
import { forecastOf, type Supply } from '#server/plans/balance/forecast-rules.ts';
import { Draws } from '#tests/support/people/draws.ts';
import { firstAfter } from './moments.ts';
import type { Month, Platform } from './platform.ts';
import { type Assignment, byQueue, type Doubted, type PlanLot, placesLeft } from './queued-assignment.ts';

/*
 * A month of a platform in memory, hour by hour, with the product's own rules for lots, dates and misses. What the
 * product does in the database, counting supply and marking late assignments, is reimplemented here.
 */

const hour = 3_600_000;
const day = 24 * hour;
const rewards = { usual: 15, top: 25 } as const;
const freeBudget = { percent: 20, leastCents: 2000 } as const;
/** How long a doubted review waits for a person's decision. */
const decisionHours = 24;
const lateHours = 72;
const leastApproved = 20;

const warmUpDays = 14;
const monthDays = 30;
/** Days without uploads after the month, in which open dates are settled. */
const settleDays = 20;

type Paid = 'basic' | 'pro' | 'unlimited';
const paidPlans: readonly Paid[] = ['basic', 'pro', 'unlimited'];

export const aPlanLot = (plan: Paid): PlanLot => {
  const reviews = plans[plan].includedReviews;
  return { id: '', source: 'plan', plan, reviews, left: reviews, fresh: reviews, missed: 0 };
};

export class Simulation {
  readonly #draws: Draws;
  readonly #platform: Platform;
  readonly #assignments: Assignment[] = [];
  #open: Assignment[] = [];
  readonly #approvedAt: number[] = [];
  readonly #lastSeen = new Map<number, number>();
  readonly #lots: PlanLot[] = [];
  /** The newest track of an artist, by its reviewers. */
  readonly #newest = new Map<number, Set<number>>();
  readonly #doubted: Doubted[] = [];
  readonly #balances = new Map<number, { cents: number; payouts: number }>();
  #now = 0;
  /** Recounted every hour; assignments in between add their own places. */
  #supply: Supply = { openPlaces: [0, 0, 0, 0, 0], approved: 0, activeListeners: 0 };
  #free = { budget: 0, taken: 0 };
  #counts = { reviews: 0, doubtful: 0, paid: 0, payouts: 0, firstPayouts: 0, visits: 0, empty: 0 };
  #brought = { misses: 0, reviews: 0, missing: 0 };

  constructor(platform: Platform, seed: number) {
    this.#platform = platform;
    this.#draws = new Draws(seed);
  }

  /** Adds tracks with a plan's queue weight and without a date. */
  crowd(count: number, plan: Paid): void {
    const { priorityWeight: weight, reviewTarget: reviews } = plans[plan];
    for (let i = 0; i < count; i += 1) this.#add({ weight, reviews, dated: 0 }, null, new Set(), null);
  }

  /** Runs the warm-up, the month and the days after it. `onDay` may upload more. */
  run(onDay: (dayOfMonth: number, simulation: Simulation) => void = () => undefined): Month {
    const acts = this.#acts();
    for (let hours = 0; hours < (warmUpDays + monthDays + settleDays) * 24; hours += 1) {
      this.#now = hours * hour;
      const today = Math.floor(hours / 24) - warmUpDays;
      if (hours % 24 === 0) onDay(today, this);
      if (hours % (monthDays * 24) === 0 && today < monthDays) this.#beginPeriods();
      for (const act of acts.get(hours) ?? []) act();
      this.#decide();
      this.#countSupply();
      this.#keepDates();
      this.#visits(today);
    }
    return this.#month();
  }

  /** A new track gets the plan's target, or what is left. */
  upload(artist: number, plan: Paid, lot: PlanLot): Assignment | undefined {
    const by = new Set<number>();
    this.#newest.set(artist, by);
    return this.#assign(lot, plans[plan].reviewTarget, by);
  }

  #assign(lot: PlanLot, reviews: number, by: Set<number>): Assignment | undefined {
    const [picked] = pickReviews([lot], reviews);
    if (!picked) return undefined;
    lot.left -= picked.reviews;
    lot.fresh -= picked.reviews;
    const asked = { reviewers: by.size, now: new Date(this.#now) };
    const { dated, promisedAt } = forecastOf(this.#supply, [picked], asked);
    return this.#add({ ...picked, dated }, lot, by, promisedAt === null ? null : Date.parse(promisedAt));
  }

  #add(
    { weight: rank, reviews, dated }: Pick<Picked, 'weight' | 'reviews' | 'dated'>,
    lot: PlanLot | null,
    by: Set<number>,
    promisedAt: number | null,
  ): Assignment {
    const promise = promisedAt === null ? null : 'open';
    const made: Assignment = {
      ...{ at: this.#now, rank, lot, reviews, dated, promisedAt, by, sent: 0, promise, isLate: false },
    };
    this.#assignments.push(made);
    this.#open.push(made);
    this.#addOpen(made);
    return made;
  }

  /** By hour: subscribers upload up to their plan's limit and add what is left once; all others upload once, free. */
  #acts(): Map<number, (() => void)[]> {
    const at = new Map<number, (() => void)[]>();
    const plan = (act: () => void) => {
      const when = this.#draws.whole(0, (warmUpDays + monthDays) * 24 - 1);
      at.set(when, [...(at.get(when) ?? []), act]);
    };
    let artist = 0;
    for (const name of paidPlans) {
      const uploads = plans[name].uploadsLimit ?? this.#platform.uploadsOfIcon;
      for (let i = 0; i < this.#platform.artists[name]; i += 1, artist += 1) {
        const index = artist;
        const whole = ((warmUpDays + monthDays) / monthDays) * uploads;
        for (let n = 0; n < whole; n += 1) plan(() => this.#uploadOf(index, name));
        plan(() => this.#addRest(index));
      }
    }
    for (let i = 0; i < this.#platform.artists.free; i += 1) plan(() => this.#uploadFree());
    return at;
  }

  #lotOf = (artist: number): PlanLot | undefined => {
    const { basic, pro, unlimited } = this.#platform.artists;
    return this.#lots.slice(-(basic + pro + unlimited)).at(artist);
  };

  #uploadOf(artist: number, plan: Paid): void {
    const lot = this.#lotOf(artist);
    if (lot) this.upload(artist, plan, lot);
  }

  #addRest(artist: number): void {
    const [lot, by] = [this.#lotOf(artist), this.#newest.get(artist)];
    if (lot && by) this.#assign(lot, lot.left, by);
  }

  #uploadFree(): void {
    const cost = freeReviews * rewards.top;
    if (this.#free.taken + cost > this.#free.budget) return;
    this.#free.taken += cost;
    const weight = weightOf({ source: 'free', plan: null });
    this.#add({ weight, reviews: freeReviews, dated: 0 }, null, new Set(), null);
  }

  /** Starts every plan's period, and sets the month's free budget from the plans' income. */
  #beginPeriods(): void {
    let incomeCents = 0;
    for (const plan of paidPlans) {
      for (let i = 0; i < this.#platform.artists[plan]; i += 1) {
        incomeCents += plans[plan].pricePerMonth;
        this.#lots.push(aPlanLot(plan));
      }
    }
    const { percent, leastCents } = freeBudget;
    this.#free.budget += Math.max(leastCents, Math.floor((incomeCents * percent) / 100));
  }

  #countSupply(): void {
    const since = this.#now - 14 * day;
    const approved = this.#approvedAt.length - firstAfter(this.#approvedAt, since);
    let activeListeners = 0;
    for (const seen of this.#lastSeen.values()) if (seen > since) activeListeners += 1;
    this.#supply = { openPlaces: [0, 0, 0, 0, 0], approved, activeListeners };
    for (const one of this.#open) this.#addOpen(one);
  }

  #addOpen(one: Assignment): void {
    const rank = one.isLate ? 4 : one.rank;
    const openPlaces = [...this.#supply.openPlaces];
    openPlaces[rank] = (openPlaces[rank] ?? 0) + placesLeft(one);
    this.#supply = { ...this.#supply, openPlaces };
  }

  /** A rejected review opens its place again. */
  #decide(): void {
    while (this.#doubted[0] && this.#doubted[0].decidedAt <= this.#now) {
      const { of, isRejected, cents } = this.#doubted.shift() ?? {};
      if (!of || cents === undefined) continue;
      if (!isRejected) {
        this.#approvedAt.push(this.#now);
        this.#counts.paid += cents;
        continue;
      }
      of.sent -= 1;
      if (!this.#open.includes(of)) this.#open.push(of);
    }
  }

  #keepDates(): void {
    const { approved } = this.#supply;
    for (const one of this.#assignments) {
      if (one.promise !== 'open' || one.promisedAt === null) continue;
      if (one.sent >= one.dated) {
        one.promise = 'kept';
        one.isLate = false;
      } else if (one.promisedAt <= this.#now) this.#miss(one);
      else {
        const pace = (this.#now - one.at) / Math.max(1, one.promisedAt - one.at);
        const isClose = one.promisedAt - this.#now <= lateHours * hour;
        one.isLate = isClose && approved >= leastApproved && one.sent < one.dated * pace;
      }
    }
    this.#open = this.#open.filter((one) => placesLeft(one) > 0);
    this.#open.sort(byQueue);
  }

  /** What it brings goes to a track at once, with the upload that it brings. */
  #miss(one: Assignment): void {
    const missing = one.dated - one.sent;
    one.promise = 'missed';
    this.#brought.missing += missing;
    if (!one.lot) return;
    const reviews = Math.max(0, Math.min(missing, mostOfHouse(one.lot.reviews) - one.lot.missed));
    one.lot.missed += reviews;
    this.#brought.misses += 1;
    this.#brought.reviews += reviews;
    const weight = weightOf({ source: 'missed', plan: null });
    if (reviews > 0) this.#add({ weight, reviews, dated: 0 }, null, new Set(), null);
  }

  #visits(today: number): void {
    if (today >= (this.#platform.breaksOff ?? Number.POSITIVE_INFINITY)) return;
    const visits = this.#draws.poisson(this.#platform.visitors / 24);
    for (let i = 0; i < visits; i += 1) this.#visit(this.#draws.whole(0, this.#platform.listeners - 1));
  }

  #visit(listener: number): void {
    this.#counts.visits += 1;
    for (let turn = 0; turn < this.#platform.sitting; turn += 1) {
      const next = this.#open.find((one) => placesLeft(one) > 0 && !one.by.has(listener));
      if (!next) {
        if (turn === 0) this.#counts.empty += 1;
        return;
      }
      this.#review(listener, next);
    }
  }

  #review(listener: number, of: Assignment): void {
    of.by.add(listener);
    of.sent += 1;
    this.#lastSeen.set(listener, this.#now);
    this.#counts.reviews += 1;
    const cents = listener < this.#platform.trusted * this.#platform.listeners ? rewards.top : rewards.usual;
    this.#earn(listener, cents);
    if (this.#draws.happens(this.#platform.doubted)) {
      this.#counts.doubtful += 1;
      const isRejected = this.#draws.happens(this.#platform.rejected);
      this.#doubted.push({ of, decidedAt: this.#now + decisionHours * hour, isRejected, cents });
    } else {
      this.#approvedAt.push(this.#now);
      this.#counts.paid += cents;
    }
  }

  #earn(listener: number, cents: number): void {
    const wallet = this.#balances.get(listener) ?? { cents: 0, payouts: 0 };
    wallet.cents += cents;
    if (wallet.cents >= 500) {
      if (wallet.payouts === 0) this.#counts.firstPayouts += 1;
      this.#counts.payouts += 1;
      wallet.payouts += 1;
      wallet.cents = 0;
    }
    this.#balances.set(listener, wallet);
  }

  #month(): Month {
    const sumOf = <T>(all: readonly T[], pick: (one: T) => number) =>
      all.reduce((sum, one) => sum + pick(one), 0);
    const withDate = (promise: Assignment['promise']) =>
      this.#assignments.filter((one) => one.promise === promise).length;
    const [kept, missed, open] = [withDate('kept'), withDate('missed'), withDate('open')];
    return {
      promised: kept + missed + open,
      kept,
      missed,
      misses: this.#brought.misses,
      broughtReviews: this.#brought.reviews,
      missingReviews: this.#brought.missing,
      reviews: this.#counts.reviews,
      doubtful: this.#counts.doubtful,
      firstPayouts: this.#counts.firstPayouts,
      payouts: this.#counts.payouts,
      paidCents: this.#counts.paid,
      assignedCents: sumOf(this.#assignments, ({ reviews }) => reviews) * rewards.top,
      boughtCents: sumOf(this.#lots, ({ reviews }) => reviews) * rewards.top,
      houseCents: sumOf(this.#lots, ({ reviews }) => mostOfHouse(reviews)) * rewards.top,
      freeCents: this.#free.taken,
      budgetCents: this.#free.budget,
      emptyVisits: this.#counts.empty,
      visits: this.#counts.visits,
    };
  }
}
