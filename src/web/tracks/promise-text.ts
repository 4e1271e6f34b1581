import type { OwnTrack } from '#contract/tracks/tracks.ts';
import { laterText } from '#web/subscriptions/forecast-text.ts';
import { dayText } from '#web/ui/display/day.tsx';
import { reviewWaitText } from './review-wait-text.ts';

type Promised = Pick<
  OwnTrack,
  | 'waitsFor'
  | 'beginsAt'
  | 'delivered'
  | 'reviewTarget'
  | 'perDay'
  | 'promisedAt'
  | 'promise'
  | 'stoppedFor'
  | 'heldUntil'
  | 'givenBack'
  | 'later'
>;

/** Empty for a pace that would be shown as 0.0. */
const pace = (perDay: number): string => (perDay < 0.05 ? '' : `, ${perDay.toFixed(1)} a day`);
const reviews = (count: number): string => `${count} ${count === 1 ? 'review' : 'reviews'}`;
/** Zero reviews are not mentioned: the house pool was empty, and all places were taken. */
const givenBackText = (count: number): string =>
  count === 0 ? 'the upload is' : `the upload and ${reviews(count)} are`;
const stops = {
  suspension: 'on hold while your account is suspended',
  look: 'the clock starts again in a few minutes',
  takedown: 'on hold while the track is taken down',
  budget: 'on hold until tomorrow’s rewards can be paid',
} as const;

/** `5 of 10, 1.4 a day, by Thu, Nov 27`, or the outcome of the promise; null if there is nothing to say. */
export function promiseText(track: Promised): string | null {
  const { delivered, reviewTarget, perDay, promisedAt, promise, stoppedFor, givenBack } = track;
  const wait = reviewWaitText(track) ?? holdText(track);
  if (wait !== null) return wait;
  const so = `${delivered} of ${reviewTarget}${pace(perDay)}`;
  const more = laterText(track.later, reviewTarget);
  if (promise === 'missed') {
    return `${so}. We missed its date, so ${givenBackText(givenBack?.reviews ?? 0)} yours again.`;
  }
  if (promise !== 'open' || promisedAt === null) {
    if (more !== '') return `${so}.${more}`;
    return delivered < reviewTarget && pace(perDay) !== '' ? so : null;
  }
  const by = `${so}, by ${dayText(promisedAt)}`;
  const stands = stoppedFor === null ? by : `${by}; ${stops[stoppedFor]}`;
  return more === '' ? stands : `${stands}.${more}`;
}

/** Says that a person checks the track first; null if not. */
const holdText = ({ heldUntil, delivered }: Promised): string | null =>
  heldUntil === null
    ? null
    : `A person is checking this recording. Its reviews ${delivered > 0 ? 'resume' : 'start'} by ${dayText(heldUntil)}.`;
