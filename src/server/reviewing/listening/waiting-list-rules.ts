import { dayMilliseconds } from '#contract/day-milliseconds.ts';

/** When a listener's turn is likely, by how many were admitted recently; null if none were. */
export function turnAt(
  { place, letInLately }: { readonly place: number; readonly letInLately: number },
  days: number,
  now: Date,
): Date | null {
  if (letInLately === 0) return null;
  return new Date(now.getTime() + Math.ceil((place * days) / letInLately) * dayMilliseconds);
}
