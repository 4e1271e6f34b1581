import type { Client } from '../../foundation/caller.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { recordAudit } from '../audit-store.ts';
import { passwordChangedMail } from '../emails/mail-texts.ts';
import { hashOneTimeToken } from '../emails/one-time-token.ts';
import {
  consumeOneTimeToken,
  findOneTimeToken,
  voidAllOneTimeTokens,
} from '../emails/one-time-tokens-store.ts';
import { queueMail } from '../emails/queue-mail.ts';
import { addressFingerprint, emailFingerprint } from '../limits/fingerprint.ts';
import { holdPayouts } from '../payout-hold/hold-payouts.ts';
import { hasFactor } from '../second-factor/factors-store.ts';
import { type CodeOutcome, refuseCode, spendCode } from '../second-factor/second-factor-code.ts';
import { endSessionsOf } from '../sessions/sessions-store.ts';
import { confirmUser, findUser, lockUser, setPasswordHash } from '../users-store.ts';
import { hashChosenPassword } from './chosen-password.ts';

interface NewPassword {
  readonly token: string;
  readonly password: string;
  /** The second-factor code, if the account uses one. */
  readonly code?: string | undefined;
}

/**
 * Sets a new password with the token of a recovery link, which also confirms the address. Ends all sessions, voids all
 * other links and notifies the user by email. A refusal does not consume the link.
 * @throws Refusal link_invalid, weak_password, second_factor_needed, wrong_code, code_used, too_many_requests
 */
export async function resetPassword(
  deps: Dependencies,
  { token, password, code }: NewPassword,
  client: Client,
): Promise<void> {
  const tokenHash = hashOneTimeToken(token);
  const found = await findOneTimeToken(deps.database, tokenHash, 'recovery', deps.clock.now());
  if (!found) return refuse('link_invalid');
  const needsCode = await hasFactor(deps.database, found.userId);
  if (needsCode && code === undefined) refuse('second_factor_needed', { challenge: null });
  const { email } = await findUser(deps.database, found.userId);
  const passwordHash = await hashChosenPassword(password, email);
  const now = deps.clock.now();
  const addressPrefix = addressFingerprint(deps.keys, client.address);
  const outcome = await deps.database.transaction(async (tx): Promise<CodeOutcome> => {
    const user = await lockUser(tx, found.userId);
    if (await hasFactor(tx, user.id)) {
      const attempt = tokenHash.toString('hex');
      const spent = await spendCode(tx, deps, { userId: user.id, code: code ?? '', attempt, from: 'reset' });
      if (spent !== 'right') return spent;
    }
    if (!(await consumeOneTimeToken(tx, tokenHash, 'recovery', now))) return refuse('link_invalid');
    await setPasswordHash(tx, user.id, passwordHash);
    await confirmUser(tx, user.id, now);
    await endSessionsOf(tx, user.id, null, 'password_changed', now);
    await voidAllOneTimeTokens(tx, user.id, now);
    const details = { address: emailFingerprint(deps.keys, user.email) };
    await recordAudit(tx, { now, userId: user.id, event: 'password_reset', addressPrefix, details });
    const mail = passwordChangedMail(deps.config.publicUrl, deps.config.supportEmail);
    await queueMail(tx, { name: '', address: user.email }, mail, now);
    await holdPayouts(tx, deps, { userId: user.id, reason: 'reset_password', addresses: [user.email] });
    return 'right';
  });
  if (outcome !== 'right') refuseCode(outcome);
}
