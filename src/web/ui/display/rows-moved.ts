/** Whether a place of a list now shows another row than before. Rows that are only added at the end move nothing. */
export const rowsMoved = (before: readonly string[], after: readonly string[]): boolean =>
  before.some((id, place) => after[place] !== id);
