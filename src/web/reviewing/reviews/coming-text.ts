const hour = 3_600_000;
const day = new Intl.DateTimeFormat('en-US', { weekday: 'long' });

/**
 * An approximate time for use in a sentence: `within the hour`, `in about 3 h`, `about Thursday`, `in about 2 weeks`.
 */
export function aboutWhen(date: string, now: Date): string {
  const then = new Date(date);
  const hours = (then.getTime() - now.getTime()) / hour;
  if (hours <= 1) return 'within the hour';
  if (hours <= 24) return `in about ${Math.round(hours)} h`;
  if (hours < 6.5 * 24) return `about ${day.format(then)}`;
  if (hours < 10.5 * 24) return 'in about a week';
  return `in about ${Math.round(hours / (7 * 24))} weeks`;
}
