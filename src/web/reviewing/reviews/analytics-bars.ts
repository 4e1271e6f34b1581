import type { Analytics } from '#contract/insight/verdict/analytics.ts';
import type { Bar } from './analytics-charts.tsx';

type Month = Analytics['months'][number];

const whole = (count: number) => count.toLocaleString('en-US');
const monthDate = (month: string) => new Date(`${month}-01T00:00:00Z`);
const long = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const short = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });

const fewestMonths = 6;

/** Drops the empty months before the first play, but keeps at least six. */
export function shownMonths(months: readonly Month[]): readonly Month[] {
  const first = months.findIndex(({ plays }) => plays > 0);
  const start = first < 0 ? months.length : first;
  return months.slice(Math.max(0, Math.min(start, months.length - fewestMonths)));
}

/** One bar per month: all labeled if there is room, else every third. */
export function monthBars(months: readonly Month[]): Bar[] {
  const between = months.length > fewestMonths ? 3 : 1;
  return months.map(({ month, plays }, place) => {
    const date = monthDate(month);
    return {
      name: long.format(date),
      label: (months.length - 1 - place) % between === 0 ? short.format(date) : '',
      value: plays,
      text: whole(plays),
    };
  });
}

/** Reviews by number of stars, one star first. */
export const starBars = (stars: readonly number[]): Bar[] =>
  stars.map((count, place) => ({
    name: place === 0 ? '1 star' : `${place + 1} stars`,
    label: `${place + 1}★`,
    value: count,
    text: whole(count),
  }));

/** With fewer reviews no range is shown, because it would be so wide that the average could be at its edge. */
const fewestForRange = 5;

/** The average together with its basis: '4.3 of 5 from 8 reviews, likely between 3.1 and 4.8'. */
export function ratingSentence({ averageRating, reviews, ratingInterval }: RatingFigures): string {
  if (averageRating.total === null || ratingInterval === null) return 'No reviews yet.';
  const count = `${whole(reviews.total)} ${reviews.total === 1 ? 'review' : 'reviews'}`;
  if (reviews.total < fewestForRange) {
    return `${averageRating.total.toFixed(1)} of 5 from ${count}. A likely range appears after ${fewestForRange} reviews.`;
  }
  const { low, high } = ratingInterval;
  return `${averageRating.total.toFixed(1)} of 5 from ${count}, likely ${low.toFixed(1)}–${high.toFixed(1)} if many more people heard it.`;
}
type RatingFigures = Pick<Analytics, 'averageRating' | 'reviews' | 'ratingInterval'>;
