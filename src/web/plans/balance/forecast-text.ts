import type { Forecast } from '#contract/plans/balance/balance.ts';
import { forecastTextOf } from '#contract/plans/offer-texts.ts';
import { dayText } from '#web/ui/display/day.tsx';

/** When reviews would be there, by the days of this browser. */
export const forecastText = (forecast: Omit<Forecast, 'smaller'>): string =>
  forecastTextOf(forecast, dayText);

/** As long as it gets, to reserve its place: some of the reviews have a date, and the others do not. */
export const longestForecastText = forecastText({
  reviews: 205,
  dated: 100,
  promisedAt: '2026-09-30T12:00:00.000Z',
  weeks: null,
});

/** The same for the number of an upload, which may be none. Null without a forecast. */
export function uploadForecastText(reviews: number, forecast: Forecast | null): string | null {
  if (reviews === 0) return 'No reviews for now. You can add them later.';
  return forecast && forecastText(forecast);
}
