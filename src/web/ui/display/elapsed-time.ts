const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const week = 7 * day;

const date = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short', year: 'numeric' });

/**
 * How long ago `then` was, for example `3 min ago`; the date after a week. A time slightly in the future counts as now.
 */
export function timeAgo(then: Date, now: Date): string {
  const seconds = (now.getTime() - then.getTime()) / 1000;
  if (seconds < minute) return 'just now';
  if (seconds < hour) return `${Math.floor(seconds / minute)} min ago`;
  if (seconds < day) return `${Math.floor(seconds / hour)} h ago`;
  if (seconds < 2 * day) return 'yesterday';
  if (seconds < week) return `${Math.floor(seconds / day)} days ago`;
  return date.format(then);
}
