import { refusals } from '#contract/errors.ts';
import { isRefusal } from '#web/api-failures.ts';

/** What the field of a password says that the server finds weak. */
export const weakPassword = 'Choose another password.';

/** The server's reasons against a chosen password; empty when that was not what failed. */
export function passwordReasons(error: unknown): readonly string[] {
  if (!isRefusal(error, 'weak_password')) return [];
  const details = refusals.weak_password.details.safeParse(error.details);
  return details.success ? details.data.reasons : [error.message];
}
