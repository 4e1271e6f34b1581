import { enqueue } from '../adapters/jobs/job-queue.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Caller, Client } from '../foundation/caller.ts';
import { refuse } from '../foundation/refusals.ts';
import { countRecovery, mayMail } from './account-limits.ts';
import { recordAudit } from './audit-store.ts';
import { passwordChangedMail, recoveryMail } from './emails/account-mails.ts';
import { normalizeEmail } from './emails/email-rules.ts';
import { queueMail } from './emails/queue-mail.ts';
import { hasFactor } from './factors-store.ts';
import { addressFingerprint, emailFingerprint } from './fingerprint.ts';
import { holdPayouts } from './hold-payouts.ts';
import { hashOneTimeToken, makeOneTimeToken } from './one-time-token.ts';
import { consumeOneTimeToken, findOneTimeToken, voidAllOneTimeTokens } from './one-time-tokens-store.ts';
import { hashChosenPassword, requireOwnPassword } from './passwords.ts';
import { type CodeOutcome, refuseCode, requireOwnCode, spendCode } from './second-factor-code.ts';
import { endSessionsOf } from './sessions-store.ts';
import { confirmUser, findUser, findUserByEmail, lockUser, setPasswordHash } from './users-store.ts';

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

/** The job that looks up whether the address has an account, after the response was sent. */
export const mailRecoveryJob = 'mail-recovery-link';

/**
 * Asks for a recovery link. Known and unknown addresses cost the same work before the response (threats T21), because
 * the job does the look-up.
 * @throws Refusal too_many_requests
 */
export async function recoverPassword(deps: Dependencies, email: string, client: Client): Promise<void> {
  const emailNormalized = normalizeEmail(email);
  await countRecovery(deps, emailNormalized, client.address);
  await deps.database.transaction((tx) =>
    enqueue(tx, { name: mailRecoveryJob, payload: { emailNormalized } }),
  );
}

/**
 * The job behind `recoverPassword`: emails the link if there is an account. Anyone can create an unconfirmed account
 * with another person's address, so emails to one count as a stranger's.
 */
export async function mailRecoveryLink(
  deps: Pick<Dependencies, 'database' | 'clock' | 'config' | 'keys'>,
  emailNormalized: string,
): Promise<void> {
  const { database, clock, config } = deps;
  const user = await findUserByEmail(database, emailNormalized);
  if (!user) return;
  if (!user.confirmedAt && !(await mayMail(deps, emailNormalized))) return;
  const now = clock.now();
  await database.transaction(async (tx) => {
    const token = await makeOneTimeToken(tx, user.id, 'recovery', now);
    await queueMail(tx, { name: '', address: user.email }, recoveryMail(config.publicUrl, token), now);
  });
}

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
