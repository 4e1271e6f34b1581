import type { Standing } from '#contract/trust/standing/standing-bounds.ts';
import type { Queryable } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { noFigures, openedTracks, reviewsADay, standingFrom, wishesADay } from './standing-rules.ts';
import { boundStanding, storedStanding } from './standing-store.ts';

/** A listener's standing, as of the latest decision or nightly run. */
export async function standingOf(
  db: Queryable,
  { config }: Pick<Dependencies, 'config'>,
  listenerId: string,
): Promise<Standing> {
  const kept = await storedStanding.one(db, { listenerId });
  return kept?.standing ?? standingFrom(noFigures, config.standingBounds);
}

/** The limits of a listener's standing. */
export interface Bounds {
  readonly standing: Standing;
  /** False for test and sample accounts, which have no limits. */
  readonly hasBounds: boolean;
  readonly reviewsADay: number;
  readonly wishesADay: number;
  readonly wishesOfArtist: number;
  /** Per 24 hours, without a review. */
  readonly openedTracks: number;
}

export async function boundsOf(
  db: Queryable,
  { config: { standingBounds: bounds } }: Pick<Dependencies, 'config'>,
  listenerId: string,
): Promise<Bounds> {
  const { hasBounds, standing: kept } = await boundStanding.only(db, { listenerId });
  const standing = kept ?? standingFrom(noFigures, bounds);
  if (!hasBounds) {
    const most = Number.POSITIVE_INFINITY;
    const numbers = { reviewsADay: most, wishesADay: most, wishesOfArtist: most, openedTracks: most };
    return { standing, hasBounds, ...numbers };
  }
  return {
    standing,
    hasBounds,
    reviewsADay: reviewsADay(standing, bounds),
    wishesADay: wishesADay(standing, bounds),
    wishesOfArtist: bounds.wishesOfArtist,
    openedTracks: openedTracks(standing, bounds),
  };
}
