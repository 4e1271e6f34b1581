const day = 86_400_000;

/** About when it is somebody's turn, by how many were let in lately; null while nobody was. */
export function turnAt(
  { place, letInLately }: { readonly place: number; readonly letInLately: number },
  days: number,
  now: Date,
): Date | null {
  if (letInLately === 0) return null;
  return new Date(now.getTime() + Math.ceil((place * days) / letInLately) * day);
}
