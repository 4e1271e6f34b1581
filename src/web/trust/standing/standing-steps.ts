import type { OwnStanding } from '#contract/trust/standing/standing.ts';

export interface Condition {
  readonly text: string;
  readonly ownOf: (figures: OwnStanding['figures']) => Own;
}

/** The listener's own value, and whether it meets the condition. */
export interface Own {
  readonly value: string;
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
const faults = ({ recentCopied, recentReversed }: OwnStanding['figures']): number =>
  recentCopied + recentReversed;
const approvedAfter = (days: number): string =>
  `We approve a doubtful review after ${days} days if nobody has read it.`;
const most = (reviews: number, wishes: number): string =>
  `Up to ${reviews} reviews in 24 hours, including ${wishes} ${wishes === 1 ? 'track' : 'tracks'} of the listener’s choice.`;

/** The formula as shown: each standing with its conditions. */
export function standingSteps({
  bounds,
  doubtfulDays,
}: Pick<OwnStanding, 'bounds' | 'doubtfulDays'>): readonly Step[] {
  return [
    {
      standing: 'new',
      name: 'New',
      pay: 'standard',
      allows: `${most(bounds.newReviewsADay, bounds.newWishesADay)} The first ${bounds.firstReviews} reviews may wait a day. ${approvedAfter(doubtfulDays.new)}`,
      conditions: [],
    },
    {
      standing: 'known',
      name: 'Known',
      pay: 'standard',
      allows: `${most(bounds.knownReviewsADay, bounds.wishesADay)} ${approvedAfter(doubtfulDays.known)}`,
      conditions: [
        {
          text: `${bounds.knownApproved} approved reviews`,
          ownOf: ({ approved }) => ({ value: String(approved), isMet: approved >= bounds.knownApproved }),
        },
        {
          text: `on ${bounds.knownDays} different days`,
          ownOf: ({ approvedDays }) => ({
            value: String(approvedDays),
            isMet: approvedDays >= bounds.knownDays,
          }),
        },
        {
          text: `${bounds.keptShare}% approved of the last 90 days, once ${bounds.keptOf} are decided`,
          ownOf: ({ recentApproved, recentDecided }) => {
            const approved = share(recentApproved, recentDecided);
            return {
              value: `${recentApproved} of ${recentDecided}${recentDecided > 0 ? ` (${percent(approved)})` : ''}`,
              isMet: recentDecided === 0 || recentDecided < bounds.keptOf || approved >= bounds.keptShare,
            };
          },
        },
      ],
    },
    {
      standing: 'trusted',
      name: 'Trusted',
      pay: 'trusted',
      allows: most(bounds.trustedReviewsADay, bounds.wishesADay),
      conditions: [
        {
          text: `${bounds.trustedApproved} approved reviews`,
          ownOf: ({ approved }) => ({ value: String(approved), isMet: approved >= bounds.trustedApproved }),
        },
        {
          text: `marks by ${bounds.trustedArtists} artists with a paid plan in 90 days`,
          ownOf: ({ markArtists }) => ({
            value: String(markArtists),
            isMet: markArtists >= bounds.trustedArtists,
          }),
        },
        {
          text: `usefulness of ${bounds.trustedUsefulness}%`,
          ownOf: ({ usefulness }) => ({
            value: usefulness === null ? 'no marks yet' : percent(100 * usefulness),
            isMet: usefulness !== null && 100 * usefulness >= bounds.trustedUsefulness,
          }),
        },
        {
          text: `at most ${bounds.trustedFaults}% copied or reversed in 90 days`,
          ownOf: (figures) => ({
            value: `${faults(figures)} of ${figures.recentDecided}`,
            isMet: share(faults(figures), figures.recentDecided) <= bounds.trustedFaults,
          }),
        },
      ],
    },
  ];
}
