import { daysWithoutReports, dismissalsToLose } from '#contract/report-reasons.ts';

const day = 24 * 3600 * 1000;

/** When the right to report comes back, by when reports were dismissed, in order: every third ends it. Null while it is there. */
export function reportsEndedUntil(dismissals: readonly Date[], now: Date): Date | null {
  const last = dismissals[dismissals.length - (dismissals.length % dismissalsToLose) - 1];
  if (!last) return null;
  const until = new Date(last.getTime() + daysWithoutReports * day);
  return until > now ? until : null;
}
