import { housePool, type Plan, plans, withoutPlan } from '#contract/business-rules.ts';
import { missedPlaces } from '#server/music/tracks/promise-rules.ts';
import { promisedDate, type Supply } from '#server/plans/forecast-rules.ts';
import { freeBudgetCents, placesOf } from '#server/plans/included-rules.ts';
import { Draws } from '#tests/support/people/draws.ts';
import { firstAfter } from './moments.ts';
import type { Month, Platform } from './platform.ts';
import { byQueue, type Period, placesLeft, type Track, type Waiting } from './queued-track.ts';

/*
 * A month of a platform in memory, hour by hour, with the product's own rules for places, dates and misses. What the
 * product does in the database, counting supply and marking late tracks, is reimplemented here.
 */

const hour = 3_600_000;
const day = 24 * hour;
const rewards = { usual: 15, top: 20 } as const;
const freeBudget = { percent: 20, leastCents: 2000 } as const;
/** How long a review that awaits a person's decision holds its place. */
const heldHours = 24;
const lateHours = 72;
const leastApproved = 20;

const warmUpDays = 14;
const monthDays = 30;
/** Days without uploads after the month, in which open promises are settled. */
const settleDays = 20;

export class Simulation {
  readonly #draws: Draws;
  readonly #platform: Platform;
  readonly #tracks: Track[] = [];
  #open: Track[] = [];
  readonly #sentAt: number[] = [];
  readonly #doubtedAt: number[] = [];
  /** Only of reviews that no rule flags: the others are not approved in time. */
  readonly #approvedAt: number[] = [];
  readonly #lastSeen = new Map<number, number>();
  readonly #periods: { plan: Plan; period: Period }[] = [];
  readonly #waiting: Waiting[] = [];
  readonly #balances = new Map<number, { cents: number; payouts: number }>();
  #now = 0;
  /** Recounted every hour; uploads in between add their own places. */
  #supply: Supply = { openPlaces: [0, 0, 0, 0, 0], approved: 0, activeListeners: 0, sent: 0, waited: 0 };
  #free = { budget: 0, taken: 0 };
  #counts = { reviews: 0, doubtful: 0, paid: 0, payouts: 0, firstPayouts: 0, visits: 0, empty: 0 };
  #given = { tracks: 0, reviews: 0, missing: 0 };

  constructor(platform: Platform, seed: number) {
    this.#platform = platform;
    this.#draws = new Draws(seed);
  }

  /** Adds tracks with a plan's queue weight, without an artist who pays for their places. */
  crowd(count: number, plan: 'basic' | 'pro' | 'unlimited'): void {
    const { priorityWeight: rank, reviewTarget: target } = plans[plan];
    for (let i = 0; i < count; i += 1)
      this.#add({ artist: -1 - i, rank, period: null, target, promisedAt: null });
  }

  /** Runs the warm-up, the month and the days after it. `onDay` may upload more. */
  run(onDay: (dayOfMonth: number, simulation: Simulation) => void = () => undefined): Month {
    const uploads = this.#uploads();
    for (let hours = 0; hours < (warmUpDays + monthDays + settleDays) * 24; hours += 1) {
      this.#now = hours * hour;
      const today = Math.floor(hours / 24) - warmUpDays;
      if (hours % 24 === 0) onDay(today, this);
      if (hours % (monthDays * 24) === 0 && today < monthDays) this.#beginPeriods();
      for (const upload of uploads.get(hours) ?? []) upload();
      this.#openHeld();
      this.#countSupply();
      this.#keepPromises();
      this.#visits(today);
    }
    return this.#month();
  }

  upload(artist: number, plan: 'basic' | 'pro' | 'unlimited', period: Period): Track | null {
    const { priorityWeight: rank, reviewTarget } = plans[plan];
    const target = placesOf(reviewTarget, period.included - period.taken);
    if (target === null) return null;
    period.taken += target;
    const promisedAt = promisedDate(this.#supply, { reviewTarget: target, rank }, new Date(this.#now));
    return this.#add({ artist, rank, period, target, promisedAt: promisedAt?.getTime() ?? null });
  }

  #add(made: Pick<Track, 'artist' | 'rank' | 'period' | 'target' | 'promisedAt'>): Track {
    const track: Track = {
      ...made,
      at: this.#now,
      house: 0,
      by: new Set(),
      delivered: 0,
      promise: made.promisedAt === null ? null : 'open',
      isLate: false,
    };
    this.#tracks.push(track);
    this.#open.push(track);
    this.#addOpen(track);
    return track;
  }

