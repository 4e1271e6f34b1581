import { leastPlaces } from '#contract/business-rules.ts';
import { dayMilliseconds } from '#contract/day-milliseconds.ts';
import type { Forecast } from '#contract/plans/subscriptions.ts';
import { bothLater, type LaterPlaces, laterOfSmaller } from './included-rules.ts';

/** The input of a forecast: open places by rank of the queue, and activity in the last 14 days. */
export interface Supply {
  readonly openPlaces: readonly number[];
  readonly approved: number;
  readonly activeListeners: number;
  /**
   * Reviews sent in these days except the last, and how many of their places reopened because they waited for a person.
   */
  readonly sent: number;
  readonly waited: number;
}

/** What a new version has in addition to its own upload's reviews. */
export interface OfVersion {
  /** Places moved from the former version, and those of them that open later. */
  readonly movedPlaces: number;
  readonly movedLater: LaterPlaces | null;
  /** The rank under which the supply already counts them; null if it does not. */
  readonly movedRank: number | null;
  /** For a target, the places reserved for returning reviewers until they open to everyone. */
  readonly keptOf: (reviewTarget: number) => LaterPlaces | null;
}

/** The upload in question: how many reviews, at which rank of the queue. */
export interface Asked {
  readonly reviewTarget: number;
  readonly rank: number;
  /** The part of the reviews that opens later. */
  readonly later?: LaterPlaces | null;
  readonly version?: OfVersion | undefined;
}

/** Days that forecasts look back, and reach ahead. */
export const forecastDays = 14;

/** One track in this many may need more waiting rounds than the forecast assumes. */
const tracksOfOneLonger = 200;
const mostWaits = 4;

/**
 * Extra days for reviews that wait for a person: their place reopens after a day, and the next reviewer's may wait as
 * well. At least one, and as many as all but one in 200 tracks with this target need at the recent share.
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

/** All reviews that the track gets, with the places that move to it. */
const targetOf = ({ reviewTarget, version }: Asked): number => reviewTarget + (version?.movedPlaces ?? 0);

/** All places that stay closed until the first payment can no longer be refunded. */
const laterOf = ({ later, version }: Asked): LaterPlaces | null =>
  bothLater(later ?? null, version?.movedLater ?? null);

/** Open places ahead of the track, not counting those that move to it. */
function placesBefore({ openPlaces }: Supply, { rank, version }: Asked): number {
  const counted = openPlaces.slice(rank).reduce((sum, places) => sum + places, 0);
  const isMoved = version && version.movedRank !== null && version.movedRank >= rank;
  return isMoved ? Math.max(0, counted - version.movedPlaces) : counted;
}

/**
 * Days until the last of these reviews is approved at the recent pace, including those for reviews that wait for a
 * person; null without a pace.
 */
export function daysToFill(supply: Supply, asked: Asked, now: Date): number | null {
  if (supply.approved === 0) return null;
  const target = targetOf(asked);
  const daysFor = (places: number) => (places * forecastDays) / supply.approved;
  const afterOpening = (opens: LaterPlaces | null) =>
    opens === null ? 0 : (opens.opensAt.getTime() - now.getTime()) / dayMilliseconds + daysFor(opens.places);
  return (
    Math.max(
      daysFor(placesBefore(supply, asked) + target),
      afterOpening(laterOf(asked)),
      // Returning reviewers may not come.
      afterOpening(asked.version?.keptOf(target) ?? null),
    ) + daysForWaits(target, supply)
  );
}

/** The promised date: the end of the forecast's day (UTC). Null if no date can be promised. */
export function promisedDate(supply: Supply, asked: Asked, now: Date): Date | null {
  const days = daysToFill(supply, asked, now);
  if (days === null || days > forecastDays || supply.activeListeners < 2 * targetOf(asked)) return null;
  const date = new Date(now.getTime() + days * dayMilliseconds);
  date.setUTCHours(23, 59, 59, 999);
  return date;
}

/** The largest smaller target for which a date can be promised; null if there is none. */
function smallerTarget(supply: Supply, asked: Asked, now: Date): Forecast['smaller'] {
  for (let wantedTarget = asked.reviewTarget - 1; wantedTarget >= leastPlaces; wantedTarget -= 1) {
    const later = laterOfSmaller(asked.later ?? null, asked.reviewTarget, wantedTarget);
    const smaller = { ...asked, reviewTarget: wantedTarget, later };
    const date = promisedDate(supply, smaller, now);
    if (date) return { reviewTarget: targetOf(smaller), wantedTarget, promisedAt: date.toISOString() };
  }
  return null;
}

/** The forecast that an artist sees before uploading. */
export function forecastOf(supply: Supply, asked: Asked, mayPromise: boolean, now: Date): Forecast {
  const date = mayPromise ? promisedDate(supply, asked, now) : null;
  const days = daysToFill(supply, asked, now);
  const later = laterOf(asked);
  return {
    reviewTarget: targetOf(asked),
    later: later && { places: later.places, opensAt: later.opensAt.toISOString() },
    promisedAt: date?.toISOString() ?? null,
    weeks: days === null ? null : Math.ceil(days / 7),
    smaller: mayPromise && date === null ? smallerTarget(supply, asked, now) : null,
  };
}
