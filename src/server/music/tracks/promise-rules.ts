export interface MissedTrack {
  readonly reviewTarget: number;
  readonly delivered: number;
  /** Places of the target with a review or an active lease. */
  readonly taken: number;
  /** Places left in the house pool. */
  readonly houseLeft: number;
}

/**
 * What a missed date returns: the missing reviews, from the house pool. If that is empty, unused places of the late
 * track are moved instead, which lowers its target.
 */
export function missedPlaces({ reviewTarget, delivered, taken, houseLeft }: MissedTrack): {
  reviews: number;
  moved: number;
} {
  const missing = Math.max(reviewTarget - delivered, 0);
  const fromHouse = Math.min(missing, Math.max(houseLeft, 0));
  const open = Math.max(reviewTarget - Math.max(taken, 0), 0);
  const moved = Math.min(missing - fromHouse, open);
  return { reviews: fromHouse + moved, moved };
}
