import { panelDays } from '#contract/versions/version-rules.ts';
import type { OfVersion } from '../subscriptions/forecast-rules.ts';
import type { LaterPlaces, PlacesFrom } from '../subscriptions/included-rules.ts';

const day = 24 * 3600 * 1000;
/** Of the places of a new version, so many are kept for those who reviewed the former one. */
const keptShare = 0.5;
/** With fewer of them, all places are open to all. */
const leastReturning = 5;

/** What a former version has to give. */
interface Former {
  readonly placesFrom: PlacesFrom | 'before';
  readonly openPlaces: number;
  /** Those of its places that open later. */
  readonly laterPlaces: number;
  readonly laterAt: Date | null;
  /** The rank at which the supply counts its places; null where it does not. */
  readonly countedRank: number | null;
}

/**
 * Whether open places may move. Those of a plan stay with the plan, so that a refund closes them and the days before a refund bound
 * them; those of the free budget stay free.
 */
const mayMove = (former: Former['placesFrom'], placesFrom: PlacesFrom): boolean =>
  former === 'before' || former === placesFrom;

/** The places that move from the former version to one whose own places come from there. */
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

export const panelEnd = (now: Date): Date => new Date(now.getTime() + panelDays * day);

/** What is kept of a new version's places for returning reviewers, of whom there are so many: no more than can come. */
export const keptFor =
  (returningReviewers: number, now: Date): OfVersion['keptOf'] =>
  (reviewTarget): LaterPlaces | null => {
    if (returningReviewers < leastReturning) return null;
    const places = Math.min(returningReviewers, Math.floor(reviewTarget * keptShare));
    return places === 0 ? null : { places, opensAt: panelEnd(now) };
  };
