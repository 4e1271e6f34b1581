import { isRefusal } from '#web/api-failures.ts';
import { isListOf, isText } from '#web/shape-rules.ts';

/** What the field of a password says that the server finds weak. */
export const weakPassword = 'Choose another password.';

/** The server's reasons against a chosen password; empty when that was not what failed. */
export function passwordReasons(error: unknown): readonly string[] {
  if (!isRefusal(error, 'weak_password')) return [];
  const { reasons } = error.details;
  return isListOf(isText)(reasons) && reasons.length > 0 ? reasons : [error.message];
}
