/** Whether any position of a list shows another row than before. Appended rows do not count. */
export const rowsMoved = (before: readonly string[], after: readonly string[]): boolean =>
  before.some((id, place) => after[place] !== id);
