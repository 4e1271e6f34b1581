import { dayMilliseconds } from '#contract/day-milliseconds.ts';
import { currentTime } from './current-time.ts';

const day = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric' });
const time = new Intl.DateTimeFormat('en-US', { weekday: 'short', hour: 'numeric', minute: '2-digit' });
const full = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'short' });

/** A future day (ISO 8601) for use in a sentence: `Thu, Nov 27`. */
export const dayText = (date: string): string => day.format(new Date(date));

const date = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });
const farDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });
/** About eleven months: the same date of the next year is not mistaken for a day that is near. */
const farMilliseconds = 335 * dayMilliseconds;

/** A future day (ISO 8601) that may be weeks away: `Dec 27`, or `Nov 27, 2027` if it is about a year away. */
export const dateText = (moment: string): string => {
  const then = new Date(moment);
  return (then.getTime() - currentTime().getTime() > farMilliseconds ? farDate : date).format(then);
};

/** A future day (ISO 8601) as `Thu, Nov 27`, with the time on hover. */
export const Day = ({ date }: { date: string }) => <Moment date={date} format={day} />;

/** A time within the next days (ISO 8601) as `Thu 3:30 PM`. */
export const TimeOfDay = ({ date }: { date: string }) => <Moment date={date} format={time} />;

function Moment({ date, format }: { date: string; format: Intl.DateTimeFormat }) {
  const then = new Date(date);
  return (
    <time dateTime={date} title={full.format(then)} className="whitespace-nowrap">
      {format.format(then)}
    </time>
  );
}
