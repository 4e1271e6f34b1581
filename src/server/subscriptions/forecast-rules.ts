import { leastPlaces } from '#contract/business-rules.ts';
import type { Forecast } from '#contract/subscriptions/subscriptions.ts';
import { bothLater, type LaterPlaces, laterOfSmaller } from './included-rules.ts';

/** What a forecast is made of: open places by rank of the queue, and what was done in the last 14 days. */
export interface Supply {
  readonly openPlaces: readonly number[];
  readonly approved: number;
  readonly activeListeners: number;
  /** Reviews sent in these days, without the last one, and those of them whose place opened because they waited for a person. */
  readonly sent: number;
  readonly waited: number;
}

/** What a new version has besides the reviews of its own upload. */
export interface OfVersion {
  /** Places that come from the former version, and those of them that open later. */
  readonly movedPlaces: number;
  readonly movedLater: LaterPlaces | null;
  /** The rank at which the supply counts them already; null where it does not. */
  readonly movedRank: number | null;
  /** Of so many places those that are open to returning reviewers alone, until they open to all. */
  readonly keptOf: (reviewTarget: number) => LaterPlaces | null;
}

/** Who asks: how many reviews by the upload, at which rank of the queue. */
export interface Asked {
  readonly reviewTarget: number;
  readonly rank: number;
  /** Those of the reviews that open later. */
  readonly later?: LaterPlaces | null;
  readonly version?: OfVersion | undefined;
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

/** All reviews that the track gets, with the places that move to it. */
const targetOf = ({ reviewTarget, version }: Asked): number => reviewTarget + (version?.movedPlaces ?? 0);

/** All that nobody is served before the first payment is safe. */
const laterOf = ({ later, version }: Asked): LaterPlaces | null =>
  bothLater(later ?? null, version?.movedLater ?? null);

/** The open places before the track; what moves to it is none of them. */
function placesBefore({ openPlaces }: Supply, { rank, version }: Asked): number {
  const counted = openPlaces.slice(rank).reduce((sum, places) => sum + places, 0);
  const isMoved = version && version.movedRank !== null && version.movedRank >= rank;
  return isMoved ? Math.max(0, counted - version.movedPlaces) : counted;
}

/**
 * Days until the last of these reviews is approved at the pace of the last 14 days, with those for reviews that wait for a person; null
 * without any pace.
 */
export function daysToFill(supply: Supply, asked: Asked, now: Date): number | null {
  if (supply.approved === 0) return null;
  const target = targetOf(asked);
  const daysFor = (places: number) => (places * forecastDays) / supply.approved;
  const afterOpening = (opens: LaterPlaces | null) =>
    opens === null ? 0 : (opens.opensAt.getTime() - now.getTime()) / day + daysFor(opens.places);
  return (
    Math.max(
      daysFor(placesBefore(supply, asked) + target),
      afterOpening(laterOf(asked)),
      // Nobody promises that returning reviewers come.
      afterOpening(asked.version?.keptOf(target) ?? null),
    ) + daysForWaits(target, supply)
  );
}

/** The date that can be promised: the end of the day (UTC) of the forecast. Null when none can. */
export function promisedDate(supply: Supply, asked: Asked, now: Date): Date | null {
  const days = daysToFill(supply, asked, now);
  if (days === null || days > forecastDays || supply.activeListeners < 2 * targetOf(asked)) return null;
  const date = new Date(now.getTime() + days * day);
  date.setUTCHours(23, 59, 59, 999);
  return date;
}

/** The largest smaller target that a date can be promised for; null when there is none. */
function smallerTarget(supply: Supply, asked: Asked, now: Date): Forecast['smaller'] {
  for (let wantedTarget = asked.reviewTarget - 1; wantedTarget >= leastPlaces; wantedTarget -= 1) {
    const later = laterOfSmaller(asked.later ?? null, asked.reviewTarget, wantedTarget);
    const smaller = { ...asked, reviewTarget: wantedTarget, later };
    const date = promisedDate(supply, smaller, now);
    if (date) return { reviewTarget: targetOf(smaller), wantedTarget, promisedAt: date.toISOString() };
  }
  return null;
}

/** What an artist is told before the upload is sent. */
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
