import { dayMilliseconds } from '#contract/day-milliseconds.ts';
import { panelDays } from '#contract/music/versions/version-rules.ts';
import type { OfVersion } from '../../plans/forecast-rules.ts';
import type { LaterPlaces, PlacesFrom } from '../../plans/included-rules.ts';

/** The share of a new version's places that is reserved for reviewers of the former one. */
const keptShare = 0.5;
/** With fewer of them, no places are reserved. */
const leastReturning = 5;

/** The places of a former version. */
interface Former {
  readonly placesFrom: PlacesFrom | 'before';
  readonly openPlaces: number;
  /** The part of its places that opens later. */
  readonly laterPlaces: number;
  readonly laterAt: Date | null;
  /** The rank under which the supply counts its places; null if it does not. */
  readonly countedRank: number | null;
}

/**
 * Whether open places may move. A plan's places stay with the plan, so that a refund closes them and the limit before a
 * refund applies; those of the free budget stay free.
 */
const mayMove = (former: Former['placesFrom'], placesFrom: PlacesFrom): boolean =>
  former === 'before' || former === placesFrom;

/** The places that move from the former version to one whose own places have this source. */
export function movedFrom(
  { openPlaces, laterPlaces, laterAt, countedRank, ...former }: Former,
  placesFrom: PlacesFrom,
): Omit<OfVersion, 'keptOf'> {
  if (!mayMove(former.placesFrom, placesFrom)) return noMoved;
  const places = Math.min(laterPlaces, openPlaces);
  return {
    movedPlaces: openPlaces,
    movedLater: laterAt === null ? null : { places, opensAt: laterAt },
    movedRank: countedRank,
  };
}

export const noMoved: Omit<OfVersion, 'keptOf'> = { movedPlaces: 0, movedLater: null, movedRank: null };

export const panelEnd = (now: Date): Date => new Date(now.getTime() + panelDays * dayMilliseconds);

/** The places of a new version reserved for this many returning reviewers, at most one each. */
export const keptFor =
  (returningReviewers: number, now: Date): OfVersion['keptOf'] =>
  (reviewTarget): LaterPlaces | null => {
    if (returningReviewers < leastReturning) return null;
    const places = Math.min(returningReviewers, Math.floor(reviewTarget * keptShare));
    return places === 0 ? null : { places, opensAt: panelEnd(now) };
  };
