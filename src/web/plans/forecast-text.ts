import type { Forecast, LaterReviews } from '#contract/plans/subscriptions.ts';
import { dayText } from '#web/ui/display/day.tsx';

const reviews = (count: number): string => `${count} ${count === 1 ? 'review' : 'reviews'}`;

/** Explains why some or all reviews open later: the payment could still be refunded. */
export function laterText(later: LaterReviews | null, reviewTarget: number): string {
  if (later === null) return '';
  const open = reviewTarget - later.places;
  const starts = open > 0 ? `${open} of them can start now, and the rest from` : 'They start on';
  return ` ${starts} ${dayText(later.opensAt)}, when the 7 days to refund your first payment are over.`;
}

/** The forecast shown before an upload. */
export function forecastText(forecast: Forecast): string {
  return `${whenText(forecast)}${laterText(forecast.later, forecast.reviewTarget)}`;
}

function whenText({ reviewTarget, promisedAt, weeks }: Forecast): string {
  if (promisedAt !== null) return `${reviews(reviewTarget)} by ${dayText(promisedAt)}.`;
  if (weeks === null) return `${reviews(reviewTarget)}. Too few reviews came in lately to promise a date.`;
  return `${reviews(reviewTarget)} in about ${weeks} ${weeks === 1 ? 'week' : 'weeks'} at today’s pace, no date promised.`;
}
