import type { Dependencies } from '../dependencies.ts';
import { countResend } from './account-limits.ts';
import { normalizeEmail } from './email-rules.ts';
import { queueConfirmation } from './queue-confirmation.ts';
import { findUserByEmail } from './users-store.ts';

/**
 * Mails the confirmation link again where an account waits for it. Answers and counts the same for every address.
 * @throws Refusal too_many_requests
 */
export async function resendConfirmation(deps: Dependencies, email: string): Promise<void> {
  const emailNormalized = normalizeEmail(email);
  await countResend(deps, emailNormalized);
  const user = await findUserByEmail(deps.database, emailNormalized);
  if (!user || user.confirmedAt) return;
  await deps.database.transaction((tx) => queueConfirmation(tx, deps, user));
}
