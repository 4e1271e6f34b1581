/** Days for which places of a new version are kept for listeners who reviewed the former one. */
export const panelDays = 5;
/** Days between two comparisons of one artist's versions by the same listener. */
export const comparisonRestDays = 30;

/** The two sides that a returning reviewer compares without knowing which is the new version. */
export const comparedSides = ['a', 'b'] as const;
export type ComparedSide = (typeof comparedSides)[number];
/** What they choose before it is revealed. */
export const comparisonChoices = [...comparedSides, 'none'] as const;
export type ComparisonChoice = (typeof comparisonChoices)[number];

/** Different seconds to hear of each side; a shorter version is heard in full. */
const leastComparedSeconds = 30;
export const secondsToCompare = (durationMs: number): number =>
  Math.min(leastComparedSeconds, Math.floor(durationMs / 1000));
