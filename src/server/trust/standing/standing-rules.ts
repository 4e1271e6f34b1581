import type { Standing, StandingBounds } from '#contract/trust/standing/standing-bounds.ts';

/** The figures that determine a standing. They are shown to the listener, who can recompute it. */
export interface StandingFigures {
  /** All approved reviews, and the number of days (UTC) on which they were sent. */
  readonly approved: number;
  readonly approvedDays: number;
  /** Reviews sent in the last 90 days: decided, approved, rejected as copies, reversed. */
  readonly recentDecided: number;
  readonly recentApproved: number;
  readonly recentCopied: number;
  readonly recentReversed: number;
  /** Marks that count, the number of artists who gave them, and the usefulness, from 0 to 1. */
  readonly marks: number;
  readonly markArtists: number;
  readonly usefulness: number | null;
}

const percentOf = (part: number, whole: number): number => (100 * part) / whole;

/** Whether too few of the recent reviews were approved to stay Known. */
const isLost = ({ recentDecided, recentApproved }: StandingFigures, bounds: StandingBounds): boolean =>
  recentDecided > 0 &&
  recentDecided >= bounds.keptOf &&
  percentOf(recentApproved, recentDecided) < bounds.keptShare;

/** The percentage of recent reviews that were copied or reversed. */
const faults = ({ recentDecided, recentCopied, recentReversed }: StandingFigures): number =>
  recentDecided === 0 ? 0 : percentOf(recentCopied + recentReversed, recentDecided);

/** The published formula. Neither stars nor agreeing with others is part of it. */
export function standingFrom(figures: StandingFigures, bounds: StandingBounds): Standing {
  const { approved, approvedDays, markArtists, usefulness } = figures;
  const isKnown =
    approved >= bounds.knownApproved && approvedDays >= bounds.knownDays && !isLost(figures, bounds);
  if (!isKnown) return 'new';
  const isTrusted =
    approved >= bounds.trustedApproved &&
    markArtists >= bounds.trustedArtists &&
    usefulness !== null &&
    100 * usefulness >= bounds.trustedUsefulness &&
    faults(figures) <= bounds.trustedFaults;
  return isTrusted ? 'trusted' : 'known';
}

/** The figures before the first decision. */
export const noFigures: StandingFigures = {
  approved: 0,
  approvedDays: 0,
  recentDecided: 0,
  recentApproved: 0,
  recentCopied: 0,
  recentReversed: 0,
  marks: 0,
  markArtists: 0,
  usefulness: null,
};

/** How many reviews a listener may send in 24 hours. */
export function reviewsADay(standing: Standing, bounds: StandingBounds): number {
  if (standing === 'trusted') return bounds.trustedReviewsADay;
  return standing === 'known' ? bounds.knownReviewsADay : bounds.newReviewsADay;
}

/** How many tracks a listener may choose in 24 hours. */
export const wishesADay = (standing: Standing, bounds: StandingBounds): number =>
  standing === 'new' ? bounds.newWishesADay : bounds.wishesADay;

/** How many tracks a listener may open in 24 hours without reviewing them. */
export const openedTracks = (standing: Standing, bounds: StandingBounds): number =>
  standing === 'new' ? bounds.newOpenedTracks : bounds.openedTracks;
