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

/** The same for the number of an upload, which may be none. Null without a forecast. */
export function uploadForecastText(reviews: number, forecast: Forecast | null): string | null {
  if (reviews === 0) return 'No reviews for now. You can add them later.';
  return forecast && forecastText(forecast);
}
