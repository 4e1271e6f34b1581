import type { OpenLot } from '#server/plans/balance/balance-rules.ts';

/** The lot of a plan's period. */
export interface PlanLot extends OpenLot {
  left: number;
  fresh: number;
  readonly reviews: number;
  /** What missed dates have added for its payment. */
  missed: number;
}

/** Reviews of one lot that a track was given. */
export interface Assignment {
  readonly at: number;
  readonly rank: number;
  /** Null: the house pays. */
  readonly lot: PlanLot | null;
  readonly reviews: number;
  readonly dated: number;
  readonly promisedAt: number | null;
  /** The listeners who have reviewed the track. */
  readonly by: Set<number>;
  /** Reviews that are not rejected. */
  sent: number;
  promise: 'open' | 'kept' | 'missed' | null;
  isLate: boolean;
}

/** A review that waits for a person. */
export interface Doubted {
  readonly of: Assignment;
  readonly decidedAt: number;
  readonly isRejected: boolean;
  readonly cents: number;
}

export const placesLeft = ({ reviews, sent }: Assignment): number => Math.max(0, reviews - sent);

/** Late ones first, by their date; then by weight, oldest first. */
export function byQueue(a: Assignment, b: Assignment): number {
  if (a.isLate !== b.isLate) return a.isLate ? -1 : 1;
  if (a.isLate) return (a.promisedAt ?? 0) - (b.promisedAt ?? 0);
  return b.rank - a.rank || a.at - b.at;
}
