import { leastPlaces } from '#contract/business-rules.ts';
import type { OwnTrack } from '#contract/music/tracks/tracks.ts';
import type { ReviewsWait } from '#contract/plans/subscriptions.ts';
import { currentTime } from '#web/ui/display/current-time.ts';
import { dayText } from '#web/ui/display/day.tsx';

type Waiting = Pick<OwnTrack, 'waitsFor' | 'beginsAt'> & Partial<Pick<OwnTrack, 'later' | 'reviewTarget'>>;

/** When the reviews of a waiting track start; null if it is not waiting. */
export function reviewWaitText({ waitsFor, beginsAt, later, reviewTarget }: Waiting): string | null {
  if (waitsFor === null) return later && later.places === reviewTarget ? beginsOn(later.opensAt) : null;
  if (waitsFor === 'plan' || beginsAt === null) return 'Its reviews start when you have a plan again.';
  // The period has begun at the payment service, but is not paid yet.
  if (waitsFor === 'period' && Date.parse(beginsAt) <= currentTime().getTime())
    return 'Its reviews begin when your plan’s payment arrives.';
  return beginsOn(beginsAt);
}

const beginsOn = (moment: string): string => `Its reviews begin on ${dayText(moment)}.`;

/** Why the reviews of a track uploaded now would have to wait, and until when. */
export function waitBeforeUploadText(wait: ReviewsWait): string {
  const why =
    wait.waitsFor === 'budget'
      ? 'This month’s free reviews are used up.'
      : `Your plan has fewer than ${leastPlaces} reviews left in this period.`;
  return `${why} You can upload now. ${reviewWaitText(wait)}`;
}
