import { currentTime } from './current-time.ts';
import { timeAgo } from './elapsed-time.ts';

const full = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'short' });

/** A time (ISO 8601) as `3 min ago`, with the full date on hover. */
export function TimeAgo({ date }: { date: string }) {
  const then = new Date(date);
  return (
    <time dateTime={date} title={full.format(then)} className="whitespace-nowrap">
      {timeAgo(then, currentTime())}
    </time>
  );
}
