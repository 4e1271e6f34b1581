/** For how many days places of a new version are kept for those who reviewed the former one. */
export const panelDays = 5;
/** A listener compares versions of one artist once in so many days. */
export const comparisonRestDays = 30;

/** The two that a returning reviewer compares, without telling which is which. */
export const comparedSides = ['a', 'b'] as const;
export type ComparedSide = (typeof comparedSides)[number];
/** What they choose before they learn it. */
export const comparisonChoices = [...comparedSides, 'none'] as const;
export type ComparisonChoice = (typeof comparisonChoices)[number];

/** So many different seconds of each are heard; of a shorter version all of it. */
const leastComparedSeconds = 30;
export const secondsToCompare = (durationMs: number): number =>
  Math.min(leastComparedSeconds, Math.floor(durationMs / 1000));
