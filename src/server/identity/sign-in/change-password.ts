import type { Caller, Client } from '../../foundation/caller.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { recordAudit } from '../audit-store.ts';
import { passwordChangedMail } from '../emails/account-mails.ts';
import { voidAllOneTimeTokens } from '../emails/one-time-tokens-store.ts';
import { queueMail } from '../emails/queue-mail.ts';
import { addressFingerprint } from '../fingerprint.ts';
import { endSessionsOf } from '../sessions/sessions-store.ts';
import { lockUser, setPasswordHash } from '../users-store.ts';
import { hashChosenPassword, requireOwnPassword } from './check-password.ts';
import { requireOwnCode } from './second-factor-code.ts';

interface PasswordChange {
  readonly currentPassword: string;
  readonly newPassword: string;
  /** The second-factor code, if the account uses one. */
  readonly code?: string | undefined;
}

/**
 * Sets a new password, ends the user's other sessions, voids all emailed links and notifies the user by email.
 * @throws Refusal wrong_password, weak_password, second_factor_needed, wrong_code, code_used, too_many_requests
 */
export async function changePassword(
  deps: Dependencies,
  { userId, sessionId }: Caller,
  { currentPassword, newPassword, code }: PasswordChange,
  client: Client,
): Promise<void> {
  const { passwordHash: oldHash, email } = await requireOwnPassword(deps, userId, currentPassword);
  const passwordHash = await hashChosenPassword(newPassword, email);
  // Checked last, so that no other refusal uses the code up.
  await requireOwnCode(deps, userId, code);
  const now = deps.clock.now();
  const addressPrefix = addressFingerprint(deps.keys, client.address);
  await deps.database.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    // The password was changed while this one was being checked.
    if (user.passwordHash !== oldHash) refuse('wrong_password');
    await setPasswordHash(tx, userId, passwordHash);
    await endSessionsOf(tx, userId, sessionId, 'password_changed', now);
    await voidAllOneTimeTokens(tx, userId, now);
    await recordAudit(tx, { now, userId, event: 'password_changed', addressPrefix });
    const mail = passwordChangedMail(deps.config.publicUrl, deps.config.supportEmail);
    await queueMail(tx, { name: '', address: user.email }, mail, now);
  });
}
