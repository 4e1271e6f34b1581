import type { OwnTrack } from '#contract/music/tracks/tracks.ts';
import type { Assignment } from '#contract/plans/balance/balance.ts';
import { reviewsText } from '#contract/plans/offer-texts.ts';
import { dayText } from '#web/ui/display/day.tsx';

type Promised = Pick<OwnTrack, 'delivered' | 'reviewTarget' | 'perDay' | 'heldUntil'> & {
  readonly assignments: readonly Assignment[];
};

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
export function paceText({ delivered, reviewTarget, perDay, heldUntil, assignments }: Promised): string {
  if (heldUntil !== null || delivered >= reviewTarget) return '';
  const pace = perDay < 0.05 ? [] : [`${perDay.toFixed(1)} a day`];
  const says = [...pace, ...datesText(assignments, reviewTarget - delivered)].join(', ');
  const stopped = assignments.find(({ promise, stoppedFor }) => promise === 'open' && stoppedFor !== null);
  return stopped?.stoppedFor == null ? says : `${says}; ${stops[stopped.stoppedFor]}`;
}

/** `by Thu, Nov 27` if one date covers everything that is missing, else how many more come by each date. */
function datesText(assignments: readonly Assignment[], missing: number): string[] {
  const days = new Map<string, number>();
  // The oldest come first.
  for (const { promise, promisedAt, dated, delivered } of [...assignments].reverse()) {
    if (promise !== 'open' || promisedAt === null || dated <= delivered) continue;
    const day = dayText(promisedAt);
    days.set(day, (days.get(day) ?? 0) + dated - delivered);
  }
  const [only] = days;
  if (days.size === 1 && only !== undefined && only[1] >= missing) return [`by ${only[0]}`];
  return [...days].map(([day, more]) => `${more} more by ${day}`);
}

/** What the artist has to know about the reviews of a track beside their count and pace; null if there is nothing to say. */
export function promiseText({ delivered, heldUntil, assignments }: Promised): string | null {
  const says = [];
  if (heldUntil !== null)
    says.push(
      `A person is checking this recording. Its reviews ${delivered > 0 ? 'resume' : 'start'} by ${dayText(heldUntil)}.`,
    );
  const missed = assignments.filter(({ promise }) => promise === 'missed');
  if (missed.length > 0)
    says.push(missedText(missed.reduce((sum, { broughtReviews }) => sum + (broughtReviews ?? 0), 0)));
  const kept = assignments.find(({ promise }) => promise === 'kept');
  if (kept?.promisedAt != null && missed.length === 0)
    says.push(`We kept its date, ${dayText(kept.promisedAt)}.`);
  const returning = assignments.find(
    ({ returningUntil, openPlaces }) => returningUntil !== null && openPlaces > 0,
  );
  if (returning?.returningUntil != null)
    says.push(
      `${reviewsText(returning.openPlaces)} ${returning.openPlaces === 1 ? 'is' : 'are'} for returning listeners first, until ${dayText(returning.returningUntil)}.`,
    );
  return says.length === 0 ? null : says.join(' ');
}

/** None are added once the house has given what it can for a payment. */
const missedText = (reviews: number): string =>
  reviews === 0
    ? 'We missed its date.'
    : `We missed its date, so you got ${reviews} extra ${reviews === 1 ? 'review' : 'reviews'}.`;
