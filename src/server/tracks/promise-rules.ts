export interface MissedTrack {
  readonly reviewTarget: number;
  readonly delivered: number;
  /** Places of the target that are reviewed or held by a running lease. */
  readonly taken: number;
  /** What is left of the house pool. */
  readonly houseLeft: number;
}

/**
 * What a missed date gives back: as many reviews as are missing, from the house pool. Is that empty, places of the late
 * track that nobody holds are moved instead, and its target falls.
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
