export interface Period {
  readonly included: number;
  taken: number;
  houseTaken: number;
}
export interface Track {
  readonly artist: number;
  readonly at: number;
  readonly rank: number;
  readonly period: Period | null;
  target: number;
  house: number;
  /** The listeners who have sent a review. */
  readonly by: Set<number>;
  delivered: number;
  promisedAt: number | null;
  promise: 'open' | 'kept' | 'missed' | null;
  isLate: boolean;
}

/** A place that opens again if nobody has decided on its review. */
export interface Waiting {
  readonly track: Track;
  readonly opensAt: number;
}

export const placesLeft = ({ target, house, by }: Track): number => Math.max(0, target + house - by.size);

/** Late tracks first, by their date; then by weight, oldest first. */
export function byQueue(a: Track, b: Track): number {
  if (a.isLate !== b.isLate) return a.isLate ? -1 : 1;
  if (a.isLate) return (a.promisedAt ?? 0) - (b.promisedAt ?? 0);
  return b.rank - a.rank || a.at - b.at;
}
