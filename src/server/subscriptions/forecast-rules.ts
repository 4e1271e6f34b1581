import { leastPlaces } from '#contract/business-rules.ts';
import type { Forecast } from '#contract/subscriptions/subscriptions.ts';
import type { LaterPlaces } from './included-rules.ts';

/** What a forecast is made of: open places by rank of the queue, and what was done in the last 14 days. */
export interface Supply {
  readonly openPlaces: readonly number[];
  readonly approved: number;
  readonly activeListeners: number;
  /** Reviews sent in these days, without the last one, and those of them whose place opened because they waited for a person. */
  readonly sent: number;
  readonly waited: number;
}

/** Who asks: how many reviews, at which rank of the queue. */
export interface Asked {
  readonly reviewTarget: number;
  readonly rank: number;
  /** Those of the reviews that open later. */
  readonly later?: LaterPlaces | null;
}

const day = 24 * 3600 * 1000;
/** Forecasts look back so many days, and reach so far. */
export const forecastDays = 14;

/** Of so many tracks one may have reviews that wait for a person more often in a row than the forecast counts. */
const tracksOfOneLonger = 200;
const mostWaits = 4;

/**
 * Days for reviews that wait for a person: their place opens after a day, and who takes it may have to wait, too. At least one, and as
 * many as all but one in 200 tracks of this target need at the share of 14 days.
 */
export function daysForWaits(
  reviewTarget: number,
  { sent, waited }: Pick<Supply, 'sent' | 'waited'>,
): number {
  const share = sent === 0 ? 0 : waited / sent;
  let days = 1;
  while (days < mostWaits && reviewTarget * share ** (days + 1) * tracksOfOneLonger > 1) days += 1;
  return days;
}

/**
 * Days until the last of these reviews is approved at the pace of the last 14 days, with those for reviews that wait for a person; null
 * without any pace.
 */
export function daysToFill(supply: Supply, { reviewTarget, rank, later }: Asked, now: Date): number | null {
  if (supply.approved === 0) return null;
  const before = supply.openPlaces.slice(rank).reduce((sum, places) => sum + places, 0);
  const daysFor = (places: number) => (places * forecastDays) / supply.approved;
  const afterOpening = later ? (later.opensAt.getTime() - now.getTime()) / day + daysFor(later.places) : 0;
  return Math.max(daysFor(before + reviewTarget), afterOpening) + daysForWaits(reviewTarget, supply);
}

/** The date that can be promised: the end of the day (UTC) of the forecast. Null when none can. */
export function promisedDate(supply: Supply, asked: Asked, now: Date): Date | null {
  const days = daysToFill(supply, asked, now);
  if (days === null || days > forecastDays || supply.activeListeners < 2 * asked.reviewTarget) return null;
  const date = new Date(now.getTime() + days * day);
  date.setUTCHours(23, 59, 59, 999);
  return date;
}

/** The largest smaller target that a date can be promised for; null when there is none. */
function smallerTarget(supply: Supply, { reviewTarget, rank, later }: Asked, now: Date): Forecast['smaller'] {
  const openNow = reviewTarget - (later?.places ?? 0);
  for (let target = reviewTarget - 1; target >= leastPlaces; target -= 1) {
    const rest = later && target > openNow ? { ...later, places: target - openNow } : null;
    const date = promisedDate(supply, { reviewTarget: target, rank, later: rest }, now);
    if (date) return { reviewTarget: target, promisedAt: date.toISOString() };
  }
  return null;
}

/** What an artist is told before the upload is sent. */
export function forecastOf(supply: Supply, asked: Asked, mayPromise: boolean, now: Date): Forecast {
  const date = mayPromise ? promisedDate(supply, asked, now) : null;
  const days = daysToFill(supply, asked, now);
  return {
    reviewTarget: asked.reviewTarget,
    later: asked.later ? { places: asked.later.places, opensAt: asked.later.opensAt.toISOString() } : null,
    promisedAt: date?.toISOString() ?? null,
    weeks: days === null ? null : Math.ceil(days / 7),
    smaller: mayPromise && date === null ? smallerTarget(supply, asked, now) : null,
  };
}
