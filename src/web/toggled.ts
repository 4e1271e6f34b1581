/** The set with this entry added if it was missing, and removed if it was there. */
export function toggled<T>(set: ReadonlySet<T>, entry: T): ReadonlySet<T> {
  const result = new Set(set);
  if (!result.delete(entry)) result.add(entry);
  return result;
}
