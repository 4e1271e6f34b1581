import { dayMilliseconds } from '#contract/day-milliseconds.ts';
import type { Forecast } from '#contract/plans/balance/balance.ts';
import type { Picked } from './balance-rules.ts';

/** The input of a forecast: open places by rank of the queue, and activity in the last 14 days. */
export interface Supply {
  readonly openPlaces: readonly number[];
  readonly approved: number;
  readonly activeListeners: number;
}

interface Asked {
  readonly reviews: number;
  readonly rank: number;
  /** Listeners who have reviewed the track, or are needed for what it has already. */
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
  const reviews = reviewsOf(picked);
  const track = { reviewers, opensAt };
  const dateOf = (some: readonly Picked[]): string | null => {
    const dated = some.filter((one) => one.dated > 0);
    if (dated.length === 0) return null;
    const asked = { ...track, reviews: datedOf(dated), rank: leastWeight(dated) };
    return promisedDate(supply, asked, now)?.toISOString() ?? null;
  };
  const promisedAt = dateOf(picked);
  const days = daysToFill(supply, { ...track, reviews, rank: leastWeight(picked) }, now);
  return {
    reviews,
    dated: promisedAt === null ? 0 : datedOf(picked),
    promisedAt,
    weeks: days === null ? null : Math.ceil(days / 7),
    smaller: promisedAt === null ? smallerOf(picked, reviews, dateOf) : null,
  };
}

/** The largest smaller number that gets a date, taken from the lots in the same order. */
function smallerOf(
  picked: readonly Picked[],
  all: number,
  dateOf: (some: readonly Picked[]) => string | null,
): Forecast['smaller'] {
  for (let reviews = all - 1; reviews > 0; reviews -= 1) {
    const promisedAt = dateOf(firstOf(picked, reviews));
    if (promisedAt !== null) return { reviews, promisedAt };
  }
  return null;
}

function firstOf(picked: readonly Picked[], wanted: number): Picked[] {
  let missing = wanted;
  return picked.flatMap((one) => {
    const reviews = Math.min(missing, one.reviews);
    missing -= reviews;
    return reviews === 0 ? [] : [{ ...one, reviews, dated: Math.min(reviews, one.dated) }];
  });
}

const leastWeight = (picked: readonly Picked[]) => Math.min(...picked.map(({ weight }) => weight));
const datedOf = (picked: readonly Picked[]) => picked.reduce((sum, one) => sum + one.dated, 0);
const reviewsOf = (picked: readonly Picked[]) => picked.reduce((sum, one) => sum + one.reviews, 0);
