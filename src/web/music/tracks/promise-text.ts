import type { OwnTrack } from '#contract/music/tracks/tracks.ts';
import { laterText } from '#web/plans/forecast-text.ts';
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

/**
 * How fast the reviews of a track come, and by when they are promised: `1.4 a day, by Thu, Nov 27`. Empty while none come, or once
 * all are there. A pace that would be shown as 0.0 is left out.
 */
export function paceText(track: Promised): string {
  const { delivered, reviewTarget, perDay, promisedAt, promise, stoppedFor } = track;
  if (waitText(track) !== null || delivered >= reviewTarget) return '';
  const pace = perDay < 0.05 ? [] : [`${perDay.toFixed(1)} a day`];
  if (promise !== 'open' || promisedAt === null) return pace.join('');
  const by = [...pace, `by ${dayText(promisedAt)}`].join(', ');
  return stoppedFor === null ? by : `${by}; ${stops[stoppedFor]}`;
}

/** What the artist has to know about the reviews of a track beside their count and pace; null if there is nothing to say. */
export function promiseText(track: Promised): string | null {
  const { promise, givenBack, later, reviewTarget } = track;
  const wait = waitText(track);
  if (wait !== null) return wait;
  if (promise === 'missed')
    return `We missed its date, so ${givenBackText(givenBack?.reviews ?? 0)} yours again.`;
  return later === null ? null : laterText(later, reviewTarget).trim();
}

const waitText = (track: Promised): string | null => reviewWaitText(track) ?? holdText(track);

/** Says that a person checks the track first; null if not. */
const holdText = ({ heldUntil, delivered }: Promised): string | null =>
  heldUntil === null
    ? null
    : `A person is checking this recording. Its reviews ${delivered > 0 ? 'resume' : 'start'} by ${dayText(heldUntil)}.`;