  /** The uploads by hour: subscribers upload up to their plan's limit, all others once a month with a credit. */
  #uploads(): Map<number, (() => void)[]> {
    const at = new Map<number, (() => void)[]>();
    const plan = (act: () => void) => {
      const when = this.#draws.whole(0, (warmUpDays + monthDays) * 24 - 1);
      at.set(when, [...(at.get(when) ?? []), act]);
    };
    let artist = 0;
    for (const name of ['basic', 'pro', 'unlimited'] as const) {
      const uploads = plans[name].uploadsLimit ?? this.#platform.uploadsOfIcon;
      for (let i = 0; i < this.#platform.artists[name]; i += 1, artist += 1) {
        const index = artist;
        const whole = ((warmUpDays + monthDays) / monthDays) * uploads;
        for (let n = 0; n < whole; n += 1) plan(() => void this.#uploadOf(index, name));
      }
    }
    for (let i = 0; i < this.#platform.artists.free; i += 1, artist += 1) {
      const index = artist;
      plan(() => this.#uploadFree(index));
    }
    return at;
  }

  #uploadOf(artist: number, plan: 'basic' | 'pro' | 'unlimited'): void {
    const running = this.#periods.slice(-this.#paying).at(artist);
    if (running) this.upload(artist, plan, running.period);
  }

  #uploadFree(artist: number): void {
    const cost = withoutPlan.reviewTarget * rewards.top;
    if (this.#free.taken + cost > this.#free.budget) return;
    this.#free.taken += cost;
    this.#add({ artist, rank: 0, period: null, target: withoutPlan.reviewTarget, promisedAt: null });
  }

