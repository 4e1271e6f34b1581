import { trustedRewardPerReview } from '#contract/business-rules.ts';
import { formatCents } from '#contract/cents.ts';
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
  `If we’re unsure about a review, it’s decided within ${days} days.`;
const most = (reviews: number, wishes: number): string =>
  `Up to ${reviews} reviews a day, ${wishes} of them of chosen tracks.`;

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
      allows: `${most(bounds.newReviewsADay, bounds.newWishesADay)} The first ${bounds.firstReviews} may take a day. ${approvedAfter(doubtfulDays.new)}`,
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
          text: `${bounds.keptShare}% approved in the last 90 days (at least ${bounds.keptOf} decided)`,
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

const list = new Intl.ListFormat('en-US', { style: 'long', type: 'conjunction' });
const counted = (count: number, one: string): string => `${count} more ${one}${count === 1 ? '' : 's'}`;

/** What a New listener lacks to become Known. */
function lacksForKnown({ figures, bounds }: OwnStanding): string[] {
  const { approved, approvedDays, recentApproved, recentDecided } = figures;
  const reviews = bounds.knownApproved - approved;
  const days = bounds.knownDays - approvedDays;
  const work = [
    reviews > 0 ? counted(reviews, 'approved review') : days > 0 ? 'approved reviews' : '',
    days > 0 ? `on ${counted(days, 'day')}` : '',
  ].join(' ');
  const isLost = recentDecided >= bounds.keptOf && share(recentApproved, recentDecided) < bounds.keptShare;
  return [
    work.trim(),
    isLost
      ? `${bounds.keptShare}% approved in the last 90 days (now ${recentApproved} of ${recentDecided})`
      : '',
  ].filter((lack) => lack !== '');
}

/** What a Known listener lacks to become Trusted. */
function lacksForTrusted({ figures, bounds }: OwnStanding): string[] {
  const { approved, markArtists, usefulness, recentDecided } = figures;
  const reviews = bounds.trustedApproved - approved;
  const artists = bounds.trustedArtists - markArtists;
  const useful = usefulness === null ? null : 100 * usefulness;
  const now = useful === null ? '' : ` (now ${percent(useful)})`;
  const bad = faults(figures);
  return [
    reviews > 0 ? counted(reviews, 'approved review') : '',
    artists > 0 ? `marks by ${counted(artists, 'artist')}` : '',
    useful === null || useful < bounds.trustedUsefulness
      ? `${bounds.trustedUsefulness}% usefulness${now}`
      : '',
    share(bad, recentDecided) > bounds.trustedFaults
      ? `at most ${bounds.trustedFaults}% copied or reversed (now ${bad} of ${recentDecided})`
      : '',
  ].filter((lack) => lack !== '');
}

/** What the next standing takes and brings, in a sentence; for Trusted listeners, what keeps it. */
export function nextStep(own: OwnStanding): string {
  const { standing, figures, bounds } = own;
  if (standing === 'trusted')
    return `The highest standing. You keep it with marks by ${bounds.trustedArtists} artists in 90 days, ${bounds.trustedUsefulness}% usefulness and at most ${bounds.trustedFaults}% copied or reversed.`;
  const lacks = list.format(standing === 'new' ? lacksForKnown(own) : lacksForTrusted(own));
  if (lacks === '') return 'You’ve met every condition. We update your standing tonight.';
  const start = lacks.charAt(0).toUpperCase() + lacks.slice(1);
  if (standing === 'known')
    return `${start}, then Trusted: ${formatCents(trustedRewardPerReview)} a review, ${bounds.trustedReviewsADay} a day.`;
  const wasKnown = figures.approved >= bounds.knownApproved && figures.approvedDays >= bounds.knownDays;
  const noWait = mayWait(own) ? ', no first-day wait' : '';
  return `${start}, then Known${wasKnown ? ' again' : ''}: ${bounds.knownReviewsADay} a day${noWait}.`;
}

/** Whether one of the listener's first reviews may still wait a day. */
const mayWait = ({ standing, figures, bounds }: OwnStanding): boolean =>
  standing === 'new' && figures.approved < bounds.firstReviews;

/** What the listener's standing pays and allows now. */
export function whatItAllows(own: OwnStanding): string {
  const { standing, bounds, rewardCents } = own;
  const wait = mayWait(own) ? ` Your first ${bounds.firstReviews} may take a day.` : '';
  return `${formatCents(rewardCents)} for each approved review, up to ${bounds[`${standing}ReviewsADay`]} a day.${wait}`;
}
