import type { Standing, StandingBounds } from '#contract/standing/standing-bounds.ts';

/** Everything that a standing follows from. Shown to the listener, so that anybody can recompute it. */
export interface StandingFigures {
  /** Approved reviews of all time, and the days (UTC) on which they were sent. */
  readonly approved: number;
  readonly approvedDays: number;
  /** Of the reviews sent in the last 90 days: decided, approved, rejected as copies, reversed. */
  readonly recentDecided: number;
  readonly recentApproved: number;
  readonly recentCopied: number;
  readonly recentReversed: number;
  /** Marks that count, the artists who gave them, and how useful they say the reviews are, from 0 to 1. */
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

/** The share of recent reviews, in percent, that were copied or whose reward was taken back. */
const faults = ({ recentDecided, recentCopied, recentReversed }: StandingFigures): number =>
  recentDecided === 0 ? 0 : percentOf(recentCopied + recentReversed, recentDecided);

/** The published formula. Stars, and agreeing with others, are no part of it. */
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

/** The figures of somebody of whom nothing is decided yet. */
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