  get #paying(): number {
    const { basic, pro, unlimited } = this.#platform.artists;
    return basic + pro + unlimited;
  }

  /** Starts every plan's period, and sets the month's free budget from the plans' income. */
  #beginPeriods(): void {
    let incomeCents = 0;
    for (const plan of ['basic', 'pro', 'unlimited'] as const) {
      for (let i = 0; i < this.#platform.artists[plan]; i += 1) {
        incomeCents += plans[plan].pricePerMonth;
        const { includedReviews } = plans[plan];
        this.#periods.push({ plan, period: { included: includedReviews, taken: 0, houseTaken: 0 } });
      }
    }
    this.#free.budget += freeBudgetCents(incomeCents, freeBudget);
  }

  #countSupply(): void {
    const since = this.#now - 14 * day;
    const approved = this.#approvedAt.length - firstAfter(this.#approvedAt, since);
    let activeListeners = 0;
    for (const seen of this.#lastSeen.values()) if (seen > since) activeListeners += 1;
    const decidedUntil = this.#now - heldHours * hour;
    const between = (moments: readonly number[]) =>
      firstAfter(moments, decidedUntil) - firstAfter(moments, since);
    const [sent, waited] = [between(this.#sentAt), between(this.#doubtedAt)];
    this.#supply = { openPlaces: [0, 0, 0, 0, 0], approved, activeListeners, sent, waited };
    for (const track of this.#open) this.#addOpen(track);
  }

  #addOpen(track: Track): void {
    const rank = track.isLate ? 4 : track.rank;
    const openPlaces = [...this.#supply.openPlaces];
    openPlaces[rank] = (openPlaces[rank] ?? 0) + placesLeft(track);
    this.#supply = { ...this.#supply, openPlaces };
  }

  #openHeld(): void {
    while (this.#waiting[0] && this.#waiting[0].opensAt <= this.#now) {
      const { track } = this.#waiting.shift() ?? {};
      if (!track?.period || track.period.houseTaken >= housePool(track.period.included)) continue;
      track.period.houseTaken += 1;
      track.house += 1;
      if (!this.#open.includes(track)) this.#open.push(track);
    }
  }

  #keepPromises(): void {
    const { approved } = this.#supply;
    for (const track of this.#tracks) {
      if (track.promise !== 'open' || track.promisedAt === null) continue;
      if (track.delivered >= track.target) {
        track.promise = 'kept';
        track.isLate = false;
      } else if (track.promisedAt <= this.#now) this.#giveBack(track);
      else {
        const pace = (this.#now - track.at) / Math.max(1, track.promisedAt - track.at);
        const isClose = track.promisedAt - this.#now <= lateHours * hour;
        track.isLate = isClose && approved >= leastApproved && track.delivered < track.target * pace;
      }
    }
    this.#open = this.#open.filter((track) => placesLeft(track) > 0);
    this.#open.sort(byQueue);
  }

  #giveBack(track: Track): void {
    const { period } = track;
    const houseLeft = period ? housePool(period.included) - period.houseTaken : 0;
    const taken = track.by.size - track.house;
    const missing = track.target - track.delivered;
    const { reviews, moved } = missedPlaces({
      reviewTarget: track.target,
      delivered: track.delivered,
      taken,
      houseLeft,
    });
    track.promise = 'missed';
    track.target -= moved;
    if (period) period.houseTaken += reviews - moved;
    this.#given.tracks += 1;
    this.#given.reviews += reviews;
    this.#given.missing += missing;
  }

  #visits(today: number): void {
    if (today >= (this.#platform.breaksOff ?? Number.POSITIVE_INFINITY)) return;
    const visits = this.#draws.poisson(this.#platform.visitors / 24);
    for (let i = 0; i < visits; i += 1) this.#visit(this.#draws.whole(0, this.#platform.listeners - 1));
  }

  #visit(listener: number): void {
    this.#counts.visits += 1;
    for (let turn = 0; turn < this.#platform.sitting; turn += 1) {
      const track = this.#open.find((one) => placesLeft(one) > 0 && !one.by.has(listener));
      if (!track) {
        if (turn === 0) this.#counts.empty += 1;
        return;
      }
      this.#review(listener, track);
    }
  }

  #review(listener: number, track: Track): void {
    track.by.add(listener);
    this.#lastSeen.set(listener, this.#now);
    this.#counts.reviews += 1;
    if (this.#draws.happens(this.#platform.doubted)) {
      this.#counts.doubtful += 1;
      this.#doubtedAt.push(this.#now);
      this.#waiting.push({ track, opensAt: this.#now + heldHours * hour });
    } else {
      track.delivered += 1;
      this.#approvedAt.push(this.#now);
    }
    this.#sentAt.push(this.#now);
    const cents = listener < this.#platform.trusted * this.#platform.listeners ? rewards.top : rewards.usual;
    this.#counts.paid += cents;
    this.#earn(listener, cents);
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
    const promised = this.#tracks.filter(({ promise }) => promise !== null);
    const ofPlans = this.#tracks.filter(({ period }) => period !== null);
    const sumOf = (pick: (period: Period) => number) =>
      this.#periods.reduce((sum, { period }) => sum + pick(period), 0);
    return {
      promised: promised.length,
      kept: promised.filter(({ promise }) => promise === 'kept').length,
      missed: promised.filter(({ promise }) => promise === 'missed').length,
      givenBackTracks: this.#given.tracks,
      givenBackReviews: this.#given.reviews,
      missingReviews: this.#given.missing,
      placesOfPlans: ofPlans.reduce((sum, { target }) => sum + target, 0),
      reviews: this.#counts.reviews,
      doubtful: this.#counts.doubtful,
      firstPayouts: this.#counts.firstPayouts,
      payouts: this.#counts.payouts,
      paidCents: this.#counts.paid,
      takenCents: sumOf(({ taken, houseTaken }) => taken + houseTaken) * rewards.top + this.#free.taken,
      includedCents: sumOf(({ included }) => included) * rewards.top,
      houseCents: sumOf(({ included }) => housePool(included)) * rewards.top,
      freeCents: this.#free.taken,
      budgetCents: this.#free.budget,
      emptyVisits: this.#counts.empty,
      visits: this.#counts.visits,
    };
  }
}
