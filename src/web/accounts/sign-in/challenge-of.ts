import { refusals } from '#contract/errors.ts';
import { isRefusal } from '#web/api-failures.ts';

/** The challenge of a sign-in that waits for its second factor, or null when that is not what happened. */
export function challengeOf(error: unknown): string | null {
  if (!isRefusal(error, 'second_factor_needed')) return null;
  return refusals.second_factor_needed.details.safeParse(error.details).data?.challenge ?? null;
}
