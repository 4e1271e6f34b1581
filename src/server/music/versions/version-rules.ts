import { dayMilliseconds } from '#contract/day-milliseconds.ts';
import { panelDays } from '#contract/music/versions/version-rules.ts';

/** The share of a new version's reviews that is for reviewers of the former one first. */
const returningShare = 0.5;
/** With fewer of them, there is no panel. */
const leastReturning = 5;

export const panelEnd = (now: Date): Date => new Date(now.getTime() + panelDays * dayMilliseconds);

/** How many of a new version's reviews are for this many returning reviewers first, at most one each. */
export const returningPlaces = (returningReviewers: number, reviews: number): number =>
  returningReviewers < leastReturning
    ? 0
    : Math.min(returningReviewers, Math.floor(reviews * returningShare));
