import { isRefusal } from '#web/calls/api-failures.ts';

/** The challenge of a sign-in that needs a second factor; null for any other error. */
export function challengeOf(error: unknown): string | null {
  if (!isRefusal(error, 'second_factor_needed')) return null;
  const { challenge } = error.details;
  return typeof challenge === 'string' ? challenge : null;
}
