import { dayMilliseconds } from '#contract/day-milliseconds.ts';
import { daysWithoutReports, dismissalsToLose } from '#contract/report-reasons.ts';

/**
 * When the account may report again, from the dismissal times in order: every third dismissal suspends the right. Null if it
 * may report now.
 */
export function reportsEndedUntil(dismissals: readonly Date[], now: Date): Date | null {
  const last = dismissals[dismissals.length - (dismissals.length % dismissalsToLose) - 1];
  if (!last) return null;
  const until = new Date(last.getTime() + daysWithoutReports * dayMilliseconds);
  return until > now ? until : null;
}
