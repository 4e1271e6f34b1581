/**
 * How many recent texts to look at, including this one. One text that nearly equals a stranger’s may be chance: two people with
 * few words for the same music. So it is no evidence of a connection, and only a repetition is.
 */
export const comparedCopies = 5;
const fewestToRelate = 2;
const fewestOfHabit = 3;

export interface Copying {
  /** Whether this copy relates its listener to the authors. */
  readonly relates: boolean;
  /** Whether copying is a habit, which is evidence of its own kind. */
  readonly isHabit: boolean;
}

/** @param copied whether each of the listener’s recent texts is a copy of another listener’s, this one first */
export function copyingOf(copied: readonly boolean[]): Copying {
  const recent = copied.slice(0, comparedCopies);
  const copies = recent[0] === true ? recent.filter((isCopied) => isCopied).length : 0;
  return { relates: copies >= fewestToRelate, isHabit: copies >= fewestOfHabit };
}
