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
