import type { OwnStanding } from '#contract/standing/standing.ts';

export interface Condition {
  readonly text: string;
  /** The listener's own value. */
  readonly own: string;
  readonly isMet: boolean;
}

export interface Step {
  readonly standing: OwnStanding['standing'];
  readonly name: string;
  readonly pay: 'standard' | 'trusted';
  readonly allows: string;
  readonly conditions: readonly Condition[];
}

const share = (part: number, whole: number): number => (whole === 0 ? 0 : (100 * part) / whole);
const percent = (value: number): string => `${Math.floor(value)}%`;
const approvedAfter = (days: number): string =>
  `We approve a doubtful review after ${days} days if nobody has read it.`;
const wishes = (most: number): string => `choose ${most} ${most === 1 ? 'track' : 'tracks'} yourself`;

type Formula = Pick<OwnStanding, 'figures' | 'bounds' | 'doubtfulDays'>;

/** The formula as shown: each standing with its conditions and the listener's own values. */
export function standingSteps({ figures, bounds, doubtfulDays }: Formula): readonly Step[] {
  const { approved, approvedDays, recentDecided, recentApproved, recentCopied, recentReversed } = figures;
  const approvedShare = share(recentApproved, recentDecided);
  const faults = recentCopied + recentReversed;
  return [
    {
      standing: 'new',
      name: 'New',
      pay: 'standard',
      allows: `Send ${bounds.newReviewsADay} reviews in 24 hours and ${wishes(bounds.newWishesADay)}. Your first ${bounds.firstReviews} reviews may wait a day. ${approvedAfter(doubtfulDays.new)}`,
      conditions: [],
    },
    {
      standing: 'known',
      name: 'Known',
      pay: 'standard',
      allows: `Send ${bounds.knownReviewsADay} reviews in 24 hours and ${wishes(bounds.wishesADay)}. ${approvedAfter(doubtfulDays.known)}`,
      conditions: [
        {
          text: `${bounds.knownApproved} approved reviews`,
          own: String(approved),
          isMet: approved >= bounds.knownApproved,
        },
        {
          text: `on ${bounds.knownDays} different days`,
          own: String(approvedDays),
          isMet: approvedDays >= bounds.knownDays,
        },
        {
          text: `${bounds.keptShare}% approved of the last 90 days, once ${bounds.keptOf} are decided`,
          own: `${recentApproved} of ${recentDecided}${recentDecided > 0 ? ` (${percent(approvedShare)})` : ''}`,
          isMet: recentDecided === 0 || recentDecided < bounds.keptOf || approvedShare >= bounds.keptShare,
        },
      ],
    },
    {
      standing: 'trusted',
      name: 'Trusted',
      pay: 'trusted',
      allows: `Send ${bounds.trustedReviewsADay} reviews in 24 hours and ${wishes(bounds.wishesADay)}.`,
      conditions: [
        {
          text: `${bounds.trustedApproved} approved reviews`,
          own: String(approved),
          isMet: approved >= bounds.trustedApproved,
        },
        {
          text: `marks by ${bounds.trustedArtists} artists with a paid plan in 90 days`,
          own: String(figures.markArtists),
          isMet: figures.markArtists >= bounds.trustedArtists,
        },
        {
          text: `usefulness of ${bounds.trustedUsefulness}%`,
          own: figures.usefulness === null ? 'no marks yet' : percent(100 * figures.usefulness),
          isMet: figures.usefulness !== null && 100 * figures.usefulness >= bounds.trustedUsefulness,
        },
        {
          text: `at most ${bounds.trustedFaults}% copied or reversed in 90 days`,
          own: `${faults} of ${recentDecided}`,
          isMet: share(faults, recentDecided) <= bounds.trustedFaults,
        },
      ],
    },
  ];
}
