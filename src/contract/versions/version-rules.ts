/** Of the places of a new version, so many are kept for those who reviewed the former one. */
const keptShare = 0.5;
/** For how many days they are kept. */
export const panelDays = 5;
/** With fewer of them, all places are open to all. */
const leastReturning = 5;
/** A listener compares versions of one artist once in so many days. */
export const comparisonRestDays = 30;

/** Places of a new version that are kept for returning reviewers, of whom there are so many: no more than can come. */
export const placesKept = (reviewTarget: number, returningReviewers: number): number =>
  returningReviewers < leastReturning
    ? 0
    : Math.min(returningReviewers, Math.floor(reviewTarget * keptShare));

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
