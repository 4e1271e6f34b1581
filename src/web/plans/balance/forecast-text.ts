import type { Forecast } from '#contract/plans/balance/balance.ts';
import { dayText } from '#web/ui/display/day.tsx';

/** `1 review`, `10 reviews`. */
export const reviewsText = (count: number): string => `${count} ${count === 1 ? 'review' : 'reviews'}`;

/** When reviews would be there, said before they are assigned or bought. */
export function forecastText({ reviews, dated, promisedAt, weeks }: Omit<Forecast, 'smaller'>): string {
  if (promisedAt !== null) {
    const by = `by ${dayText(promisedAt)}.`;
    const others = reviews - dated;
    if (others <= 0) return `${reviewsText(reviews)} ${by}`;
    return `${reviewsText(reviews)}, ${dated} of them ${by} The other ${others === 1 ? 'one carries' : `${others} carry`} no date.`;
  }
  if (weeks === null) return `${reviewsText(reviews)}. Too few reviews came in lately to promise a date.`;
  return `${reviewsText(reviews)} in about ${weeks} ${weeks === 1 ? 'week' : 'weeks'} at today’s pace, no date promised.`;
}

/**
 * The same for another number than the forecast's, as far as the forecast says: fewer reviews are never there later. Null
 * without a forecast.
 */
export function forecastTextOf(reviews: number, forecast: Forecast | null): string | null {
  if (reviews === 0) return 'No reviews for now. You can add them later.';
  if (forecast === null) return null;
  const { smaller, promisedAt } = forecast;
  if (reviews === forecast.reviews) return forecastText(forecast);
  if (reviews === smaller?.reviews) return `${reviewsText(reviews)} by ${dayText(smaller.promisedAt)}.`;
  if (promisedAt !== null && forecast.dated === forecast.reviews && reviews < forecast.reviews)
    return atTheLatest(reviews, promisedAt);
  if (smaller !== null && reviews < smaller.reviews) return atTheLatest(reviews, smaller.promisedAt);
  return `You’ll see the date for ${reviewsText(reviews)} once the track is uploaded.`;
}

const atTheLatest = (reviews: number, date: string): string =>
  `${reviewsText(reviews)} by ${dayText(date)} at the latest.`;
