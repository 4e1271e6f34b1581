import { isRefusal } from '#web/api-failures.ts';

/** The challenge of a sign-in that waits for its second factor, or null when that is not what happened. */
export function challengeOf(error: unknown): string | null {
  if (!isRefusal(error, 'second_factor_needed')) return null;
  const { challenge } = error.details;
  return typeof challenge === 'string' ? challenge : null;
}
