import { dayMilliseconds } from '#contract/day-milliseconds.ts';
import { daysWithoutReports, dismissalsToLose } from '#contract/report-reasons.ts';

/**
 * When an account may report, or send reviews to be read, again, from its dismissal times in order: every third dismissal
 * suspends the right. Null if it may now.
 */
export function rightEndsUntil(dismissals: readonly Date[], now: Date): Date | null {
  const last = dismissals[dismissals.length - (dismissals.length % dismissalsToLose) - 1];
  if (!last) return null;
  const until = new Date(last.getTime() + daysWithoutReports * dayMilliseconds);
  return until > now ? until : null;
}
