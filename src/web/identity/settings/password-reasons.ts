import { isRefusal } from '#web/calls/api-failures.ts';
import { isListOf, isText } from '#web/shape-rules.ts';

/** The error at a password field that the server finds weak. */
export const weakPassword = 'Choose another password.';

/** The server's reasons against a password; empty if something else failed. */
export function passwordReasons(error: unknown): readonly string[] {
  if (!isRefusal(error, 'weak_password')) return [];
  const { reasons } = error.details;
  return isListOf(isText)(reasons) && reasons.length > 0 ? reasons : [error.message];
}
