/**
 * How many texts in a row to look at, including this one. One text that nearly equals a stranger’s may be chance: two people with
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

/**
 * Looks at all five texts in a row with this copy among them, so the order in which texts are judged makes no difference.
 * @param around whether each text is a copy of another listener’s: at most four before this copy, itself, and at most four after
 */
export function copyingOf(around: readonly boolean[]): Copying {
  const counts = around.map(
    (_, first) => around.slice(first, first + comparedCopies).filter((isCopied) => isCopied).length,
  );
  const copies = Math.max(0, ...counts);
  return { relates: copies >= fewestToRelate, isHabit: copies >= fewestOfHabit };
}
