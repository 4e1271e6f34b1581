import { dayMilliseconds } from '#contract/day-milliseconds.ts';
import type { Forecast } from '#contract/plans/balance/balance.ts';
import type { Picked } from './balance-rules.ts';

/** The input of a forecast: open places by rank of the queue, and activity in the last 14 days. */
export interface Supply {
  readonly openPlaces: readonly number[];
  readonly approved: number;
  readonly activeListeners: number;
}

/** Reviews in question, and their rank in the queue. */
interface Asked {
  readonly reviews: number;
  readonly rank: number;
  /** Listeners who have reviewed the track already. */
  readonly reviewers: number;
  /** When all listeners may take them; null at once. */
  readonly opensAt?: Date | null;
}

/** Days that forecasts look back, and reach ahead. */
export const forecastDays = 14;
/** Reviews that are judged and rejected on the last days need another listener. */
const spareDays = 1;

/** Days until the last of these reviews is there at the recent pace; null without a pace. */
function daysToFill(supply: Supply, { reviews, rank, opensAt = null }: Asked, now: Date): number | null {
  if (supply.approved === 0) return null;
  const daysFor = (places: number) => (places * forecastDays) / supply.approved;
  const before = supply.openPlaces.slice(rank).reduce((sum, places) => sum + places, 0);
  const wait = opensAt === null ? 0 : (opensAt.getTime() - now.getTime()) / dayMilliseconds;
  return Math.max(daysFor(before + reviews), wait + daysFor(reviews)) + spareDays;
}

/** The promised date: the end of the forecast's day (UTC). Null if none can be promised. */
function promisedDate(supply: Supply, asked: Asked, now: Date): Date | null {
  const days = daysToFill(supply, asked, now);
  const listeners = supply.activeListeners - asked.reviewers;
  if (days === null || days > forecastDays || listeners < 2 * asked.reviews) return null;
  const date = new Date(now.getTime() + days * dayMilliseconds);
  date.setUTCHours(23, 59, 59, 999);
  return date;
}

/** When the last of the lots' reviews would be there, and the date for those of them that can have one. */
export function forecastOf(
  supply: Supply,
  picked: readonly Picked[],
  { reviewers, opensAt = null, now }: { reviewers: number; opensAt?: Date | null; now: Date },
): Forecast {
  const reviews = sumOf(picked.map((one) => one.reviews));
  const dated = sumOf(picked.map((one) => one.dated));
  const rank = Math.min(...picked.map(({ weight }) => weight));
  const rankOfDated = Math.min(...picked.filter((one) => one.dated > 0).map(({ weight }) => weight));
  const dateOf = (count: number) =>
    promisedDate(supply, { reviews: count, rank: rankOfDated, reviewers, opensAt }, now)?.toISOString() ??
    null;
  const promisedAt = dated === 0 ? null : dateOf(dated);
  const days = daysToFill(supply, { reviews, rank, reviewers, opensAt }, now);
  return {
    reviews,
    dated: promisedAt === null ? 0 : dated,
    promisedAt,
    weeks: days === null ? null : Math.ceil(days / 7),
    smaller: promisedAt === null ? smallerOf(dated, dateOf) : null,
  };
}

function smallerOf(dated: number, dateOf: (count: number) => string | null): Forecast['smaller'] {
  for (let reviews = dated - 1; reviews > 0; reviews -= 1) {
    const promisedAt = dateOf(reviews);
    if (promisedAt !== null) return { reviews, promisedAt };
  }
  return null;
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);
